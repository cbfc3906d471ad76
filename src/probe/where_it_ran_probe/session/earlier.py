"""Sessions before this one, on the same content: red ones, and whether this one is a retry of them."""
import os
import re
import sys
from os.path import join

from where_it_ran_probe.base.contract import SESSION_RECORD
from where_it_ran_probe.base.python import version_text
from where_it_ran_probe.base.tools import sha256_of_text
from where_it_ran_probe.facts.env import SESSION, SESSION_STARTS
from where_it_ran_probe.session.command import command_digest
from where_it_ran_probe.session.doubts import doubts_about_place, place_facts
from where_it_ran_probe.session.process import WITHHELD
from where_it_ran_probe.session.record import PROCESS_FORMS, SESSION_FORMS, read_record, take


def red_before(context, home, content):
    """Conditions of the last ten sessions of the claimed command that were red on this content, in this place and job,
    as the record tells that the next one will replace. What a green one does not say: another one was red."""
    record, wrong = read_record(join(home, SESSION_RECORD)), []
    if record is None:
        return []
    session = take(record["session"], SESSION_FORMS, wrong)
    here = doubts_about_place(place_facts(context), take(record["session"], PROCESS_FORMS, wrong)) == []
    claimed = session["claimed_command"] and record["session"].get("command_digest") == command_digest(context)
    if wrong or not here or not claimed or content is None or session["content_before"] != content:
        return []
    # Who stopped it does not say that it was red.
    stopped = session["finished"] and session["interrupted"] and not session["failed"]
    red = session["exit_status"] != 0 and not stopped and session["narrowed"] == [] and not session["collect_only"]
    return ((session["red"] or []) + ([session["conditions"] or ""] if red else []))[-10:]


def conditions_digest(context):
    """Equal for two sessions of one command only where interpreter and variables are: then the second is a retry.
    Variables of a step, and what the probe withholds from tests that it starts, are no condition."""
    step = SESSION_STARTS + ("GITHUB_", "RUNNER_", "ACTIONS_", "PYTHONHASHSEED")
    kept = [one for one in sorted(os.environ.items()) if one[0] not in SESSION and not one[0].startswith(step)]
    kept = [one for one in kept if not re.match(WITHHELD, one[0])]
    return sha256_of_text(repr((context.claims.salt, sys.prefix, version_text(), kept)))
