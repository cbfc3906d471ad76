/** One file has one set of names, and would hide that a room uses a name of another without importing it. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { readRooms } from '../../scripts/build/amalgamate.mjs'
import { CONTRACT_ROOM, makeContract } from '../../scripts/build/contract.mjs'
import { atRoot } from '../support/bed.ts'
import { anyPython } from '../support/look.ts'
import { createFolder } from '../support/repo.ts'

const CODE = `
import builtins, pathlib, symtable, sys

def tables(table):
    yield table
    for inner in table.get_children():
        yield from tables(inner)

top = pathlib.Path(sys.argv[1])
for file in sorted(top.rglob("*.py")):
    module = symtable.symtable(file.read_text("utf-8"), str(file), "exec")
    own = {one.get_name() for one in module.get_symbols() if one.is_assigned() or one.is_imported()}
    used = {
        one.get_name() for table in tables(module) for one in table.get_symbols()
        if one.is_referenced() and (one.is_global() or table is module)
    }
    imported = {one.get_name() for one in module.get_symbols() if one.is_imported()}
    for name in sorted(used - own - set(dir(builtins)) - {"__file__", "__name__"}):
        print("%s uses %s and does not import it" % (file.relative_to(top), name))
    for name in sorted(imported - used if file.name != "head.py" else ()):
        print("%s imports %s and does not use it" % (file.relative_to(top), name))
`

async function check(rooms: ReadonlyMap<string, string>): Promise<string> {
  const top = createFolder()
  for (const [room, text] of rooms) {
    const file = path.join(top, `${room}.py`)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, text)
  }
  return execFileSync((await anyPython()).path, ['-I', '-c', CODE, top], { encoding: 'utf8' })
}

const contract = await makeContract(atRoot('.'))
const rooms = () => readRooms(atRoot('src/probe/where_it_ran_probe')).set(CONTRACT_ROOM, contract)

it('every room of the probe imports what it uses, and uses what it imports', async () => {
  expect(await check(rooms())).toBe('')
})

it('the check sees a name that is missing, and one too many', async () => {
  const text =
    '"""One."""\nimport re\nimport os\n\n\ndef one(path):\n    return os.path.join(path, str(LIMIT), seen_from(path))\n'
  expect(await check(rooms().set('facts/one', text))).toBe(
    'facts/one.py uses LIMIT and does not import it\n' +
      'facts/one.py uses seen_from and does not import it\n' +
      'facts/one.py imports re and does not use it\n',
  )
})
