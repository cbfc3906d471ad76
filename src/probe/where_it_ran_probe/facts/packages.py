"""[packages]: what is installed, and what serves each claimed package."""
import re
import sys
from os import sep
from os.path import isfile, join, realpath

from where_it_ran_probe.base.tools import is_below, read_bytes
from where_it_ran_probe.facts.build import COMPILED, SAME, build_of, roots_of
from where_it_ran_probe.facts.finders import find_origin
from where_it_ran_probe.facts.installed import NOT_OWN, normal_name


def packages_facts(context):
    scope = context.options.packages or ("claimed" if context.place == "local" else "all")
    installed = context.installed
    listed = sorted({"%s==%s" % (one.name, one.version) for one in installed})
    names = [one["name"] for one in context.claims.packages] if context.claims.from_file else context.own
    claimed = {name: claimed_package(context, name, installed) for name in names}
    shown = listed_of_claimed(listed, claimed) if scope == "claimed" else listed
    return {
        "scope": scope,
        "distributions": shown,
        "pip": any(one.name == "pip" for one in installed),
        "own": context.own if context.repository.has_index() else None,
        "claimed": claimed,
    }


def listed_of_claimed(listed, claimed):
    """Those of the listed distributions that bring a claimed package."""
    names = {facts.get("distribution") for facts in claimed.values()}
    return [line for line in listed if line.partition("==")[0] in names]


def claimed_package(context, claim, installed):
    carriers = [one for one in installed if one.name == normal_name(claim)]
    module = choose_module(claim, carriers)
    facts, file = find_origin(context, module)
    claims = [one for one in context.claims.packages if one["name"] == claim and one.get("from")]
    if not facts["importable"] and not claims:
        facts.update(metadata_alone(context, carriers))
    if claims or context.repository.has_index() and module.split(".")[0] in context.own:
        facts["same"] = SAME.get(build_of(context, file))
    carriers = carriers or find_carriers(installed, module, file)
    facts.update(distribution="", version="", installer="", direct_url="none", gone="")
    # The metadata beside the code speaks for it; with several of one name any of them may be asked.
    if carriers:
        carrier = carriers[0]
        facts.update(
            distribution=carrier.name,
            version=carrier.version,
            installer=carrier.read("INSTALLER").strip(),
            direct_url=carrier.direct_url()[0],
        )
        # Of two records of one name the older one lists what the newer one replaced.
        if len(carriers) == 1 and context.options is not None and is_below(file, carrier.folder):
            facts["gone"] = first_gone(carrier, module)
        built_for = built_for_another(carrier) if facts.get("label") in ("venv", "prefix", "user-site") else None
        if built_for:
            facts.update(importable=False, built_for=built_for)
    if context.repository.has_index():
        if context.options is not None:  # a test process is not asked
            facts["locked"] = context.once("locked", lambda: find_locked(context)).get(facts["distribution"], [])
        # One that is said to be the repository's may lie in any folder of it: python/, libs/x/src/.
        ends = ("/__init__.py", ".py") if claims and context.repository.readable else ()
        deep = any(roots_of(context, module.replace(".", "/") + end) for end in ends)
        facts["in_tree"] = module in context.own or deep
    return facts


def first_gone(carrier, module):
    """The first module below the claimed one that its RECORD lists, and that is not there; "" where all are. Tests are
    left out: some who pack wheels anew leave theirs away."""
    for line in carrier.read("RECORD").splitlines():
        path, ended, _ = line.replace("\\", "/").partition(",")
        code = path.startswith(module.replace(".", "/") + "/") and path.endswith((".py", ".so", ".pyd"))
        if ended and code and not re.search(r"/(?:tests?/|test_[^/]*\Z|conftest\.py\Z)", path):
            if not isfile(join(carrier.folder, *path.split("/"))):
                return path
    return ""


