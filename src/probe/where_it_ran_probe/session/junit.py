"""Counts the tests of a JUnit report."""
from os.path import getsize

from where_it_ran_probe.base.head import COUNTS
from where_it_ran_probe.base.tools import open_regular

JUNIT_MAX = 64 * 1024 * 1024
JUNIT_OUTCOMES = {"failure": "failed", "error": "errors", "skipped": "skipped"}


def read_junit(path):
    """Counts of a JUnit report; None where it is none. expat itself, not ElementTree: a document type is refused
    before an entity of it could be expanded."""
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
    parser.EntityDeclHandler = refuse
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
