#!/bin/sh
# Installs by the lockfile and compiles, in a fresh checkout.
set -eu
cd "$(dirname "$0")/.."
npm run bootstrap
npm run build
