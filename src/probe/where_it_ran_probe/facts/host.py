"""[host]: the machine, its boot and its container, as keyed hashes."""
import hashlib
import hmac
import os
import re
import sys
from os.path import basename, isdir, realpath

from where_it_ran_probe.base.files import command_text
from where_it_ran_probe.base.tools import read_bytes, read_start

APP = "where-it-ran:"


def host_facts(context):
    environ, name = os.environ, host_name()
    told = environ.get("PROCESSOR_ARCHITEW6432") or environ.get("PROCESSOR_ARCHITECTURE") or ""
    shown = context.options.host or ("hash" if context.place == "local" else "show")
    facts = {
        "hostname": name if shown == "show" else None,
        "hostname_hash": keyed(context.claims.salt, "host", name)[:12],
        "platform": sys.platform if sys.platform in ("linux", "darwin", "win32") else "other",
        "arch": os.uname().machine if hasattr(os, "uname") else told,
        "shell": basename(environ.get("SHELL") or environ.get("COMSPEC") or "") or None,
    }
    facts.update(context.identity)
    return facts


def host_name():
    """The name of this machine, as it knows it: never getfqdn, a lookup can hang for seconds."""
    if hasattr(os, "uname"):
        return os.uname().nodename
    import socket

    return socket.gethostname()


def find_identity(salt, top):
    """{machine, boot, container, in_container, checkout, checkout_folder}: keyed, so that nobody learns an id or a path
    from them. Absent: unknown. top: of the working tree."""
    identifier, boot, container = read_machine_id(), read_boot_id(), find_container()
    if boot and sys.platform not in ("darwin", "win32"):
        boot += " " + start_of(1)  # in a container it changes with every start of the first process, too
    secret = identifier.hex() if identifier else container
    known = secret and top and isdir(top)
    return {
        "checkout": keyed(salt + secret, "checkout", realpath(top)) if known else None,
        "checkout_folder": keyed(salt + secret, "folder", os.stat(top).st_ino) if known else None,
        "machine": app_specific_id(identifier, salt) if identifier else None,
        "machine_absent": identifier is None,
        "boot": keyed(salt, "boot", boot) if boot else None,
        "container": keyed(salt, "container", container) if container else None,
        "in_container": bool(container),
    }


def keyed(salt, what, text):
    """32 hex digits."""
    key = (APP + salt).encode("utf-8", "replace")
    return hmac.new(key, ("%s:%s" % (what, text)).encode("utf-8", "replace"), hashlib.sha256).hexdigest()[:32]


def app_specific_id(machine_id, salt):
    """machine-id(5): HMAC-SHA256 of an application's id keyed by the machine id, as a version 4 UUID. `machine_id`:
    16 bytes. The same as `systemd-id128 machine-id --app-specific=ID`, with ID the first 16 bytes of
    sha256("where-it-ran:" + salt)."""
    app = hashlib.sha256((APP + salt).encode("utf-8", "replace")).digest()[:16]
    made = bytearray(hmac.new(machine_id, app, hashlib.sha256).digest()[:16])
    made[6] = made[6] & 0x0F | 0x40
    made[8] = made[8] & 0x3F | 0x80
    return made.hex()


def read_machine_id():
    """16 bytes that name the installation; None where the system has none (images should ship it empty)."""
    if sys.platform == "darwin":
        text = command_text(["/usr/sbin/ioreg", "-rd1", "-c", "IOPlatformExpertDevice"])
        return parse_uuid(text, r'"IOPlatformUUID" = "([^"]+)"')
    if sys.platform == "win32":
        return parse_uuid(read_registry(r"SOFTWARE\Microsoft\Cryptography", "MachineGuid"), r"(.+)")
    files = ("/etc/machine-id", "/var/lib/dbus/machine-id", "/etc/hostid")
    found = [parse_uuid(read_start(file), r"^([0-9a-f]{32})\s*$") for file in files]
    return next(filter(None, found), None)


def parse_uuid(text, pattern):
    found = re.search(pattern, text or "")
    digits = re.sub(r"[^0-9a-fA-F]", "", found.group(1)) if found else ""
    return bytes.fromhex(digits) if len(digits) == 32 and int(digits, 16) else None


def read_registry(path, name):
    """A value below HKEY_LOCAL_MACHINE as text; "" when it is not there."""
    try:
        import winreg

        # A 32-bit Python would be shown another part of the registry, where there is no such id.
        with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, path, 0, winreg.KEY_READ | winreg.KEY_WOW64_64KEY) as key:
            return str(winreg.QueryValueEx(key, name)[0])
    except (ImportError, OSError):
        return ""


def read_boot_id():
    """What changes with every boot of the kernel, in a container as outside it; "" where nothing says."""
    if sys.platform == "darwin":
        return command_text(["/usr/sbin/sysctl", "-n", "kern.bootsessionuuid"]).strip()
    if sys.platform == "win32":
        memory = r"SYSTEM\CurrentControlSet\Control\Session Manager\Memory Management\PrefetchParameters"
        return read_registry(memory, "BootId")
    return read_start("/proc/sys/kernel/random/boot_id").strip()


def find_container():
    """Id of the container from the cgroup path or from what is mounted over /etc; "" outside one."""
    groups = [line.rpartition(":")[2] for line in read_start("/proc/self/cgroup").splitlines()]
    ids = [re.search(r"(?:^|[/:_.-])([0-9a-f]{64}|[0-9a-f]{32}-\d+)(?:\.scope|\Z|/)", line) for line in groups]
    for line in read_start("/proc/self/mountinfo").splitlines():
        if re.search(r" /etc/(?:hostname|hosts|resolv\.conf) ", line):
            holders = r"/(?:docker|containers|sandboxes|overlay-containers|pods)/([0-9a-f]{64}|[0-9a-f-]{36})/"
            ids.append(re.search(holders, line))
    return next((found.group(1) for found in ids if found), "")


def start_of(pid):
    """Start of a process in clock ticks since boot; "" where /proc does not say."""
    words = read_bytes("/proc/%d/stat" % pid, 1 << 16).rpartition(b")")[2].split()
    return words[19].decode("ascii") if len(words) > 19 else ""
