// A test runner for Stryker that starts nothing: the test files are bundled once, evaluated anew for each mutant (so
// that static ones count), and stopped at the first failure. Ten times as fast as starting vitest for each of them.
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import vm from 'node:vm'
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin'
import { rolldown } from 'rolldown'
import { TRIED } from './survivors.mjs'
import { collectTests } from './vitest-here.mjs'

const FOLDERS = ['__tests__/core/judge', '__tests__/core/verdict']
/** Properties take too long for every mutant. */
const LEFT_OUT = /\/(?:monotonic|properties)\.test\.ts$/
/** The one module that looks for files beside itself. */
const RECORDED = '__tests__/walk-throughs/support/recorded-files.ts'

const findTests = () =>
  FOLDERS.flatMap((dir) => fs.readdirSync(dir).map((name) => `${dir}/${name}`)).filter(
    (file) => file.endsWith('.test.ts') && !LEFT_OUT.test(file),
  )

async function bundle(file) {
  const made = await rolldown({
    input: path.resolve(file),
    platform: 'node',
    tsconfig: false,
    external: ['vitest', /^node:/],
    transform: { define: { 'import.meta.url': JSON.stringify(`file://${path.resolve(RECORDED)}`) } },
    // CommonJS has no import.meta; the one use of it is replaced above.
    onLog() {},
  })
  const { output } = await made.generate({ format: 'cjs', codeSplitting: false })
  const script = new vm.Script(`(function (exports, require, module) {${output[0].code}\n})`, { filename: file })
  return { file, script, require: createRequire(path.resolve(file)) }
}

class InProcess {
  capabilities() {
    return { reloadEnvironment: true }
  }

  async init() {
    this.bundles = await Promise.all(findTests().map(bundle))
  }

  async dryRun() {
    const { failed, message, results } = await this.run(this.bundles)
    const tests = failed ? [{ ...failed, status: 1, failureMessage: message }] : results
    return { status: 'complete', tests }
  }

  async mutantRun({ activeMutant: { id, fileName } }) {
    globalThis.__stryker__ ??= {}
    globalThis.__stryker__.activeMutant = id
    const { failed, message, results } = await this.run(this.inOrder(fileName))
    return failed
      ? { status: 'killed', failureMessage: message, killedBy: [failed.id], nrOfTests: results.length + 1 }
      : { status: 'survived', nrOfTests: results.length }
  }

  /** The mutated module's own tests first: they kill most of what can be killed. */
  inOrder(fileName) {
    const own = `/${path.basename(fileName, '.ts')}.test.ts`
    const rank = ({ file }) => {
      if (file.endsWith(own)) return 0
      return file.endsWith('/situations.test.ts') ? 1 : 2
    }
    return [...this.bundles].sort((a, b) => rank(a) - rank(b))
  }

  async run(bundles) {
    const results = []
    for (const { file, script, require } of bundles) {
      const { tests, vitest } = collectTests(path.resolve(file))
      const of = (name) => ({ id: `${file} ${name}`, name, timeSpentMs: 0 })
      const module = { exports: {} }
      try {
        script.runInThisContext()(module.exports, (id) => (id === 'vitest' ? vitest : require(id)), module)
      } catch (error) {
        return { failed: of('cannot be loaded'), message: String(error?.stack ?? error), results }
      }
      for (const { name, act } of tests) {
        const started = performance.now()
        try {
          await act()
          results.push({ ...of(name), status: 0, timeSpentMs: performance.now() - started })
        } catch (error) {
          return { failed: of(name), message: String(error?.message ?? error).slice(0, 300), results }
        }
      }
    }
    return { results }
  }
}
InProcess.inject = []

/** A line for each mutant as soon as it is tried: a run that is stopped has not been for nothing. */
class AsItGoes {
  onMutantTested({ fileName, mutatorName, replacement, location, status }) {
    const file = path.relative(process.cwd(), fileName).replaceAll('\\', '/')
    fs.appendFileSync(TRIED, `${JSON.stringify({ file, mutatorName, replacement, location, status })}\n`)
  }
}
AsItGoes.inject = []

export const strykerPlugins = [
  declareClassPlugin(PluginKind.TestRunner, 'in-process', InProcess),
  declareClassPlugin(PluginKind.Reporter, 'as-it-goes', AsItGoes),
]
