import { beforeAll } from "vitest"
import type { ServerAccount } from "../support/InProcessServer.ts"
import { createSharedAccount } from "../support/SharedAccount.ts"
import { asker } from "./Contract.ts"

/** Creates an account on the shared server for the tests of one file. The account is available once the tests run. */
export const keyedServer = (prepare?: (server: ServerAccount) => Promise<void>) => {
  let account: ServerAccount
  beforeAll(async () => {
    account = await createSharedAccount({ credits: 10_000 })
    await prepare?.(account)
  })
  const key = () => account.key
  return { server: () => account, key, ask: asker(() => account, key) }
}
