// Joins the rooms of src/probe/where_it_ran_probe/ into the one file that is shipped, dist/agent_probe.py.
import fs from 'node:fs'
import path from 'node:path'

const PACKAGE = 'where_it_ran_probe'
/** From the ground up: a room imports from its own floor and from those below. */
const FLOORS = ['base', 'facts', 'session', 'families', 'main']
const IMPORTS = /^(?:(?:import|from) [^(\n]*(?:\([^)]*\))?\n+)*/
const OWN_IMPORT = new RegExp(`^from ${PACKAGE}\\.([\\w.]+) import (?:\\(([^)]*)\\)|([^(\\n]*))$`, 'gm')
const NAMED_IMPORT = /^from os(?:\.path)? import (?:\([^\n]*\n([^)]*)\)|([^(#\n]*).*)$/gm
const TOP_LEVEL_NAMES = /^(?:def|class) (\w+)|^(\w+(?:, \w+)*) = /gm

/** @returns the text of every room, {'base/tools': '…'}; '__init__' is what stands above all rooms. */
export function readRooms(dir) {
  const names = fs.readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((one) => one.endsWith('.py'))
  return new Map(
    names.sort().map((name) => {
      const room = name.slice(0, -'.py'.length).split(path.sep).join('/')
      return [room, fs.readFileSync(path.join(dir, name), 'utf8')]
    }),
  )
}

/** The rooms in one file, each below those that it imports from. Throws where they break a rule of the house. */
export function joinRooms(texts) {
  const rooms = [...texts].filter(([name]) => name !== '__init__').map(([name, text]) => parseRoom(name, text))
  checkNames(rooms)
  const sorted = sortRooms(rooms)
  const head = sorted.find(({ name }) => name === 'base/head')
  const named = namesOf(head.code)
  for (const { name, modules, single } of sorted) {
    const missing = [
      ...modules.filter((line) => !head.code.includes(`${line}\n`) && !head.code.includes(`${line}  #`)),
      ...single.filter((one) => !named.includes(one)),
    ]
    if (missing.length > 0) throw new Error(`${name}: ${missing[0]} is not imported by base/head, which decides when`)
  }
  const bodies = sorted.map(
    ({ name, purpose, code }) => `# == ${name} == ${purpose}\n${code.trim().replace(/\n{3,}(?=\S)/g, '\n\n')}\n`,
  )
  return [texts.get('__init__'), ...bodies].join('\n')
}

function parseRoom(name, text) {
  const [top, purpose] = /^"""([^\n]*)"""\n+/.exec(text) ?? []
  if (!purpose) throw new Error(`${name}: begins with no docstring of one line`)
  const below = text.slice(top.length)
  // What the head imports, and when, is the point of it.
  const imports = name === 'base/head' ? '' : IMPORTS.exec(below)[0]
  const code = below.slice(imports.length)
  const needs = [...imports.matchAll(OWN_IMPORT)].map(([, from, ...names]) => ({
    room: from.replaceAll('.', '/'),
    names: namesIn(['', ...names]),
  }))
  const others = imports.replace(OWN_IMPORT, '').replace(NAMED_IMPORT, '')
  return {
    name,
    purpose,
    code,
    needs,
    modules: others.split('\n').filter(Boolean),
    single: namesOf(imports),
    names: [...code.matchAll(TOP_LEVEL_NAMES)].flatMap(([, one, some]) => one ?? some.split(', ')),
  }
}

/** What a text imports of os and os.path by its own name. */
const namesOf = (text) => [...text.matchAll(NAMED_IMPORT)].flatMap(namesIn)

/** The names of an import, in brackets or not. */
function namesIn(found) {
  const names = found?.[1] ?? found?.[2] ?? ''
  return names
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
}

/** In one file there is one name for one thing, and what a room imports is there. */
function checkNames(rooms) {
  const owners = new Map()
  for (const { name, names } of rooms)
    for (const one of names) {
      const other = owners.get(one) ?? name
      if (other !== name) throw new Error(`${one} is in ${other} and in ${name}: one of them needs another name`)
      owners.set(one, name)
    }
  for (const { name, needs } of rooms)
    for (const { room, names } of needs)
      for (const one of names)
        if (owners.get(one) !== room) throw new Error(`${name} imports ${one}, which is not in ${room}`)
}

function sortRooms(rooms) {
  const floor = ({ name }) => FLOORS.indexOf(name.split('/')[0])
  const byName = new Map(rooms.map((room) => [room.name, room]))
  const sorted = new Set()
  const visit = (room, way) => {
    if (way.includes(room)) {
      const circle = [...way.slice(way.indexOf(room)), room]
      throw new Error(`a circle: ${circle.map(({ name }) => name).join(' -> ')}`)
    }
    if (sorted.has(room)) return
    for (const { room: name } of room.needs) {
      const below = byName.get(name)
      if (floor(below) > floor(room)) throw new Error(`${room.name} may not import from ${name}, a floor above`)
      visit(below, [...way, room])
    }
    sorted.add(room)
  }
  for (const room of rooms) if (floor(room) < 0) throw new Error(`${room.name} is on no floor`)
  // It says which Python is too old before anything else is done.
  visit(byName.get('base/head'), [])
  for (const room of rooms.toSorted((one, other) => floor(one) - floor(other))) visit(room, [])
  return [...sorted]
}
