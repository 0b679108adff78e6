import { expect, it } from "vitest"
import type { LedgerCommand } from "../../../core/credits/LedgerCommand.ts"
import type { AccountId, KeyId, RequestId } from "../../../core/kernel/Ids.ts"
import type { Site } from "../../../core/sites/Site.ts"

// `npm run types` runs this test. It fails if an expected type error does not occur.
it("an ID of one kind is not assignable to another kind", () => {
  const account: AccountId = "acc_1"
  const request: RequestId = "01a2"
  const used = (key: KeyId) => key
  // @ts-expect-error An account's ID in place of a key's.
  expect(used(account)).toBe("acc_1")
  // @ts-expect-error A request's ID in place of an account's.
  const command: LedgerCommand = { kind: "settle", accountId: request, requestId: request }
  const siteOf = (site: Pick<Site, "id" | "accountId">) => site
  // @ts-expect-error The two IDs are swapped.
  const site = siteOf({ id: account, accountId: "site_1" })
  expect([command.requestId, site.id]).toEqual(["01a2", "acc_1"])
})

it("external text can be an ID of any kind", () => {
  const text: string = JSON.parse("\"acc_1\"")
  const account: AccountId = text
  expect(account).toBe("acc_1")
})
