#!/usr/bin/env bash
# On a machine with a GPU and a CUDA toolkit: links the kernels (compiles them, where pack.sh had no nvcc), checks them against
# the processor, measures models and batch sizes, variants of the kernels, hardware counters.
# Usage: FOLDER/run.sh FOLDER OUT [LIMIT [PART...]]     FOLDER from pack.sh, which has all that is needed; OUT gets measure.txt
# and more; LIMIT in seconds; parts: check certify variants sanitizer counters lines sizes, memory (a batch that does not fit: refused with its size); default all but lines
set -u
folder=$1
out=$2
limit=${3:-430}
shift $(($# < 3 ? $# : 3))
parts=" ${*:-check memory certify variants sanitizer counters sizes} "
mkdir -p "$out" "$folder/bin"
begin=$(date +%s)
left() { echo $((limit - ($(date +%s) - begin))); }
say() { echo "== $(($(date +%s) - begin)) s: $*"; }
wants() { case $parts in *" $1 "*) [ "$(left)" -gt "${2:-5}" ] && say "$1";; *) false;; esac; }
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
export LD_LIBRARY_PATH=$folder/lib:${LD_LIBRARY_PATH:-}
path() { echo "$folder/models/$1.xml"; }
start_of() { case $1 in quadruped) echo stand;; *) echo random;; esac; }
models="humanoid ant half_cheetah quadruped"

