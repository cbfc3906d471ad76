#!/usr/bin/env bash
# The probe under a Windows CPython: wine, mvn and x86_64-w64-mingw32-gcc must be installed. See e2e/README.md.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
root=$PWD
work=${WORK:-$(mktemp -d)}
export WINEPREFIX=$work/prefix WINEDEBUG=-all
drive=$WINEPREFIX/drive_c python=$WINEPREFIX/drive_c/Python
failed=0

say() { # what, whether
  if [ "$2" = 0 ]; then echo "ok      $1"; else echo "FAILED  $1"; failed=1; fi
}
has() { grep -qF -- "$2" "$3"; say "$1" $?; } # what, text, file
# Streams of a Windows program must be pipes.
probe() { { wine "$python/python.exe" 'C:\probe\agent_probe.py' "$@" </dev/null 2>&1 1>&3 | cat >&2; } 3>&1 | cat; }

if [ ! -x "$python/python.exe" ]; then
  wineboot --init >/dev/null 2>&1
  mvn -q -B dependency:get -Dartifact=org.bytedeco:cpython:3.12.1-1.5.10:jar:windows-x86_64 -Dtransitive=false
  mvn -q -B dependency:copy -Dartifact=org.bytedeco:cpython:3.12.1-1.5.10:jar:windows-x86_64 -DoutputDirectory="$work"
  unzip -q "$work"/cpython-*.jar 'org/bytedeco/cpython/windows-x86_64/*' -d "$work"
  from=$work/org/bytedeco/cpython/windows-x86_64
  mkdir -p "$python/DLLs" "$drive/git" "$work/bridge" "$drive/probe"
  cp -r "$from/lib" "$python/Lib"
  mv "$from/python.exe" "$from"/python3*.dll "$python/Lib"/vcruntime*.dll "$python/"
  mv "$python/Lib"/*.pyd "$python/Lib"/*.dll "$python/DLLs/"
  python3 -m pip install -q --target "$python/Lib/site-packages" pytest==8.3.5 colorama==0.4.6
  x86_64-w64-mingw32-gcc -municode -O1 -o "$drive/git/git.exe" e2e/wine/git.c
fi
cp dist/agent_probe.py "$drive/probe/"
export WINEPATH='C:\git' BRIDGE="Z:${root//\//\\}\\e2e\\wine\\bridge.py" BRIDGE_FOLDER="Z:${work//\//\\}\\bridge"

repo=$(mktemp -d "$drive/prüf XXXX")
cd "$repo"
git init -q -b main
mkdir -p demo tests far/down probes
printf 'WHO = 1\r\n' >demo/__init__.py
printf 'import demo\n\ndef test_demo():\n    assert demo.WHO == 1\n' >tests/test_demo.py
printf '* text=auto\n' >.gitattributes
printf '.env\n__pycache__/\n.pytest_cache/\nprobes/.where-it-ran-canary-*\n' >.gitignore
printf '{"salt": "00ff", "places": ["box"], "packages": [{"name": "demo", "from": "repo"}, "pytest", "_socket"],\n' >probes/claims.json
printf ' "env": ["BILLING_MODE"], "tests": {"command": ["python", "-m", "pytest", "-q"]}}\n' >>probes/claims.json
git add -A 2>/dev/null
git -c user.name=Ada -c user.email=ada@example.invalid commit -qm First

PYTHONPATH='C:\nowhere;far' BILLING_MODE=x probe box 2>"$work/said" || say 'box is probed' 1
has 'every family answers' 'read it before you publish it' "$work/said"
say 'no family broke' "$(grep -cE '^error = "[^"]' probes/box.txt || true)"
node "$root/dist/cli/index.js" table --places box --format json >"$work/table.json" 2>/dev/null || true
say 'the core reads it, for this very commit' "$(node -p 'const t = require(process.argv[1]); t.places[0].content === "match-merge" ? 0 : 1' "$work/table.json")"
say 'every claim holds' "$(node -p 'require(process.argv[1]).rows.filter((row) => row.cells.box?.state !== "holds").length' "$work/table.json")"

printf 'x\n' >far/down/new.txt
printf 'WHO = 2\r\n' >demo/__init__.py
cp "$python/python.exe" git.exe # must not be started in place of git
probe box --tests never --only git --stdout 2>/dev/null >"$work/there"
python3 "$root/dist/agent_probe.py" box --tests never --only git --stdout 2>/dev/null >"$work/here"
has 'git is the one on PATH' 'state = "ok"' "$work/there"
diff <(sed -n '/^\[git\]/,$p' "$work/there") <(sed -n '/^\[git\]/,$p' "$work/here")
say 'a changed tree has the content that it has here' $?
probe box --tests never --only git,path --out "Z:${work//\//\\}\\elsewhere.txt" 2>/dev/null
has 'it writes to another drive' '[path]' "$work/elsewhere.txt"
exit $failed
