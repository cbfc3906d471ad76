"""[probe] and [previous]: this run of the probe, and what the last file of this place said."""
import os
import re
import time
from os.path import abspath, join

from where_it_ran_probe.base.contract import FIRST_LINE, FORMAT, HOSTED_AGENTS
from where_it_ran_probe.base.head import VERSION
from where_it_ran_probe.base.tools import is_hex, read_start, sha256_of_file, utc


def probe_facts(context):
    return {
        "format": FORMAT,
        "place": context.place,
        "leg": context.leg,
        "version": VERSION,
        "digest": sha256_of_file(abspath(__file__)),
        "taken_at": utc(time.time()),
        "claims": context.claims.digest,
        "run_id": context.run_id,
        "hosted_agent": next((name for name, value in map(str.split, HOSTED_AGENTS) if is_set(name, value)), ""),
        "ci": context.ci,
    }


def is_set(name, value):
    return os.environ.get(name, "") != "" if value == "*" else os.environ.get(name) == value


def read_earlier(context):
    """{section: {key: text}} of this place's earlier file, read before it is overwritten; {} where there is none."""
    usual = join(context.probes, context.options.place + ".txt")
    texts = [read_start(file) for file in (context.out, usual)]
    return parse_own(next((one for one in texts if one.startswith(FIRST_LINE + "\n")), ""))


def previous_facts(context):
    """What that file said. Whoever wrote it is not believed more."""
    kept = context.once("earlier", lambda: read_earlier(context))
    if not kept:
        return {"found": False, "canaries": {}}

    def hexed(section, key, length=32):
        value = kept.get(section, {}).get(key, "")
        return value if is_hex(value, length) else None

    nonces = {name: hexed("persist.canary." + name, "nonce") for name in ("home", "repo", "temp")}
    return {
        "found": True,
        "run_id": hexed("probe", "run_id"),
        "machine": hexed("host", "machine"),
        "boot": hexed("host", "boot"),
        "container": hexed("host", "container"),
        "canaries": {name: nonce for name, nonce in nonces.items() if nonce},
        "env": earlier_variables(context, kept),
    }


def earlier_variables(context, kept):
    """What the earlier file said of variables that are still claimed; hashes of other claims have another salt."""
    salted = kept.get("probe", {}).get("claims") == context.claims.digest
    found = {}
    for claim in context.claims.env:
        name = claim["name"]
        variable = kept.get("env.claimed." + name, {})
        if variable.get("set") in ("true", "false"):
            found[name] = {"set": variable["set"] == "true"}
            if salted and is_hex(variable.get("hash"), 12):
                found[name]["hash"] = variable["hash"]
    return found


def parse_own(text):
    """{section: {key: text}} of the plain strings and flags that this file's writer makes; the rest is passed over."""
    sections, current = {}, {}
    for line in text.splitlines():
        head = re.match(r"^\[(.+)\]$", line)
        if head:
            current = sections.setdefault(head.group(1), {})
        pair = re.match(r'^([a-z_]+) = (?:"([ !#-\[\]-~]*)"|(true|false))$', line)
        if pair:
            current[pair.group(1)] = pair.group(2) or pair.group(3) or ""
    return sections
