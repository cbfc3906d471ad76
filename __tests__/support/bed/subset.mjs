// Cuts a subset of the description (operations by id + everything they refer to) for a repository fixture: node subset.mjs FILE [OPERATION...]
// Without names it takes the operations that fake-github answers. Needs the whole description: npm i --no-save @octokit/openapi@23.0.2
import fs from 'node:fs'
import { fullFile } from './openapi.mjs'
import { needs } from './fake-github.mjs'
const named = process.argv.slice(3), ids = new Set(named.length ? named : Object.keys(needs)); const s = JSON.parse(fs.readFileSync(fullFile(), 'utf8'))
const out = { openapi: s.openapi, info: s.info, servers: s.servers, paths: {}, components: {} }
for (const [p, item] of Object.entries(s.paths)) for (const [m, op] of Object.entries(item)) if (ids.has(op?.operationId)) { (out.paths[p] ??= {})[m] = op; if (item.parameters) out.paths[p].parameters = item.parameters; ids.delete(op.operationId) }
if (ids.size) throw new Error('unknown operations: ' + [...ids])
const todo = [out.paths]; const seen = new Set()
while (todo.length) JSON.stringify(todo.pop(), (k, v) => { if (k === '$ref' && typeof v === 'string' && !seen.has(v)) { seen.add(v); const [, , kind, name] = v.split('/'); (out.components[kind] ??= {})[name] = s.components[kind][name]; todo.push(s.components[kind][name]) } if (k === 'x-octokit' || k === 'x-github' || k === 'description' && typeof v === 'string' && v.length > 300) return undefined; return v })
fs.writeFileSync(process.argv[2], JSON.stringify(out))
console.log(process.argv[2], fs.statSync(process.argv[2]).size, Object.keys(out.components.schemas).length, 'schemas')
