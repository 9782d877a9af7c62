#!/usr/bin/env bash
# On a machine with a GPU and a CUDA toolkit: compiles the kernels, checks them against the processor, measures models and
# batch sizes, variants of the kernels, hardware counters.
# Usage: FOLDER/run.sh FOLDER OUT [LIMIT]     FOLDER from pack.sh, which has all that is needed; OUT gets measure.txt and
# more; LIMIT in seconds
set -u
folder=$1
out=$2
limit=${3:-430}
mkdir -p "$out" "$folder/bin"
begin=$(date +%s)
left() { echo $((limit - ($(date +%s) - begin))); }
say() { echo "== $(($(date +%s) - begin)) s: $*"; }
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
export LD_LIBRARY_PATH=$folder/lib:${LD_LIBRARY_PATH:-}
path() { echo "$folder/models/$1.xml"; }
start_of() { case $1 in quadruped) echo stand;; *) echo random;; esac; }
models="humanoid ant half_cheetah quadruped"

# the first is the one that is measured; the others are tried beside it
declare -A flags=(
  [base]=""
  [w32m12]="-DRK_GROUP=32 -DRK_MEET_BLOCKS=12"
  [w32m16]="-DRK_GROUP=32 -DRK_MEET_BLOCKS=16"
  [w16m12]="-DRK_MEET_BLOCKS=12"
  [b255]="-DRK_BEGIN_BLOCKS=4"
  [b128]="-DRK_BEGIN_THREADS=128 -DRK_BEGIN_BLOCKS=4"
  [b32]="-DRK_BEGIN_THREADS=32 -DRK_BEGIN_BLOCKS=6"
)
libraries=""
for l in "$folder"/lib/*.so*; do libraries="$libraries -Xlinker $l"; done
build() { # NAME
  "$nvcc" -std=c++17 -O3 -arch=sm_90 -lineinfo -Xptxas -v ${flags[$1]} \
    -I"$folder/source/batch" -I"$folder/source/batch/include" -I"$folder/source/src" -I"$folder/source/include" -c "$folder/source/batch/cuda/cuda.cu" \
    -o "$folder/bin/$1.o" >"$folder/bin/$1.log" 2>&1 &&
    "$nvcc" -o "$folder/bin/$1" "$folder/measure.o" "$folder/librigor_batch.a" "$folder/bin/$1.o" "$folder/librigor_batch.a" \
      "$folder/librigor.a" -Xlinker --no-as-needed $libraries -Xlinker --allow-shlib-undefined -lm -lpthread -ldl >>"$folder/bin/$1.log" 2>&1 ||
    { echo "$1 was not built:"; tail -5 "$folder/bin/$1.log"; }
}
nvidia-smi --query-gpu=name,driver_version,memory.total,power.draw,clocks.sm --format=csv,noheader
date -u
for v in "${!flags[@]}"; do build "$v" & done
wait
say built
main=$folder/bin/base

say "steps by the GPU and by this processor from the same state"
for m in $models; do
  timeout 40 "$main" --check "$(path $m)" $m $(start_of $m) 60 10 512
  timeout 40 "$folder/bin/w32m12" --check "$(path $m)" "$m-w32" $(start_of $m) 60 10 512
done
say "certified again by the host"
for m in $models; do
  timeout 40 "$main" --certify 16 "$(path $m)" $m $(start_of $m) 100 32 256 | grep -o "^[^:]*\|certified.*" | tr '\n' ' '
  echo
done

say "variants"
for m in humanoid quadruped ant half_cheetah; do
  for v in "${!flags[@]}"; do
    [ -x "$folder/bin/$v" ] && echo "$v: $(timeout 40 "$folder/bin/$v" --profile "$(path $m)" $m $(start_of $m) 100 20 32768)"
  done
done

if command -v compute-sanitizer >/dev/null; then
  say compute-sanitizer
  for m in humanoid quadruped; do
    for tool in memcheck racecheck; do
      timeout 60 compute-sanitizer --tool $tool "$main" "$(path $m)" $m $(start_of $m) 0 40 16 >"$out/$tool-$m.txt" 2>&1
      grep -E "SUMMARY" "$out/$tool-$m.txt"
      grep -E "Invalid|hazard|race|Error|at .*\.h:" "$out/$tool-$m.txt" | cut -c1-170 | sort | uniq -c | sort -rn | head -14
    done
  done
fi

if command -v ncu >/dev/null && [ "$(left)" -gt 150 ]; then
  say "counters"
  for k in begin meet end; do
    timeout 60 ncu --clock-control none --set full --import-source no --kernel-name $k --launch-skip $([ $k = meet ] && echo 302 || echo 50) \
      --launch-count $([ $k = meet ] && echo 4 || echo 1) "$main" --profile "$(path humanoid)" humanoid random 0 60 16384 >"$out/ncu-$k.txt" 2>&1
    grep -E "^ *(begin|meet|end)|Duration|Registers Per|Achieved Occ|Throughput|Hit Rate|Executed Ipc Active|No Eligible|Warp Cycles Per Issued|Local Store|Est\." \
      "$out/ncu-$k.txt" | head -50
  done
fi

say "sizes"
for m in $models; do
  for n in 1 32 1024 4096 16384 32768 65536 131072; do
    [ "$(left)" -gt 10 ] || break
    timeout "$(left)" "$main" "$(path $m)" $m $(start_of $m) 100 $([ $n -gt 32768 ] && echo 100 || echo 200) $n | tee -a "$out/measure.txt"
  done
done
timeout "$(left)" "$main" "$(path quadruped)" quadruped-kicks random 100 200 32768
say end
