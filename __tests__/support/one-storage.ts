/** One Azure storage emulator for a whole run: it starts when a file asks for its address, which takes a second. */
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { startAzurite } from './bed/fake-actions.mjs'

export default async function giveStorage(): Promise<() => Promise<void>> {
  let started: ReturnType<typeof startAzurite> | undefined
  const desk = http.createServer(async (_, response) => {
    started ??= startAzurite()
    response.end((await started).url)
  })
  desk.listen(0, '127.0.0.1')
  await once(desk, 'listening')
  process.env.WHERE_IT_RAN_STORAGE = `http://127.0.0.1:${(desk.address() as AddressInfo).port}`
  return async () => {
    desk.close()
    await (await started)?.close()
  }
}
