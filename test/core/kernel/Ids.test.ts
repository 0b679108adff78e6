import { expect, it } from "vitest"
import type { LedgerCommand } from "../../../core/credits/LedgerCommand.ts"
import type { AccountId, KeyId, RequestId } from "../../../core/kernel/Ids.ts"
import type { Site } from "../../../core/sites/Site.ts"

// `npm run types` is the test: an expected error that does not occur is one.
it("an id of one kind is not taken for one of another", () => {
  const account: AccountId = "acc_1"
  const request: RequestId = "01a2"
  const used = (key: KeyId) => key
  // @ts-expect-error An account's id where a key's is wanted.
  expect(used(account)).toBe("acc_1")
  // @ts-expect-error A request's id where an account's is wanted.
  const command: LedgerCommand = { kind: "settle", accountId: request, requestId: request }
  const siteOf = (site: Pick<Site, "id" | "accountId">) => site
  // @ts-expect-error Both ids in the other's place.
  const site = siteOf({ id: account, accountId: "site_1" })
  expect([command.requestId, site.id]).toEqual(["01a2", "acc_1"])
})

it("text from outside is an id of any kind", () => {
  const text: string = JSON.parse("\"acc_1\"")
  const account: AccountId = text
  expect(account).toBe("acc_1")
})
