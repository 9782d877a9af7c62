#!/usr/bin/env bash
# A first look at the machine with what stands: variants of the one kernel, profile by part, hardware counters.
# Usage: bench/gpu/first.sh FOLDER OUT
set -u
f=$1 out=$2
begin=$(date +%s)
left() { echo $(( $3 - ($(date +%s) - begin) )); }
say() { echo "== $(( $(date +%s) - begin ))s $*"; }
ldl="$f/lib/ld-linux-x86-64.so.2 --library-path $f/lib:/usr/local/nvidia/lib64:/usr/lib/x86_64-linux-gnu:/usr/local/cuda/lib64"
nvidia-smi; uname -a; ldd --version | head -1; nproc; free -g | head -2; which nvcc ncu compute-sanitizer cuobjdump nsys
pre=""
"$f/rigor-base" --version >/dev/null 2>&1 || pre=$ldl
echo "loader: '$pre'"
$pre "$f/rigor-base" --version || exit 1
start() { case $1 in quadruped) echo "--key stand --hold stand --random qvel=0.5";; *) echo "--random ctrl --random qpos=0.01";; esac; }
common="--integrator euler --tol 1e-8 --backend cuda --quiet"
say check
for m in humanoid ant half_cheetah quadruped; do
  for b in cuda kernels; do
    $pre "$f/rigor-base" batch "$f/models/$m.xml" --integrator euler --tol 1e-8 --backend $b $(start $m) --count 128 --steps 5 --csv "$out/$m-$b.csv" 2>&1 | grep -E "all steps|certif|error|cuda" | head -5
  done
  paste -d, "$out/$m-cuda.csv" "$out/$m-kernels.csv" | awk -F, -v name="$m" '
      NR > 1 { n = NF / 2; for (i = 14; i <= n; i++) { d = $i - $(i + n); if (d < 0) d = -d; if (d > worst) worst = d } }
      END { print name, "5 steps, largest difference", worst }'
  rm -f "$out/$m"-*.csv
done
say sizes
for m in humanoid ant half_cheetah quadruped; do
  for n in 1024 16384 65536; do
    for v in base t32 r128 r255; do
      [ "$v" != base ] && [ $n != 16384 ] && continue
      timeout 40 $pre "$f/rigor-$v" batch "$f/models/$m.xml" ${common/--quiet/--json} $(start $m) --count $n --steps 128 --profile > "$out/r.json" 2>>"$out/log.txt"
      python3 - "$out/r.json" $m $n $v <<'P'
import json, sys
try: r = json.load(open(sys.argv[1]))
except Exception as e: print(sys.argv[2:], e); sys.exit()
s = max(r["steps"], 1)
print(*sys.argv[2:], {k: r.get(k) for k in ("steps_per_second", "slow", "host", "unsolved", "worst", "certified", "certified_worst", "cycles", "profile")}, "contacts %.2f it %.2f" % (r["contacts"]/s, r["iterations"]/s), [k for k in r.keys()] if sys.argv[3]=="1024" else "")
P
    done
  done
  say $m
done
say ncu
for m in humanoid quadruped; do
  timeout 70 ncu --clock-control none --set full --kernel-name run_fast --launch-skip 5 --launch-count 1 $pre "$f/rigor-base" batch "$f/models/$m.xml" $common $(start $m) --count 16384 --steps 127 2>&1 | tee "$out/ncu-$m.txt" | grep -E "Duration|Registers|Achieved|Throughput|Hit Rate|Local|Warp Cycles|Executed Ipc|Eligible|Stall|stall|Avg. Active|error|ERR" | head -40
  say ncu $m
done
say sanitizer
for t in memcheck racecheck; do
timeout 60 compute-sanitizer --tool $t $pre "$f/rigor-base" batch "$f/models/quadruped.xml" $common --key stand --count 64 --steps 3 2>&1 | tail -5
done
say end
