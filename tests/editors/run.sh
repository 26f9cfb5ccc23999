#!/bin/sh
# run.sh TARRY: the extension for VS Code, packed, and tested by node without an editor. The last line counts.
set -eu
cd "$(dirname "$0")/../.."
sh tools/vsix
TARRY=$(realpath "$1") NODE_PATH="$PWD/build/vscode/node_modules" node --test --test-reporter=tap tests/editors/test_*.js > build/vscode/tests.log 2>&1 || grep -v '^# \|^ok \|^  ---\|^  \.\.\.\|duration_ms' build/vscode/tests.log
awk '$1 == "#" && $2 == "pass" { passed = $3 } $1 == "#" && $2 == "fail" { failed = $3 } END { printf "%d passed, %d failed\n", passed, passed ? failed : 1; exit failed || !passed }' build/vscode/tests.log
