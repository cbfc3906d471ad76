"""Reads probes/claims.json and says all that is wrong with it."""
import hashlib
import json
import os
import re
from os import fsdecode
from os.path import expanduser, join

from where_it_ran_probe.base.contract import CLAIMS_MAX, CLAIM_KEYS, CLAIM_LISTS, ONE_LINE, PLACES, SALT
from where_it_ran_probe.base.head import Usage
from where_it_ran_probe.base.tools import open_regular


class Claims(object):
    """What claims.json claims, or what is claimed without it. packages, env, files, canary, secrets: lists of
    {"name", …} as in the file, a bare string made an object; tests: {"command": list or None, "reports": list} or
    None. digest: sha256 of the file, or "default"."""

    digest = "default"
    salt = ""
    packages = env = files = canary = ()
    secrets = ({"name": ".env"}, {"name": "configuration"})
    tests = None

    @property
    def from_file(self):
        return self.digest != "default"


def read_claims(path):
    """Claims of the file, or what is claimed without one; Usage names all that is wrong with it."""
    try:
        with open_regular(path) as file:
            raw = file.read()
        data = json.loads(raw.decode("utf-8-sig"))
    except (FileNotFoundError, NotADirectoryError):
        return Claims()
    except OSError as problem:
        raise Usage("%s cannot be read: %s" % (path, problem.strerror))
    except (ValueError, RecursionError) as problem:
        raise Usage("%s is not JSON: %s" % (path, problem))
    problems = []

    def expect(fine, where, what):
        if not fine:
            problems.append("%s: %s" % (where, what))
        return fine

    claims = parse_claims(data, expect)
    if problems:
        raise Usage("%s: %s" % (path, "; ".join(problems[:20])))
    claims.digest = hashlib.sha256(raw).hexdigest()
    return claims


def parse_claims(data, expect):
    """Claims from parsed JSON; expect(fine, where, what) hears of all that is wrong, and nothing else is then used."""
    claims = Claims()
    if not expect(isinstance(data, dict), "$", "expected an object"):
        return claims
    for key in data:
        expect(key in CLAIM_KEYS, "$." + key, "unknown key; expected one of " + ", ".join(CLAIM_KEYS))
    claims.salt = data.get("salt", "")
    salty = isinstance(claims.salt, str) and re.match(SALT, data.get("salt", "x"))
    expect(salty, "$.salt", "expected letters, digits and + / = _ . - (no spaces), at most 200")
    expect_places(data, "places", "$", expect)
    for name, pattern, longest, extra in CLAIM_LISTS:
        setattr(claims, name, parse_list(data.get(name, []), "$." + name, pattern, longest, extra, expect))
    expect(data.get("own", []) == [], "$.own", "expected an empty list")
    if "tests" in data:
        claims.tests = parse_tests(data["tests"], expect)
    expect(isinstance(data.get("explain", {}), dict), "$.explain", "expected an object")
    return claims


def expect_places(table, key, where, expect):
    places = table.get(key, ["local"])
    lists = list(places.values()) if key == "places" and isinstance(places, dict) else [places]
    fine = all(isinstance(some, list) and some and all(one in PLACES for one in some) for some in lists)
    expect(fine, "%s.%s" % (where, key), "expected a list of " + ", ".join(PLACES))


def parse_list(entries, where, pattern, longest, extra, expect):
    claims = []
    fine = isinstance(entries, list) and len(entries) <= CLAIMS_MAX
    if expect(fine, where, "expected a list of at most %d entries" % CLAIMS_MAX):
        for index, entry in enumerate(entries):
            claims.append({"name": entry} if isinstance(entry, str) else entry)
            expect_claim(claims[-1], "%s[%d]" % (where, index), pattern, longest, extra, expect)
    return claims


def expect_claim(claim, at, pattern, longest, extra, expect):
    named = isinstance(claim, dict) and isinstance(claim.get("name"), str)
    if expect(named, at, "expected a name, or an object with a name"):
        for key in claim:
            expect(key in extra.split() + ["name", "in"], "%s.%s" % (at, key), "unknown key")
        fine = len(claim["name"]) <= longest and re.match(pattern, claim["name"])
        expect(fine, at, json.dumps(claim["name"][:60]) + " is no such name")
        expect_places(claim, "in", at, expect)
        source = claim.get("from", "repo")
        a_file = "compare" in extra and isinstance(source, str) and len(source) <= 500 and re.match(ONE_LINE, source)
        expect(source == "repo" or a_file, at + ".from", "expected a file" if "compare" in extra else 'expected "repo"')
        for key in ("compare", "empty"):
            expect(claim.get(key, False) in (True, False), "%s.%s" % (at, key), "expected true or false")


def parse_tests(tests, expect):
    fine = isinstance(tests, dict) and not set(tests) - {"command", "reports", "in", "fewer", "earlier", "apart"}
    if not expect(fine, "$.tests", "expected an object with command, reports, in, fewer, earlier and apart"):
        return None
    for key in ("command", "reports"):
        words = tests.get(key, ["x"])
        fine = isinstance(words, list) and len(words) <= 100 and (words or key == "reports")
        fine = fine and all(isinstance(one, str) and len(one) <= 500 and re.match(ONE_LINE, one) for one in words)
        expect(fine, "$.tests." + key, "expected a list of words")
    expect_places(tests, "in", "$.tests", expect)
    return {"command": tests.get("command"), "reports": tests.get("reports", [])}


def file_of_claim(context, name):
    """The file that a claim names. It is written in UTF-8, as git writes it, whatever the locale of this process."""
    path = name if os.name == "nt" else fsdecode(name.encode("utf-8", "surrogatepass"))
    return join(context.cwd, expanduser(path))


def secret_paths(context):
    """Claimed secret files; `configuration` is a claim, not a file."""
    return [one["name"] for one in context.claims.secrets if one["name"] != "configuration"]
