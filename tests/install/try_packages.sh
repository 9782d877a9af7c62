#!/usr/bin/env bash
# Makes the packages of Debian, installs them into a clean Debian and uses them there: the program, its manual page, a program
# in C built against the library, the Python package. Needs root, debootstrap and a mirror; not a part of ./check.
# Usage: try_packages.sh BUILD_DIR [ROOT]   ROOT: a clean Debian that is there already; it is copied
#        try_packages.sh --quick BUILD_DIR   unpacked here instead of installed: a part of ./check
set -eu
if [ "$1" = --quick ]; then
  build=$2
  if ! command -v dpkg >/dev/null || ! command -v dpkg-shlibdeps >/dev/null; then
    echo "SKIPPED: needs dpkg and dpkg-shlibdeps"
    exit 77
  fi
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  # what is built is packed; the scenes of the manual have one step
  (cd "$build" && RIGOR_QUICK=1 CMAKE_BUILD_PARALLEL_LEVEL=2 cpack -B "$scratch/packages" >"$scratch/log" 2>&1) || { tail -20 "$scratch/log"; exit 1; }
  for package in "$scratch"/packages/*.deb; do
    dpkg -x "$package" "$scratch/root"
    name=$(dpkg -f "$package" Package)
    grep -q Apache-2.0 "$scratch/root/usr/share/doc/$name/copyright" || { echo "$name has no copyright"; exit 1; }
    # MPI comes with a package of its own, which the program recommends
    [ "$name" = rigor-mpi ] || ! dpkg -f "$package" Depends | grep -qi mpi || { echo "$name depends on MPI"; exit 1; }
  done
  root=$scratch/root
  libraries=$(dirname "$(find "$root/usr/lib" -name 'librigor.so.0' | head -1)")
  export LD_LIBRARY_PATH=$libraries
  missing=$(find "$root/usr" \( -name '*.so*' -o -path '*/bin/*' \) -type f -exec ldd {} + 2>/dev/null | grep 'not found' || true)
  [ -z "$missing" ] || { echo "$missing"; exit 1; }
  cd "$scratch"
  cat >box.xml <<'XML'
<mujoco><worldbody><geom type="plane" size="5 5 1"/><body pos="0 0 0.1"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body>
</worldbody></mujoco>
XML
  "$root/usr/bin/rigor" run box.xml --steps 20 --html box.html --live | tail -n 1
  grep -q rigor-simulation box.html && echo "the page simulates"
  zgrep -q . "$root"/usr/share/man/man1/rigor-run.1* && test -s "$root/usr/share/bash-completion/completions/rigor"
  # the Python of Debian, which the package is for
  if [ -d "$root/usr/lib/python3/dist-packages/rigor" ] && /usr/bin/python3 -c 'import numpy' 2>/dev/null; then
    PYTHONPATH=$root/usr/lib/python3/dist-packages /usr/bin/python3 -c 'import rigor; sim = rigor.Sim("box.xml"); sim.step(10); print("Python:", sim.ncon, "contacts")'
  fi
  if command -v pandoc >/dev/null; then test -s "$root/usr/share/doc/rigor-doc/html/index.html"; fi
  ls "$scratch/packages" | grep '\.deb$'
  exit 0
fi
build=$1 base=${2:-}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
if [ "$(id -u)" != 0 ] || { [ -z "$base" ] && ! command -v debootstrap >/dev/null; }; then
  echo "SKIPPED: needs root and debootstrap"
  exit 77
fi
(cd "$build" && cpack -B "$scratch/packages" >/dev/null 2>&1)
root=$scratch/root
if [ -n "$base" ]; then cp -a "$base" "$root"; else debootstrap --variant=minbase bookworm "$root" >/dev/null; fi
cp /etc/resolv.conf "$root/etc/resolv.conf"
mkdir "$root/packages"
cp "$scratch"/packages/*.deb "$root/packages"
cat >"$root/use.sh" <<'END'
set -eu
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends /packages/*.deb gcc libc6-dev pkg-config cmake make man-db bash-completion >/dev/null
mkdir /work && cd /work
cat >box.xml <<'XML'
<mujoco><worldbody><geom type="plane" size="5 5 1"/><body pos="0 0 0.1"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body>
</worldbody></mujoco>
XML
rigor run box.xml --html box.html | tail -n 2
grep -q rigor-simulation box.html && echo "the page simulates"
man rigor-run | grep -m1 -o 'simulate a model with exact friction'
. /usr/share/bash-completion/bash_completion
. /usr/share/bash-completion/completions/rigor
COMP_WORDS=(rigor run --integ) COMP_CWORD=2
compopt() { :; }
_rigor && echo "${COMPREPLY[0]}"
cat >step.c <<'C'
#include <rigor/rigor.h>
#include <stdio.h>
int main(void) {
  rg_model *model;
  rg_sim *sim;
  rg_error error;
  if (rg_model_load(&model, "box.xml", NULL, &error) || rg_sim_new(&sim, model, NULL, &error)) return 1;
  printf("C: step %s\n", rg_status_text(rg_step(sim)));
  rg_sim_free(sim), rg_model_free(model);
  return 0;
}
C
cc step.c $(pkg-config --cflags --libs rigor) -o step && ./step
cat >CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.22)
project(step C)
find_package(rigor REQUIRED)
add_executable(step step.c)
target_link_libraries(step rigor::rigor)
CMAKE
cmake -B build >/dev/null && cmake --build build >/dev/null && build/step
python3 -c 'import rigor; sim = rigor.Sim("box.xml"); sim.step(10); print("Python:", len(sim.contacts), "contacts, residual below 1e-10:", sim.certificate.residual < 1e-10)'
apt-get purge -y -qq rigor rigor-mpi rigor-doc librigor0 librigor-dev python3-rigor >/dev/null
left=$(ls -d /usr/bin/rigor /usr/lib/librigor* /usr/lib/python3/dist-packages/rigor /usr/share/rigor 2>/dev/null || true)
[ -z "$left" ] || { echo "left behind: $left"; exit 1; }
echo "nothing is left behind"
END
env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 chroot "$root" bash /use.sh
