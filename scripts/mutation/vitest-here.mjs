// What the tests of judges and gate use of vitest, with its own matchers. Anything else is missing and fails the dry run.
import fs from 'node:fs'
import path from 'node:path'
import util from 'node:util'
import { chai, equals, JestAsymmetricMatchers, JestChaiExpect, JestExtend } from '@vitest/expect'

for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin)

const asymmetric = (asymmetricMatch) => ({ asymmetricMatch, $$typeof: Symbol.for('jest.asymmetricMatcher') })

function createExpect(file) {
  const expect = (value, message) => {
    const assertion = chai.expect(value, message)
    assertion.toMatchFileSnapshot = async (name) => {
      chai.expect(value).toBe(fs.readFileSync(path.resolve(path.dirname(file), name), 'utf8'))
    }
    return assertion
  }
  return Object.assign(expect, {
    objectContaining: (part) => chai.expect.objectContaining(part),
    stringContaining: (part) => asymmetric((value) => String(value).includes(part)),
    stringMatching: (pattern) => asymmetric((value) => new RegExp(pattern).test(value)),
    arrayContaining: (wanted) => asymmetric((value) => wanted.every((one) => value.some((x) => equals(x, one)))),
  })
}

/** Tests of a file in their order, and the module that it imports as `vitest`. */
export function collectTests(file) {
  const tests = []
  const names = []
  const test = (name, act) => tests.push({ name: [...names, name].join(' '), act })
  const describe = (name, body) => {
    names.push(name)
    body()
    names.pop()
  }
  const each = (define) => (rows) => (title, act) => {
    for (const [index, row] of rows.entries()) {
      const values = Array.isArray(row) ? row : [row]
      define(`${util.format(title, ...values)} #${index}`, () => act(...values))
    }
  }
  test.each = each(test)
  describe.each = each(describe)
  const nothing = () => {}
  return { tests, vitest: { afterAll: nothing, describe, expect: createExpect(file), it: test, test } }
}
