#!/usr/bin/env bash
# Puts the tools that check the workflows, and those that people make environments with, into .cache/tools, where this
# machine can: Go builds actionlint and act, Python brings zizmor, uv and poetry. What can't be had is named, and the tests that need it are skipped and counted.
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

install_python() { # name, version, options of pip
  [ -x "$tools/bin/$1-$2" ] && return
  local venv=$tools/$1
  { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet ${3:-} "$1==$2"; } >/dev/null 2>&1 &&
    ln -sf "$venv/bin/$1" "$tools/bin/$1-$2" || echo "no $1: pip install $1==$2 failed"
}

install_python zizmor 1.32.0 --no-deps
install_python uv 0.13.9
install_python poetry 2.5.1
install_go actionlint github.com/rhysd/actionlint/cmd/actionlint v1.7.12
install_go act github.com/nektos/act v0.2.89
