"""[tests]: from a session record that counts, or from a run of the claimed command."""
from where_it_ran_probe.base.contract import TEST_KEYS
from where_it_ran_probe.base.python import version_text
from where_it_ran_probe.base.stderr import say
from where_it_ran_probe.session.command import claimed_command
from where_it_ran_probe.session.record import facts_of_record, find_record
from where_it_ran_probe.session.run import facts_of_run, isolated_facts, why_not_run

# What the test process said: from the record that the pytest plugin left, or from running the claimed
# command. A record is text that anybody may have written: it is read as such, and believed only for a reason.


def tests_facts(context):
    facts = {"source": "none", "believed": False, "disbelief": []}
    wanted = context.options.tests
    refusal = "they are not asked for (--tests never)" if wanted == "never" else why_not_run(context, wanted)
    record = None if wanted == "always" else find_record(context)
    if record is not None:
        facts = facts_of_record(context, record)
    # A command that starts with python means the interpreter that is probed: elsewhere it is a rumour.
    session = facts.get("session", {})
    same = session.get("prefix_agrees") and session.get("version") == version_text()
    serves = facts["believed"] and (same or claimed_command(context)[0] not in ("python", "python3"))
    if not serves and refusal is None:
        facts = facts_of_run(context)
    elif not serves and wanted != "never":
        say("tests are not run here: %s" % refusal)
    facts["command"] = claimed_command(context)
    if context.options.isolated and refusal is None:
        facts["isolated"] = isolated_facts(context)
    return {key: facts[key] for key in TEST_KEYS if key in facts}
