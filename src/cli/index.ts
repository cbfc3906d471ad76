import { main } from './main.ts'

const { stdout: out, stderr: err, env, argv } = process
process.exitCode = await main(argv.slice(2), { cwd: process.cwd(), env, out, err })
