#!/bin/sh
# Checks the types of the viewer's source. Usage: check_types.sh VIEWER WORK
set -eu
viewer=$1 work=$2
mkdir -p "$work"
cp -R "$viewer/package.json" "$viewer/package-lock.json" "$viewer/.npmrc" "$viewer/tsconfig.json" "$viewer/src" "$work"
cd "$work"
if ! cmp -s package-lock.json node_modules/.lock; then
  npm ci --ignore-scripts --no-audit --no-fund >npm.log 2>&1 || { echo "SKIPPED: npm could not install the packages"; exit 77; }
  cp package-lock.json node_modules/.lock
fi
node_modules/.bin/tsc --noEmit
