"""[probe]: this run of the probe."""
import time
from os.path import abspath

from where_it_ran_probe.base.contract import FORMAT
from where_it_ran_probe.base.head import VERSION
from where_it_ran_probe.base.tools import sha256_of_file, utc


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
        "ci": context.ci,
    }