# the first of variants.txt is the one that is measured; the others are tried beside it
variants=$(awk '{print $1}' "$folder/variants.txt")
libraries=""
for l in "$folder"/lib/*.so*; do libraries="$libraries -Xlinker $l"; done
compile() { # SOURCE NAME FLAGS
  local source=$1 name=$2 sources=$folder/source
  shift 2
  [ -f "$folder/bin/$name.o" ] ||
    "$nvcc" -std=c++17 -O3 -arch=sm_90 -lineinfo -Xptxas -v "$@" -I"$sources/batch" -I"$sources/batch/include" -I"$sources/src" \
      -I"$sources/include" -c "$sources/batch/cuda/$source.cu" -o "$folder/bin/$name.o" >"$folder/bin/$name.log" 2>&1
}
build() { # NAME
  local name=$1
  "$nvcc" -o "$folder/bin/$name" "$folder/measure.o" "$folder/librigor_batch.a" "$folder/bin/$name.o" "$folder/bin/$name-sides.o" "$folder/bin/convex.o" \
    "$folder/librigor_batch.a" "$folder/librigor.a" -Xlinker --no-as-needed $libraries -Xlinker --allow-shlib-undefined -lm -lpthread -ldl \
    >>"$folder/bin/$name.log" 2>&1 || { echo "$name was not built:"; tail -5 "$folder/bin/$name.log"; }
}
nvidia-smi --query-gpu=name,driver_version,memory.total,power.draw,clocks.sm --format=csv,noheader
date -u
compile convex convex &
while read -r name flags; do compile cuda "$name" $flags & compile sides "$name-sides" $flags & done <"$folder/variants.txt"
wait
while read -r name flags; do build "$name" & done <"$folder/variants.txt"
wait
say built
set -- $variants
main=$folder/bin/$1

if wants check; then
  for m in $models; do
    timeout 40 "$main" --check "$(path $m)" $m $(start_of $m) 60 10 512
  done
fi
if wants memory; then
  timeout 60 "$main" "$(path humanoid)" humanoid random 0 1 4000000 2>&1 | grep -c "do not fit into the memory" | sed 's/^/refused for its size: /'
fi
if wants certify; then
  for m in $models; do
    timeout 40 "$main" --certify 16 "$(path $m)" $m $(start_of $m) 100 32 256 | grep -o "^[^:]*\|certified.*" | tr '\n' ' '
    echo
  done
fi
if wants variants; then
  for m in $models; do
    for v in $variants; do
      [ -x "$folder/bin/$v" ] && echo "$v: $(timeout 40 "$folder/bin/$v" --profile "$(path $m)" $m $(start_of $m) 100 20 32768)"
    done
  done
fi
if wants sanitizer 60 && command -v compute-sanitizer >/dev/null; then
  for m in humanoid quadruped; do
    for tool in memcheck racecheck; do
      timeout 60 compute-sanitizer --tool $tool "$main" "$(path $m)" $m $(start_of $m) 0 40 16 >"$out/$tool-$m.txt" 2>&1
      grep -E "SUMMARY" "$out/$tool-$m.txt"
      grep -E "Invalid|hazard|race|Error|at .*\.h:" "$out/$tool-$m.txt" | cut -c1-170 | sort | uniq -c | sort -rn | head -14
    done
  done
fi
# launches of a kernel that are looked at, when the simulations are on the ground: of `meet` that with the rooms of most of them
skip_of() { [ "$1" = meet ] && echo 502 || echo 100; }
flops=$(for o in dfma dadd dmul; do printf ',smsp__sass_thread_inst_executed_op_%s_pred_on.sum' $o; done)
if wants counters 30 && command -v ncu >/dev/null; then
  for k in begin meet end; do
    timeout 60 ncu --clock-control none --set full --metrics "${flops#,}" --import-source no --kernel-name $k --launch-skip "$(skip_of $k)" \
      --launch-count 1 "$main" --profile "$(path humanoid)" humanoid random 0 60 65536 >"$out/ncu-$k.txt" 2>&1
    grep -E "^ *(begin|meet|end)|Duration|Registers Per|Achieved|Throughput|Hit Rate|Executed Ipc|No Eligible|Warp Cycles Per Issued|smsp__sass|Elapsed Cyc" "$out/ncu-$k.txt"
  done
fi
# where the time goes within the kernels: samples and executed instructions by instruction and line of the source
look_into() {
  timeout 60 ncu --clock-control none --section SourceCounters --section SpeedOfLight --section WarpStateStats --section MemoryWorkloadAnalysis \
    --section Occupancy --section LaunchStats --import-source no --kernel-name $1 --launch-skip "$(skip_of $1)" --launch-count 1 \
    -f -o "$folder/lines-$1" "$main" --profile "$(path humanoid)" humanoid random 0 60 65536 >"$out/lines-$1.log" 2>&1
  timeout 30 ncu --import "$folder/lines-$1.ncu-rep" --page details >"$folder/details-$1.txt" 2>&1 &
  timeout 50 ncu --import "$folder/lines-$1.ncu-rep" --page source --csv --print-source cuda >"$folder/source-$1-cuda.csv" 2>&1 &
  timeout 50 ncu --import "$folder/lines-$1.ncu-rep" --page source --csv --print-source sass >"$folder/source-$1-sass.csv" 2>&1 &
}
if wants lines 30 && command -v ncu >/dev/null; then
  for k in meet begin; do look_into $k; done
  (cd "$folder" && mkdir -p code && cd code && cuobjdump -xelf all "../bin/$1" && for c in ./*.cubin; do timeout 30 nvdisasm -g -c "$c"; done >../disassembly.txt) >"$folder/disassembly.log" 2>&1
  wait
  tar czf "$out/lines.tgz" -C "$folder" $(cd "$folder" && ls details-*.txt source-*.csv disassembly.txt 2>/dev/null)
  ls -l "$out/lines.tgz"
fi
if wants sizes; then
  for m in $models; do
    for n in 1 32 1024 4096 16384 32768 65536 131072; do
      [ "$(left)" -gt 10 ] || break
      timeout "$(left)" "$main" "$(path $m)" $m $(start_of $m) 100 $([ $n -gt 32768 ] && echo 100 || echo 200) $n | tee -a "$out/measure.txt"
    done
  done
  timeout "$(left)" "$main" "$(path quadruped)" quadruped-kicks random 100 200 32768
fi
say end
