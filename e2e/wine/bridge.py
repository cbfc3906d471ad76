#!/usr/bin/env python3
"""Plays Git for Windows: paths of drives C and Z come in, paths of drive C go out."""
import os
import re
import subprocess
import sys

DRIVE = os.environ["WINEPREFIX"] + "/drive_c"


def plain(text):
    text = text.replace("hooksPath=nul", "hooksPath=/dev/null")
    drive = re.match(r"([CcZz]):[\\/]", text)
    if drive is None:
        return text
    return (DRIVE if drive.group(1) in "Cc" else "") + "/" + text[3:].replace("\\", "/")


environment = dict(os.environ, PATH="/usr/bin:/bin", HOME=plain(os.environ.get("USERPROFILE", "C:\\")))
for name in [name for name in environment if name.startswith("GIT_")]:
    environment[name] = ":".join(plain(part) for part in environment[name].split(";"))
words = [plain(word) for word in sys.argv[1:]]
base = plain(environment.pop("BRIDGE_FILE"))
with open(base + ".in", "rb") as stdin:
    done = subprocess.run(["git"] + words, env=environment, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
told = done.stdout
if "rev-parse" in words or "config" in words:
    told = told.replace(os.fsencode(DRIVE), b"C:")
for ending, text in ((".out", told), (".err", done.stderr)):
    with open(base + ending, "wb") as file:
        file.write(text)
with open(base + ".part", "w") as file:
    file.write("%d;" % (done.returncode if done.returncode >= 0 else 128))
os.rename(base + ".part", base + ".code")
