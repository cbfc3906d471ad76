"""[probe.ci]: which CI run this is, from the variables of its provider."""
import re

from where_it_ran_probe.base.contract import CI_PROVIDERS

# A sign is believed only with a value that a provider gives it, and a value only in a form that an id has.
CI_SIGN = r"(?i)(?:true|1|https?://.*|\d+(?:\.\d+)*(?: \(build \d+\))?)\Z"
CI_FORMS = {
    "run": r"(?:\d{1,20}|\{?[0-9a-fA-F-]{32,38}\}?|jenkins-[A-Za-z0-9._%-]{1,60}-\d+)\Z",
    "attempt": r"\d{1,20}\Z",
    "job": r"[A-Za-z0-9_{}:. /-]{1,200}\Z",
    "runner_name": r"[A-Za-z0-9_.: ()-]{1,200}\Z",
    "event": r"[A-Za-z_]{1,60}\Z",
    "sha": r"(?:[0-9a-f]{40}|[0-9a-f]{64})\Z",
}


def find_ci(environ):
    """Facts about the CI run from its provider's own variables; None outside one."""
    for provider, sign, run_id, attempt, job, event, sha in map(str.split, CI_PROVIDERS):
        value = environ.get(sign, "")
        if not re.match(CI_SIGN, value) or value == "0":
            continue

        def take(fact, name):
            return environ[name] if re.match(CI_FORMS[fact], environ.get(name, "")) else None

        kind = environ.get("RUNNER_ENVIRONMENT") if provider == "github" else None
        hosted = provider in ("circleci", "travis", "appveyor", "bitbucket")
        return {
            "provider": provider,
            "run": take("run", run_id),
            # Where the provider counts no attempts, another try is another run or job.
            "attempt": take("attempt", attempt) if attempt != "-" or provider == "other" else "1",
            "job": take("job", job),
            "runner": kind if kind in ("github-hosted", "self-hosted") else "hosted" if hosted else "unknown",
            # Tells the jobs of one moment apart.
            "runner_name": take("runner_name", "RUNNER_NAME") if provider == "github" else None,
            "event": take("event", event),
            "sha": take("sha", sha),
        }
    return None
