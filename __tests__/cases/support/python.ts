/** Environments as people have them, made without a package index: wheels by hand, venvs, private interpreters. */
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { findInterpreter, venvWithPytest } from '../../support/python.ts'
import { type Files, writeFiles } from '../../support/repo.ts'
import { type Env, makeVenv, openVenv } from '../../support/venv.ts'

const run = promisify(execFile)

/** Nothing of the caller's reaches Python, least of all its packages and hooks. */
export const PLAIN_ENV = { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' }

export type { Env }

export async function python(version?: string): Promise<string> {
  const found = await findInterpreter(version)
  if ('missing' in found) throw new Error(found.missing)
  return found.found.path
}

/** Output of a Python program, without the last newline. */
export async function runPython(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = PLAIN_ENV,
  cwd?: string,
) {
  const { stdout } = await run(program, [...args], { env, ...(cwd ? { cwd } : {}) })
  return stdout.trim()
}

interface VenvOptions {
  readonly version?: string
  readonly base?: string
  readonly pytest?: boolean
  /** The version whose pytest is taken: it is pure Python. */
  readonly like?: string | undefined
  readonly systemSite?: boolean
}

export async function createVenv(dir: string, options: VenvOptions = {}): Promise<Env> {
  const { systemSite, base = await python(options.version) } = options
  if (systemSite) await runPython(base, ['-I', '-m', 'venv', '--without-pip', '--system-site-packages', dir])
  const env = systemSite ? openVenv(dir) : makeVenv(base, {}, dir)
  if (options.pytest) await addPytest(env, 'like' in options ? options.like : env.minor)
  return env
}

/** One with pip in it, whose files are those of an environment that has it. */
export async function createVenvWithPip(dir: string, version: string): Promise<Env> {
  const env = await createVenv(dir, { version })
  await runPython(await python(version), ['-I', '-c', UNPACK_PIP, env.site])
  const code = 'import sys\nfrom pip._internal.cli.main import main\nsys.exit(main())'
  for (const name of ['pip', 'pip3']) installScript(env, name, code)
  return env
}
/** ensurepip's own wheel, unpacked as it would be installed. */
const UNPACK_PIP = `import ensurepip, glob, sys, zipfile
zipfile.ZipFile(glob.glob(ensurepip.__path__[0] + "/_bundled/pip-*.whl")[0]).extractall(sys.argv[1])`

/** What an installation can do without; its packages are not asked for. */
const LEFT_OUT = ['site-packages', 'test', 'idlelib', 'tkinter', 'turtledemo', 'lib2to3', 'ensurepip']
const WHERE =
  'import os, sys, sysconfig; print(sys.base_prefix, sysconfig.get_path("stdlib"), os.path.realpath(sys.executable), sep="\\n")'

/** An installation of one's own: links to the files of a real one, so that its site-packages may be filled. */
export async function createPrivatePython(dir: string, version?: string, pytest = false): Promise<Env> {
  const base = await runPython(await python(version), ['-I', '-c', WHERE])
  const [prefix = '', library = '', program = ''] = base.split('\n')
  const here = path.join(dir, path.relative(prefix, library))
  fs.mkdirSync(path.join(here, 'site-packages'), { recursive: true })
  fs.mkdirSync(path.join(dir, 'bin'))
  const kept = fs.readdirSync(library).filter((name) => !LEFT_OUT.includes(name))
  await copyLinked(
    kept.map((name) => path.join(library, name)),
    here,
  )
  await copyLinked([program], path.join(dir, 'bin'))
  for (const name of ['python', 'python3']) fs.symlinkSync(path.basename(program), path.join(dir, 'bin', name))
  const env = openVenv(dir)
  if (pytest) await addPytest(env, env.minor)
  return env
}

/** Hard links where the file system has them: no copy costs time. */
const copyLinked = (files: readonly string[], to: string) =>
  run('cp', ['-al', ...files, to]).catch(() => run('cp', ['-a', ...files, to]))

const PYTEST_PARTS = `
import importlib.metadata as m, re, sys
seen = {}
def add(name):
    key = re.sub(r"[-_.]+", "-", name).lower()
    if key in seen: return
    try: found = m.distribution(name)
    except m.PackageNotFoundError: return
    seen[key] = found
    for need in found.requires or []:
        if "extra ==" not in need: add(re.match(r"[A-Za-z0-9._-]+", need).group())
add("pytest")
tops = set()
for found in seen.values():
    for file in found.files or []:
        top = file.parts[0]
        if top not in ("..", "__pycache__"): tops.add(str(found.locate_file(top)))
print("\\n".join(sorted(tops)))
`
const parts = new Map<string, Promise<readonly string[]>>()

async function findPytest(version?: string): Promise<readonly string[]> {
  const venv = await venvWithPytest(version)
  if ('missing' in venv) throw new Error(venv.missing)
  return (await runPython(venv.found.python, ['-I', '-c', PYTEST_PARTS])).split('\n')
}

async function addPytest({ site }: Env, version?: string): Promise<void> {
  const key = version ?? ''
  const known = parts.get(key) ?? findPytest(version)
  parts.set(key, known)
  await copyLinked(await known, site)
}

export interface Wheel {
  readonly name: string
  readonly version: string
  /** path in site-packages → text */
  readonly files: Files
}

/** A package of one module that says which copy it is. */
export const demoWheel = (who = 'installed', version = '1.0', name = 'demo'): Wheel => ({
  name,
  version,
  files: { [`${name}/__init__.py`]: `WHO = ${JSON.stringify(who)}\n` },
})

const ZIP = `
import base64, hashlib, json, sys, zipfile
target, wheel = sys.argv[1], json.load(sys.stdin)
stem = "%s-%s" % (wheel["name"], wheel["version"])
info = stem + ".dist-info/"
files = dict(wheel["files"])
files[info + "METADATA"] = "Metadata-Version: 2.1\\nName: %(name)s\\nVersion: %(version)s\\n" % wheel
files[info + "WHEEL"] = "Wheel-Version: 1.0\\nGenerator: hand\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n"
files[info + "entry_points.txt"] = wheel.get("entry", "")
record = ""
for name, text in files.items():
    digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
    record += "%s,sha256=%s,%d\\n" % (name, digest, len(text.encode()))
files[info + "RECORD"] = record + info + "RECORD,,\\n"
with zipfile.ZipFile("%s/%s-py3-none-any.whl" % (target, stem), "w") as archive:
    for name, text in files.items(): archive.writestr(name, text)
print(archive.filename)
`

/** A real wheel file; its path. */
export async function packWheel(folder: string, wheel: Wheel, entry = ''): Promise<string> {
  fs.mkdirSync(folder, { recursive: true })
  const child = run(await python(), ['-I', '-c', ZIP, folder], { env: PLAIN_ENV })
  child.child.stdin?.end(JSON.stringify({ ...wheel, entry }))
  return (await child).stdout.trim()
}

/** The same bytes that pip would leave; null leaves one of them out. */
export function installedFiles(wheel: Wheel, more: Files = {}): Files {
  const info = `${wheel.name}-${wheel.version}.dist-info`
  const files: Files = {
    ...wheel.files,
    [`${info}/METADATA`]: `Metadata-Version: 2.1\nName: ${wheel.name}\nVersion: ${wheel.version}\n`,
    [`${info}/WHEEL`]: 'Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    [`${info}/INSTALLER`]: 'pip\n',
    [`${info}/top_level.txt`]: `${wheel.name}\n`,
    ...Object.fromEntries(Object.entries(more).map(([name, text]) => [`${info}/${name}`, text])),
  }
  const kept = Object.fromEntries(Object.entries(files).filter(([, text]) => text !== null))
  const record = Object.keys(kept).map((name) => `${name},,\n`)
  return { [`${info}/RECORD`]: `${record.join('')}${info}/RECORD,,\n`, ...kept }
}

export const install = (site: string, wheel: Wheel, more: Files = {}): void =>
  writeFiles(site, installedFiles(wheel, more))

export const directUrl = (url: string, editable = true): string =>
  JSON.stringify({ url, dir_info: editable ? { editable: true } : {} })

/** An editable install of `dir`, as setuptools leaves it: a path in a .pth file, or a finder with a mapping. */
export function installEditable(site: string, name: string, dir: string, kind: 'path' | 'finder'): void {
  const source = path.join(dir, 'src')
  const more = { 'direct_url.json': directUrl(`file://${dir}`) }
  if (kind === 'path') {
    install(site, { name, version: '0.1', files: { [`__editable__.${name}-0.1.pth`]: `${source}\n` } }, more)
    return
  }
  const finder = `__editable___${name}_0_1_finder`
  const mapping = JSON.stringify({ [name]: path.join(source, name) })
  const files = {
    [`__editable__.${name}-0.1.pth`]: `import ${finder}; ${finder}.install()\n`,
    [`${finder}.py`]: FINDER.replace('@MAPPING@', mapping),
  }
  install(site, { name, version: '0.1', files }, more)
}

/** What setuptools writes, without its namespaces. */
const FINDER = `import sys
from importlib.machinery import ModuleSpec, PathFinder
from importlib.machinery import all_suffixes as module_suffixes
from importlib.util import spec_from_file_location
from itertools import chain
from pathlib import Path

MAPPING = @MAPPING@
NAMESPACES = {}
PATH_PLACEHOLDER = '__editable__.finder.__path_hook__'


class _EditableFinder:
    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        for pkg, pkg_path in reversed(list(MAPPING.items())):
            if fullname == pkg or fullname.startswith(f"{pkg}."):
                rest = fullname.replace(pkg, "", 1).strip(".").split(".")
                return cls._find_spec(fullname, Path(pkg_path, *rest))
        return None

    @classmethod
    def _find_spec(cls, fullname, candidate_path):
        init = candidate_path / "__init__.py"
        candidates = (candidate_path.with_suffix(x) for x in module_suffixes())
        for candidate in chain([init], candidates):
            if candidate.exists():
                return spec_from_file_location(fullname, candidate)


def install():
    if not any(finder == _EditableFinder for finder in sys.meta_path):
        sys.meta_path.append(_EditableFinder)
`

/** A console script as pip writes it. */
export function installScript(env: Env, name: string, code: string): void {
  fs.writeFileSync(path.join(env.dir, 'bin', name), `#!${env.python}\n${code}\n`, { mode: 0o755 })
}
