#!/usr/bin/env bash
# Puts the tools that check the workflows into .cache/tools, where this machine can: Go builds actionlint and act,
# Python brings zizmor. What can't be had is named, and the tests that need it are skipped and counted.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tools=$PWD/.cache/tools
mkdir -p "$tools/bin"

# Versions stand here and nowhere else; the name of the file says which one is there.
install_go() { # name, module, version
  [ -x "$tools/bin/$1-$3" ] && return
  command -v go >/dev/null || { echo "no $1: there is no Go"; return; }
  GOBIN=$tools/build nice go install "$2@$3" 2>/dev/null && mv "$tools/build/$1" "$tools/bin/$1-$3" ||
    echo "no $1: go install $2@$3 failed"
}

install_zizmor() { # version
  [ -x "$tools/bin/zizmor-$1" ] && return
  local venv=$tools/zizmor
  { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet --no-deps "zizmor==$1"; } >/dev/null 2>&1 &&
    ln -sf "$venv/bin/zizmor" "$tools/bin/zizmor-$1" || echo "no zizmor: pip install zizmor==$1 failed"
}

install_zizmor 1.32.0
install_go actionlint github.com/rhysd/actionlint/cmd/actionlint v1.7.12
install_go act github.com/nektos/act v0.2.89
