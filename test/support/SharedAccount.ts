import {
  type AccountOptions,
  type InProcessServer,
  type ServerAccount,
  startServerInProcess
} from "./InProcessServer.ts"
import { atWorkerEnd } from "./WorkerEnd.ts"

/** Settings of a server that stores the subjects of requests and the messages of leads. */
export const storeEverything = { GATEHOUSE_HISTORY_SUBJECTS: "full", GATEHOUSE_LEAD_MESSAGES: "keep" } as const

/** Settings of a server that takes the visitor's address from `X-Forwarded-For`. */
export const trustLoopbackProxy = { GATEHOUSE_TRUSTED_PROXIES: "127.0.0.1" } as const

const servers = new Map<string, Promise<InProcessServer>>()

export interface SharedOptions extends AccountOptions {
  readonly env?: Readonly<Record<string, string>>
}

/**
 * Returns a new account on a server that the test files of a worker share. Each set of settings has its own server.
 *
 * Tests that change data of all accounts (the blocklist, submissions, metrics) or replace ports use
 * `startServerInProcess` instead.
 */
export const createSharedAccount = async ({ env = {}, ...options }: SharedOptions = {}): Promise<ServerAccount> => {
  const name = JSON.stringify(Object.entries(env).toSorted())
  let server = servers.get(name)
  if (server === undefined) {
    server = startServerInProcess({ env })
    servers.set(name, server)
    atWorkerEnd(async () => (await server!).stop())
  }
  return (await server).createAccount(options)
}
