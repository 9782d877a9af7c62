#!/usr/bin/env bash
# On a machine with a GPU: checks the kernels against the processor, measures models and batch sizes, variants, counters.
# Usage: bench/gpu/run.sh FOLDER OUT [LIMIT]     FOLDER from pack.sh; OUT gets measure.txt and more; LIMIT in seconds
set -u
folder=$1
out=$2
limit=${3:-430}
mkdir -p "$out"
begin=$(date +%s)
left() { echo $((limit - ($(date +%s) - begin))); }
say() { echo "== $(($(date +%s) - begin)) s: $*"; }
pre=""
"$folder/bench_gpu" >/dev/null 2>&1
[ $? -eq 2 ] || pre="$folder/lib/ld-linux-x86-64.so.2 --library-path $folder/lib:/usr/local/nvidia/lib64:/usr/lib/x86_64-linux-gnu:/usr/local/cuda/lib64"
path() { echo "$folder/models/$1.xml"; }
model_of() { case $1 in quadruped*) echo quadruped;; *) echo "$1";; esac; }
start_of() { case $1 in quadruped) echo stand;; *) echo random;; esac; }
options() { case $1 in quadruped) echo "--key stand --hold stand --random qvel=0.5";; *) echo "--random ctrl --random qpos=0.01";; esac; }
models="humanoid ant half_cheetah quadruped"
nvidia-smi --query-gpu=name,driver_version,memory.total,power.draw,clocks.sm --format=csv,noheader
date -u
echo "loader: '$pre', $(nproc) processors"

say "the same states by the GPU and by this processor"
for m in $models; do
  for b in cuda kernels threads; do
    timeout 60 $pre "$folder/rigor" batch "$(path $m)" --integrator euler --tol 1e-8 --backend $b $(options $m) --count 256 --steps 8 \
      --csv "$out/$m-$b.csv" >"$out/$m-$b.txt" 2>&1 || { echo "$m $b: exit $?"; tail -3 "$out/$m-$b.txt"; }
  done
  for b in kernels threads; do
    paste -d, "$out/$m-cuda.csv" "$out/$m-$b.csv" 2>/dev/null | awk -F, -v name="$m: cuda and $b" '
      NR == 1 { half = NF / 2; for (i = 1; i <= half; i++) if ($i ~ /^q/) { if (!first) first = i } }
      NR > 1 { for (i = first; i <= half; i++) { d = $i - $(i + half); if (d < 0) d = -d; if (d > worst) worst = d; n++; close_ += d <= 1e-10 } rows++ }
      END { printf "%s: %d simulations, 8 steps, largest difference %.2e, within 1e-10: %.3f %%\n", name, rows, worst, n ? 100 * close_ / n : 0 }'
  done
  rm -f "$out/$m"-*.csv "$out/$m"-*.txt
done

say "certified again by the host"
for m in $models; do
  timeout 60 $pre "$folder/bench_gpu" --certify 16 "$(path $m)" $m $(start_of $m) 100 32 256 | grep -o "^[^:]*\|certified.*" | tr '\n' ' '
  echo
done

if command -v compute-sanitizer >/dev/null; then
  say compute-sanitizer
  for tool in memcheck racecheck; do
    timeout 60 compute-sanitizer --tool $tool $pre "$folder/bench_gpu" "$(path humanoid)" humanoid random 0 100 16 2>&1 | grep -vE "^humanoid" | tail -6
  done
fi

say "parts"
for m in $models; do timeout 60 $pre "$folder/bench_gpu" --profile "$(path $m)" $m $(start_of $m) 100 50 16384 65536; done

say "variants"
for v in "$folder"/variant-*; do
  [ -x "$v" ] || continue
  for m in humanoid quadruped; do
    echo "$(basename $v) $(timeout 40 $pre "$v" --profile "$(path $m)" $m $(start_of $m) 100 30 32768)"
  done
done

if command -v ncu >/dev/null && [ "$(left)" -gt 200 ]; then
  say "counters"
  for k in begin meet end; do
    timeout 60 ncu --clock-control none --set full --kernel-name $k --launch-skip $([ $k = meet ] && echo 252 || echo 50) --launch-count $([ $k = meet ] && echo 5 || echo 1) \
      $pre "$folder/bench_gpu" --profile "$(path humanoid)" humanoid random 0 60 16384 >"$out/ncu-$k.txt" 2>&1
    grep -E "^ *(begin|meet|end)|Duration|Registers Per|Achieved Occ|Throughput|Hit Rate|Executed Ipc Active|No Eligible|Warp Cycles Per Issued" "$out/ncu-$k.txt" | head -60
  done
fi

say "sizes"
for m in $models; do
  for n in 1 32 1024 4096 16384 32768 65536 131072; do
    [ "$(left)" -gt 10 ] || break
    timeout "$(left)" $pre "$folder/bench_gpu" "$(path $m)" $m $(start_of $m) 100 $([ $n -gt 32768 ] && echo 100 || echo 200) $n | tee -a "$out/measure.txt"
  done
done
timeout "$(left)" $pre "$folder/bench_gpu" "$(path quadruped)" quadruped-kicks random 100 200 32768
say end
