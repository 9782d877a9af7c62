#!/usr/bin/env bash
# Builds the program with the kernels for sm_90 and puts it with its libraries, its loader and the models into one folder, so
# that it runs on a machine that has a GPU and nothing else.
# Usage: bench/gpu/pack.sh [FOLDER]        from the root of the repository; default build/gpu. Then bench/gpu/run.sh there.
set -eu
cd "$(dirname "$0")/../.."
folder=${1:-build/gpu}
cmake --preset release -DRIGOR_WITH_CUDA=ON >/dev/null
cmake --build --preset release --target rigor_program
rm -rf "$folder"
mkdir -p "$folder/lib" "$folder/models"
cp build/release/rigor "$folder/"
cp models/quadruped.xml "$folder/models/"
shared=../shared/data/models
for model in mujoco/humanoid/humanoid.xml gymnasium/ant.xml gymnasium/half_cheetah.xml; do
  if [ -f "$shared/$model" ]; then cp "$shared/$model" "$folder/models/"; else echo "notice: no $shared/$model"; fi
done
ldd build/release/rigor | awk '/=> \//{print $3} /^\t\//{print $1}' | xargs -I{} cp -L {} "$folder/lib/"
du -sh "$folder"