def find_locked(context):
    """{distribution: versions} that tracked lock files of this folder pin."""
    files = [one for one in context.repository.tracked_here() if re.match(r"(?:(?:uv|poetry|pdm)\.lock|requirements[\w.-]*\.txt)\Z", one)]
    text = "\n".join(read_bytes(join(context.cwd, one), 1 << 24).decode("utf-8", "replace") for one in files)
    pins = re.findall(r'(?m)^name = "([^"\n]+)"\r?\nversion = "([^"\n]+)"', text)
    pins += re.findall(r"(?m)^([A-Za-z0-9][\w.-]*)(?:\[[^\]\n]*\])? *== *([^\s;#,]+)", text)
    return {normal_name(name): sorted({of for one, of in pins if one == name})[:20] for name, _ in pins}


def built_for_another(carrier):
    """What a wheel was built for, where no Python of this kind can load it: copied here from elsewhere. None: fits."""
    tags = re.findall(r"(?m)^Tag: *([\w.]+)-([\w.]+)-([\w.]+)\s*$", carrier.read("WHEEL"))
    system = {"linux": "linux", "darwin": "macosx", "win32": "win"}.get(sys.platform)
    if sys.implementation.name != "cpython" or not system:
        return None
    for _, abi, platform in tags:
        version = re.match(r"cp(\d+)[a-z]*\Z", abi)
        ours = version is None or version.group(1) == "%d%d" % sys.version_info[:2]
        if ours and (platform == "any" or system in platform):
            return None
    return "-".join(tags[0]) if tags else None


def choose_module(claim, carriers):
    """The import name: the claimed one, or what the distribution of that name brings."""
    plain = claim.replace("-", "_")
    for carrier in carriers:
        names = carrier.import_names()
        if names and plain not in names:
            close = [name for name in names if normal_name(name) == normal_name(claim)]
            public = [name for name in names if not name.startswith("_") and name not in NOT_OWN]
            return below_namespace(carrier, claim, (close + public + names)[0])
    return plain


def below_namespace(carrier, claim, top):
    """The first real package: `google` is a namespace that many share, `google.cloud.storage` is one's own."""
    files = [file.rpartition("/") for file in carrier.files()]
    packages = [folder.split("/") for folder, _, name in files if name.startswith("__init__.")]
    packages = [".".join(parts) for parts in packages if parts[0] == top]
    if top in packages:
        return top
    close = [name for name in packages if normal_name(name) == normal_name(claim)]
    return (close + sorted(packages, key=lambda name: (name.count("."), name)) + [top])[0]


def metadata_alone(context, carriers):
    """Of a distribution that is whole without a module: commands, stubs, a list of others. {} where there is none."""
    whole = [join(one.folder, one.directory) for one in carriers if is_whole_without_module(one)]
    if not whole:
        return {}
    origin, label = context.mask(whole[0]), context.label(whole[0])
    return {
        "importable": True, "loader": "none", "readable": True,
        "origin": origin, "label": label, "path_origin": origin,
    }


def is_whole_without_module(carrier):
    """Whether all that it recorded is there and nothing is to be imported. A build that packed no code is not whole."""
    direct, files = carrier.direct_url()[0], carrier.files()
    brought = [file for file in files if not file.startswith(carrier.directory + "/")]
    code = [file for file in brought if file.endswith((".py", ".pth") + COMPILED) and not file.startswith("..")]
    needs = "\nRequires-Dist:" in carrier.read("METADATA") and direct == "none"
    if not files or code or direct == "editable" or not (brought or needs):
        return False
    return all(isfile(join(carrier.folder, *file.split("/"))) for file in brought)


def find_carriers(installed, module, where):
    """Distributions of another name that bring a module: those whose metadata lies beside it are asked first."""
    if not where:
        return []
    top = module.split(".")[0]
    beside = [one for one in installed if is_below(where, one.folder.rstrip(sep)) and top in one.import_names()]
    # An editable install keeps its metadata away from the code.
    return (beside or [one for one in installed if is_editable_of(one, top, where)])[:5]


def is_editable_of(carrier, top, where):
    kind, folder = carrier.direct_url()
    inside = folder is not None and is_below(realpath(where), folder)
    return kind == "editable" and (inside or top in carrier.import_names())
