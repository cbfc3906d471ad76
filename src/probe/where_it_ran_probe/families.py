"""The table of all families of facts, and the look at each of them."""
import time

from where_it_ran_probe.base.contract import FORMAT
from where_it_ran_probe.base.masks import describe_problem
from where_it_ran_probe.base.render import bound_facts
from where_it_ran_probe.facts.canary import persist_facts
from where_it_ran_probe.facts.env import env_facts
from where_it_ran_probe.facts.git_facts import git_facts
from where_it_ran_probe.facts.host import host_facts
from where_it_ran_probe.facts.interpreter import interpreter_facts
from where_it_ran_probe.facts.packages import packages_facts
from where_it_ran_probe.facts.path import path_facts
from where_it_ran_probe.facts.previous import previous_facts, probe_facts
from where_it_ran_probe.facts.secrets import secrets_facts
from where_it_ran_probe.session.run import tests_facts

FAMILIES = (
    ("probe", probe_facts),
    ("previous", previous_facts),
    ("host", host_facts),
    ("interpreter", interpreter_facts),
    ("path", path_facts),
    ("packages", packages_facts),
    ("env", env_facts),
    ("persist", persist_facts),
    ("git", git_facts),
    ("tests", tests_facts),
    ("secrets", secrets_facts),
)


def collect(context):
    """{family: facts} of all families that were asked for; one that breaks never costs another."""
    facts = {}
    context.start_early()
    # What git reads takes longest: by then the others have looked.
    for name, look in sorted(FAMILIES, key=lambda family: family[0] in ("git", "tests")):
        if name not in context.options.asked and name != "probe":
            continue
        started = time.time()
        try:
            facts[name] = bound_facts(dict(look(context)), name)
        except Exception as problem:
            facts[name] = {"error": describe_problem(problem, context)}
        context.durations[name] = max(0, int((time.time() - started) * 1000))
    facts = {name: facts[name] for name, _ in FAMILIES if name in facts}
    # Without these two the file says nothing at all, whatever else broke.
    facts["probe"] = dict({"format": FORMAT, "place": context.place, "leg": context.leg}, **facts["probe"])
    facts["probe"]["durations"] = {name: context.durations[name] for name in facts}
    return facts
