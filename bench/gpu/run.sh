#!/usr/bin/env bash
# On a machine with a GPU: checks the kernels against the host, measures all models and batch sizes, and writes a table.
# Usage: bench/gpu/run.sh FOLDER OUT [quick]    FOLDER from pack.sh; OUT gets table.md, rows.csv, check.txt, log.txt
set -u
folder=$1
out=$2
quick=${3:-}
mkdir -p "$out"
rigor=$folder/rigor
# its own libraries, loader and all, where those of the machine will not do
"$rigor" --version >/dev/null 2>&1 || rigor="$folder/lib/ld-linux-x86-64.so.2 --library-path $folder/lib:/usr/local/nvidia/lib64:/usr/lib/x86_64-linux-gnu $folder/rigor"
$rigor --version || { echo "the program does not run here"; exit 1; }
nvidia-smi --query-gpu=name,driver_version,memory.total,power.draw --format=csv,noheader | tee "$out/machine.txt"

declare -A steps=([humanoid]=200 [ant]=400 [half_cheetah]=600 [quadruped]=600)
start() { case $1 in quadruped) echo "--key stand --hold stand --random qvel=0.5";; *) echo "--random ctrl --random qpos=0.01";; esac; }
common="--integrator euler --tol 1e-8 --aim 1e-10"

# 1. the same states by the GPU and by this processor, from the same start: positions after a few steps
: > "$out/check.txt"
for model in humanoid ant half_cheetah quadruped; do
  [ -f "$folder/models/$model.xml" ] || continue
  for backend in cuda kernels threads; do
    $rigor batch "$folder/models/$model.xml" $common $(start $model) --count 256 --steps 20 --backend $backend \
      --csv "$out/$model-$backend.csv" >"$out/$model-$backend.txt" 2>&1 || echo "$model $backend: exit $?" >>"$out/check.txt"
  done
  for other in kernels threads; do
    paste -d, "$out/$model-cuda.csv" "$out/$model-$other.csv" 2>/dev/null | awk -F, -v name="$model cuda $other" '
      NR > 1 { n = NF / 2; for (i = 14; i <= n; i++) { d = $i - $(i + n); if (d < 0) d = -d; if (d > worst) worst = d; all[++m] = d } rows++ }
      END { s = 0; for (i = 1; i <= m; i++) if (all[i] <= 1e-9) s++
            printf "%s: %d simulations, 20 steps, largest difference %.2e, within 1e-9: %.2f %%\n", name, rows, worst, m ? 100 * s / m : 0 }' \
      >>"$out/check.txt"
  done
  rm -f "$out/$model"-*.csv "$out/$model"-*.txt
done
cat "$out/check.txt"
if command -v compute-sanitizer >/dev/null && [ -z "$quick" ]; then
  timeout 120 compute-sanitizer --tool memcheck $rigor batch "$folder/models/quadruped.xml" $common --key stand --count 64 --steps 3 \
    --backend cuda 2>&1 | grep -E "ERROR SUMMARY|Invalid|all steps" | head -5 | tee -a "$out/check.txt"
fi

# 2. steps a second by batch size
echo "model,count,steps_per_second,contacts,iterations,slow_share,host_share,unsolved,worst,certified,certified_worst,MiB,W" >"$out/rows.csv"
sizes="1 32 1024 4096 16384 32768 65536 131072"
[ -n "$quick" ] && sizes="1024 16384 65536"
for model in humanoid ant half_cheetah quadruped; do
  [ -f "$folder/models/$model.xml" ] || continue
  for count in $sizes; do
    n=${steps[$model]}
    [ "$count" -gt 32768 ] && n=$((n / 2))
    (sleep 2; nvidia-smi --query-gpu=memory.used,power.draw --format=csv,noheader,nounits >"$out/smi.txt") &
    timeout 150 $rigor batch "$folder/models/$model.xml" $common $(start $model) --count "$count" --steps "$n" --backend cuda --json \
      >"$out/run.json" 2>>"$out/log.txt"
    wait
    python3 - "$out" "$model" "$count" >>"$out/rows.csv" 2>>"$out/log.txt" <<'P'
import json, sys
out, model, count = sys.argv[1:4]
r = json.load(open(out + "/run.json"))
mib, watt = (open(out + "/smi.txt").read().strip().split(", ") + ["", ""])[:2]
steps = max(r["steps"], 1)
print(",".join(str(x) for x in (model, count, "%.4g" % r["steps_per_second"], "%.2f" % (r["contacts"] / steps),
      "%.2f" % (r["iterations"] / steps), "%.5f" % (r["slow"] / steps), "%.5f" % (r["host"] / steps), r["unsolved"], "%.1e" % r["worst"],
      r["certified"], "%.1e" % r["certified_worst"], mib, watt)))
P
  done
  $rigor batch "$folder/models/$model.xml" $common $(start $model) --count 16384 --steps 50 --backend cuda --profile 2>>"$out/log.txt" |
    grep "^time" | sed "s/^/$model /" >>"$out/profile.txt"
done
{ cat "$out/machine.txt"; date -u; echo; sed 's/^/| /; s/,/ | /g; s/$/ |/' "$out/rows.csv" | sed '1a | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |'
  echo; cat "$out/profile.txt"; echo; cat "$out/check.txt"; } >"$out/table.md"
cat "$out/table.md"
