import { main } from './main.ts'

const { stdout: out, stderr: err, env, argv } = process
const [, script, ...words] = argv
process.exitCode = await main({ cwd: process.cwd(), env, script, argv: words, out, err })
