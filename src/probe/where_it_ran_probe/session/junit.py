"""Counts the tests of a report or of unittest's summary, and tells whether a result is of this run."""
import re
from os.path import getsize

from where_it_ran_probe.base.head import COUNTS
from where_it_ran_probe.base.tools import open_regular

JUNIT_MAX = 64 * 1024 * 1024
JUNIT_OUTCOMES = {"failure": "failed", "error": "errors", "skipped": "skipped"}
TIME = r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,]\d+)? ?(Z|[+-]\d\d:?\d\d)?\Z"
# How go, bazel, pants, Gradle, Turborepo and Nx say that no test ran, and that an earlier result was taken.
FROM_CACHE = (
    r"(?m)^(?:ok\s+\S+\s|//\S+\s|✓ ).*(\(cached.*)|^> Task (?:\S*:)?(?:test|\w+Test) (FROM-CACHE|UP-TO-DATE)\s*$"
    r"|^\S*\btest\S*: cache hit, (replay)|^.*Nx read the (output from the cache)"
)


def find_cached(unchanged, times, started, output):
    """What says that a result is of an earlier run, "" where nothing does: a claimed report that did not change, a
    time in one, words of a runner where no report has a time. Without a zone it may be any clock's on earth."""
    said = None if times else re.search(FROM_CACHE, output)
    found = ["%s did not change" % name for name in unchanged]
    found += ["a report is of %s" % text for text, zone, when in times if when < started - (2 if zone else 26 * 3600)]
    found += ["it says %s" % one.strip()[:40] for one in (said.groups() if said else ()) if one]
    return "".join(found[:1])


SUMMARY = r"(?m)^Ran (\d+) tests? in [\d.]+s\s+(?:OK|FAILED|NO TESTS RAN)(?: \((.*)\))?\s*$"


def read_summary(output):
    """Counts of what unittest printed, Django's runner too; None where it printed no summary."""
    from collections import Counter

    found = re.findall(SUMMARY, output)
    counts = dict.fromkeys(COUNTS[1:], 0)
    for ran, told in found:
        told = Counter({name: int(count) for name, count in re.findall(r"([a-z][a-z ]*)=(\d+)", told)})
        one = {"failed": told["failures"] + told["unexpected successes"], "errors": told["errors"]}
        one["skipped"] = told["skipped"] + told["expected failures"]
        one.update(collected=int(ran), passed=max(0, int(ran) - sum(one.values())))
        counts.update((name, counts[name] + count) for name, count in one.items())
    return counts if found else None


def read_junit(path, times):
    """Counts of a JUnit report; None where it is none. `times` gets when its suites ran, as far as they say. expat
    itself, not ElementTree: a document type is refused before an entity of it could be expanded."""
    from datetime import datetime
    from xml.parsers import expat

    counts = dict.fromkeys(COUNTS[1:], 0)
    # What is open: of a test case its outcome so far, of a suite what it says and what had been counted before it.
    opened = []

    def refuse(*_):
        raise ValueError("a report has no document type")

    def open_element(name, attributes):
        if name == "testcase":
            opened.append("passed")
        elif name in ("testsuite", "testsuites"):
            opened.append((attributes, dict(counts)))
            for day, hour, zone in re.findall(TIME, attributes.get("timestamp", "")):
                when = datetime.strptime(day + hour + (zone or "Z"), "%Y-%m-%d%H:%M:%S%z").timestamp()
                times.append(("%s %s" % (day, hour), zone, when))
        elif name in JUNIT_OUTCOMES and opened and opened[-1] in ("passed", "skipped"):
            opened[-1] = JUNIT_OUTCOMES[name]
        elif name in ("failure", "error") and not (opened and opened[-1] in COUNTS):
            counts["errors"] += 1  # of a whole class or module

    def close_element(name):
        if name == "testcase":
            counts["collected"] += 1
            counts[opened.pop()] += 1
        elif name in ("testsuite", "testsuites"):
            attributes, before = opened.pop()
            tests, failures, errors = (int(attributes.get(key) or 0) for key in ("tests", "failures", "errors"))
            new = {key: counts[key] - before[key] for key in counts}
            counts["errors"] += max(0, failures + errors - new["failed"] - new["errors"])
            counts["collected"] += max(0, tests - new["collected"])

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = refuse
    parser.StartElementHandler = open_element
    parser.EndElementHandler = close_element
    try:
        if getsize(path) > JUNIT_MAX:
            return None
        with open_regular(path) as file:
            parser.Parse(file.read(JUNIT_MAX), True)
    except (OSError, ValueError, expat.ExpatError):
        return None
    return counts
