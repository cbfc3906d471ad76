#!/usr/bin/env python3
# -*- coding: utf-8 -*-
# This file is kept as it was shipped, whatever a project's tools make of it:
# flake8: noqa
# fmt: off
# isort: skip_file
# mypy: ignore-errors
# pylint: skip-file
# type: ignore
"""Where does it run? Facts about one place, written down by the interpreter that is asked about.

    python agent_probe.py PLACE     writes probes/PLACE.txt (PLACE: local, box or ci, or one with a leg: ci-py3.13)
    python agent_probe.py forget    removes the canaries that earlier runs planted
    python agent_probe.py --help    says every option, and what the exit statuses mean

It is a script, a module with fingerprint(), and a pytest plugin. Standard library only, CPython 3.8 to 3.14; older
interpreters parse it and are told so.

READS   this interpreter, its path and its start-up hooks; names and metadata of what is installed; names of environment
        variables; git's view of the working tree; the files that probes/claims.json names; the settings of git, pip, uv
        and poetry, for credentials in URLs; its own earlier file; ids of this machine.
RUNS    git, with hooks, filters, monitors and transports switched off; this Python once more, to hear what its start-up
        hooks say; the claimed test command, where --tests allows it; ioreg and sysctl on macOS, taskkill on Windows
        where tests must be stopped. To see every start look for "subprocess.".
WRITES  the probe file; a canary where claims.json asks for one; where tests run, their log and the session record
        .host_fingerprint.json; what is temporary, in a private folder that is removed.
NEVER   writes down a credential, a URL, what is in a file that claims.json names, or the
        value of a variable, but for: what names the CI run, the shell's name, options in PYTEST_ADDOPTS, masked paths
        in PYTHONPATH, VIRTUAL_ENV and CONDA_PREFIX, and a salted hash where claims.json says compare. Never uses the
        network or DNS, imports a package to look at it, changes git's index, objects or settings, what tests say, or
        how they end.

Ways to load it (scripts/agent_probes stands for the folder of this file):
  conftest.py at the top:  import sys; sys.path.append("scripts/agent_probes")
                           pytest_plugins = ["agent_probe"]
  command line:            PYTHONPATH=scripts/agent_probes python -m pytest -p agent_probe
  pyproject.toml:          addopts = "-p agent_probe", with the folder importable at start-up (PYTHONPATH;
                           from pytest 9 on pythonpath = ["scripts/agent_probes"] does it too)
  isolated, without conftest.py lines, which work under -I as they are:
                           python -I -c "import sys; sys.path.append('scripts/agent_probes');
                           import pytest; sys.exit(pytest.main(['-p', 'agent_probe'] + sys.argv[1:]))"

Its rooms, the lowest first, each stand under a line with two "==" that says what it is for. A family of facts NAME is
one function NAME_facts, which returns what stands in the probe file under [NAME]; a fact of None is left out, and
means: unknown.
"""
