#!/usr/bin/env bash
# Puts programs of a build with their libraries, their loader and the models into one folder, so that they run on a machine
# that has a GPU and nothing else.
# Usage: bench/gpu/pack.sh FOLDER PROGRAM...
set -eu
cd "$(dirname "$0")/../.."
folder=$1
shift
mkdir -p "$folder/lib" "$folder/models"
cp models/quadruped.xml "$folder/models/"
shared=../shared/data/models
for model in mujoco/humanoid/humanoid.xml gymnasium/ant.xml gymnasium/half_cheetah.xml; do
  if [ -f "$shared/$model" ]; then cp "$shared/$model" "$folder/models/"; else echo "notice: no $shared/$model"; fi
done
for program in "$@"; do
  cp "$program" "$folder/"
  ldd "$program" | awk '/=> \//{print $3} /^\t\//{print $1}' | xargs -I{} cp -L {} "$folder/lib/"
done
du -sh "$folder"
