"""What looks like a secret in a name, a path or a URL: only yes or no is written down."""
import re
from os.path import isdir

SECRET_WORDS = (
    r"(?i)TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|_KEY$|^KEY$|_PAT$|_PWD$|_AUTH$"
    r"|COOKIE|WEBHOOK|CONNECTION_?STRING|_DSN$|\.PEM$|\.P12$|^ID_[RED]|^\.ENV|^\.NETRC|^\.PGPASS"
)
# A URL in three parts: scheme, authority, the rest.
URL = r"\b([A-Za-z][A-Za-z0-9+.-]{0,40})://([^\s/?#'\"<>\\]*)([^\s'\"<>]*)"
TOKEN_USER = r"(gh[a-z]_|github_pat_|glpat-|pypi-|x-access-token|oauth2$)|[A-Za-z0-9_-]{24,}$"
NO_VALUE = r"(\$\{?\w+\}?|%\(\w+\)s|\*+)$"  # a name that something fills in, or a mask
TOKEN_PATH = r"/t/(?=[\w-]*\d)[\w-]{16,}(/(?!\d+\b)|$)"  # of conda's channels; a forum's topic has its number there
TOKEN_QUERY = r"(?i)[?&;][a-z_.-]*(?:token|secret|passw(?:or)?d|key|sig|signature|auth|credential)=(?!\$)[^&#]{4,}"

ASSIGNED = r"(?m)^\s*(?:export\s+)?[\"']?([\w.-]+)[\"']?\s*[:=]\s*[\"']?([\w+/=.~-]{20,200})[\"',;]*\s*$"
ENCRYPTED = (
    br"\A(\0GITCRYPT\0|\$ANSIBLE_VAULT;|age-encryption\.org/|-----BEGIN (AGE ENCRYPTED FILE|PGP MESSAGE)-)"
    br"|(?m:^(sops_mac=[\"']?|[ \t]+[\"']?mac[\"']?:[ \"']*)ENC\[|^DOTENV_PUBLIC_KEY\w*=[\"']?[0-9a-f]{64,66}\b)"
)


def shows_secret(data):
    """Whether a private key, a URL with a password, or a token under a name that sounds secret stands there in plain;
    hosts without a dot are those of tests."""
    text = data.decode("utf-8", "replace")
    named = [one for name, one in re.findall(ASSIGNED, text) if looks_secret(name) and "PUBLIC" not in name.upper()]
    tokens = [one for one in named if re.search(r"\d", one) and re.search(r"[A-Za-z]", one) and len(set(one)) > 9]
    return "PRIVATE KEY-----" in text or bool(tokens) or carries_credential(text, "", r"@[^.]*\Z|@127\.")


def is_encrypted(data):
    """By git-crypt, ansible-vault, age, PGP, SOPS or dotenvx, with nothing secret beside it in plain."""
    return re.search(ENCRYPTED, data) is not None and not shows_secret(data)


def looks_secret(name):
    return re.search(SECRET_WORDS, name) is not None


def holds_secret(name, value):
    """Whether a variable looks secret; BUILD_PWD is a folder as often as a password."""
    return looks_secret(name) and not (name.upper().endswith("_PWD") and isdir(value))


def carries_credential(text, schemes="", passed_over=r"\Z\A"):
    """Does any URL in the text carry a password, a token as user name or in its path, or one in its query?"""
    return any(
        url_carries(*one.groups()) for one in re.finditer(URL, text)
        if re.search(schemes, one.group(1)) and not re.search(passed_over, one.group(2))
    )


def url_carries(scheme, authority, rest):
    user = re.sub(r"\{env:(\w+):?\}", r"${\1}", authority.rpartition("@")[0])  # of tox.ini
    name, colon, password = user.partition(":")
    web = "http" in scheme.lower()
    # With a colon and no password the name itself is what lets in.
    if (password or web and colon and name) and not re.match(NO_VALUE, password or name):
        return True
    if web and (re.match(TOKEN_USER, name) or re.match(TOKEN_PATH, rest)):
        return True
    return re.search(TOKEN_QUERY, rest) is not None
