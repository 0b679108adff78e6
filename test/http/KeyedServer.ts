import { afterAll, beforeAll } from "vitest"
import { startServer, type TestServer } from "../support/Server.ts"
import { asker } from "./Contract.ts"

/** A server for the tests of one file, with a key whose limit they do not reach. Both are there once the tests run. */
export const keyedServer = (prepare?: (server: TestServer) => Promise<void>) => {
  let running: TestServer
  let key = ""
  beforeAll(async () => {
    running = await startServer()
    key = (await running.makeKey()).key
    await prepare?.(running)
  })
  afterAll(() => running.remove())
  return {
    server: () => running,
    key: () => key,
    ask: asker(() => running, () => key),
    /** Kills it and starts another on what it left behind. */
    replace: async () => {
      await running.kill9()
      running = await startServer({ folder: running.folder })
    }
  }
}
