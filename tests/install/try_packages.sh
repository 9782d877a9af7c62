#!/usr/bin/env bash
# Makes the packages of Debian, installs them into a clean Debian and uses them there: the program, its manual page, a program
# in C built against the library, the Python package. Needs root, debootstrap and a mirror; not a part of ./check.
# Usage: try_packages.sh BUILD_DIR [ROOT]   ROOT: a clean Debian that is there already; it is copied
set -eu
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
apt-get purge -y -qq rigor librigor0 librigor-dev python3-rigor >/dev/null
left=$(ls -d /usr/bin/rigor /usr/lib/librigor* /usr/lib/python3/dist-packages/rigor /usr/share/rigor 2>/dev/null || true)
[ -z "$left" ] || { echo "left behind: $left"; exit 1; }
echo "nothing is left behind"
END
env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 chroot "$root" bash /use.sh
