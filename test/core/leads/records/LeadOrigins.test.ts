import { Effect } from "effect"
import { expect, it } from "vitest"
import { RequestHistory, type RequestRecord } from "../../../../core/history/RequestHistory.ts"
import type { ApiKey } from "../../../../core/keys/ApiKey.ts"
import { ApiKeys } from "../../../../core/keys/ApiKeys.ts"
import { withOrigins } from "../../../../core/leads/records/LeadOrigins.ts"
import type { LeadRecord } from "../../../../core/leads/records/LeadRecord.ts"

const lead = (requestId: string) => ({ requestId, accountId: "acc_1" }) as LeadRecord
const request = (requestId: string, subject: string | null, keyId: string) =>
  ({ requestId, subject, keyId }) as RequestRecord

it("finds the origin of each lead with two reads, however many leads there are", async () => {
  const requested: Array<string> = []
  const kept = [
    request("a", "a***@icloud.com", "key_1"),
    request("b", null, "key_2"),
    request("c", "m***@example.com", "dashboard:mem_1")
  ]
  const found = await Effect.runPromise(
    withOrigins("acc_1", ["a", "b", "c", "gone"].map(lead)).pipe(
      Effect.provideService(
        RequestHistory,
        {
          getMany: (accountId: string, ids: ReadonlyArray<string>) => {
            requested.push(`requests of ${accountId}: ${ids.join()}`)
            return Effect.succeed(new Map(kept.map((one) => [one.requestId, one])))
          }
        } as unknown as RequestHistory["Service"]
      ),
      Effect.provideService(
        ApiKeys,
        {
          list: (accountId: string) => {
            requested.push(`keys of ${accountId}`)
            return Effect.succeed([
              { id: "key_1", name: "Contact form", lastFour: "aaaa" } as ApiKey,
              { id: "key_2", name: "", lastFour: "bbbb" } as ApiKey
            ])
          }
        } as unknown as ApiKeys["Service"]
      )
    )
  )
  expect(found.map(({ keyName, sender }) => [sender, keyName])).toEqual([
    ["a***@icloud.com", "Contact form"],
    [null, "…bbbb"],
    ["m***@example.com", null],
    [null, null]
  ])
  expect(requested).toEqual(["requests of acc_1: a,b,c,gone", "keys of acc_1"])
})
