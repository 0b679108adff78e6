import { Effect } from "effect"
import { Accounts } from "../accounts/Accounts.ts"
import { Sites } from "./Sites.ts"

/** The hosts of every site that the accounts here have; of `*.example.com` it is example.com. */
export const ownHosts = Effect.gen(function*() {
  const sites = yield* Sites
  const accounts = yield* (yield* Accounts).list
  const all = yield* Effect.forEach(accounts, ({ id }) => sites.list(id))
  return new Set(all.flat().flatMap(({ hostnames }) => hostnames.map((hostname) => hostname.replace(/^\*\./, ""))))
})
