#!/usr/bin/env bash
# Puts what bench/gpu/run.sh needs on a machine with a GPU and a CUDA toolkit, but without our libraries, into one folder: the
# measuring program without its kernels, which are compiled there, what it is linked with, and the models.
# Usage: bench/gpu/pack.sh [FOLDER [BUILD]]       default build/pack, build/release
set -eu
cd "$(dirname "$0")/../.."
folder=${1:-build/pack}
build=${2:-build/release}
cmake --build "$build" --target bench_gpu
rm -rf "$folder"
mkdir -p "$folder/lib" "$folder/models"
cp models/quadruped.xml "$folder/models/"
shared=../shared/data/models
for model in mujoco/humanoid/humanoid.xml gymnasium/ant.xml gymnasium/half_cheetah.xml; do
  if [ -f "$shared/$model" ]; then cp "$shared/$model" "$folder/models/"; else echo "notice: no $shared/$model"; fi
done
find "$build/bench" -name 'measure.c.o' -exec cp {} "$folder/measure.o" \;
cp "$build/librigor.a" "$build/batch/librigor_batch.a" "$folder/"
ar d "$folder/librigor_batch.a" cuda.o sides.o convex.o
strip -g "$folder"/*.a "$folder/measure.o"
# shared libraries but those of the C library and the compiler, which the machine has
ldd "$build/bench/bench_gpu" | awk '/=> \//{print $3}' | grep -vE '/(libc|libm|libdl|librt|libpthread|libresolv|libstdc\+\+|libgcc_s)\.so' |
  xargs -I{} cp -L {} "$folder/lib/"
# the kernels' sources, and what runs them
mkdir -p "$folder/source"
cp --parents batch/cuda/*.cu batch/cuda/*.h src/collide/*.[ch] src/math/*.c batch/kernels/*.h batch/front/*.h batch/include/rigor/*.h include/rigor/*.h src/math/*.h src/base/*.h "$folder/source"
cp bench/gpu/run.sh bench/gpu/variants.txt "$folder/"
# the kernels themselves where nvcc is here, so that no time of the GPU goes into that
mkdir -p "$folder/bin"
if nvcc=$(command -v nvcc || command -v /usr/local/cuda/bin/nvcc); then
  compile() { # SOURCE NAME FLAGS
    local source=$1 name=$2
    shift 2
    "$nvcc" -std=c++17 -O3 -arch=sm_90 -lineinfo -Xptxas -v "$@" -Ibatch -Ibatch/include -Isrc -Iinclude \
      -c "batch/cuda/$source.cu" -o "$folder/bin/$name.o" >"$folder/bin/$name.log" 2>&1 || { cat "$folder/bin/$name.log"; exit 1; }
  }
  while read -r name flags; do compile cuda "$name" $flags; compile sides "$name-sides" $flags; done <bench/gpu/variants.txt
  compile convex convex
fi
du -sh "$folder"
