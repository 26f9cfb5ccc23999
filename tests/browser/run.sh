#!/bin/sh
# run.sh TARRY [PICTURES]: the tests of HTML reports, with playwright-core from npm (in build/browser) and Debian's chromium.
set -eu
cd "$(dirname "$0")/../.."
if ! cmp -s tests/browser/package.json build/browser/package.json || [ ! -d build/browser/node_modules/playwright-core ]; then
    mkdir -p build/browser
    cp tests/browser/package.json build/browser/package.json
    npm install --prefix build/browser --no-package-lock --no-audit --no-fund --loglevel error >&2
fi
exec node tests/browser/run.mjs "$1" build/browser ${2:+"$2"}
