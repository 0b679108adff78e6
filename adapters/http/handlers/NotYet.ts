import { Data, Effect, identity } from "effect"
import { Api } from "../api/Api.ts"
import { bind } from "../server/Binding.ts"

const { siteverify } = Api.groups.shield.endpoints

/** What this release cannot do yet. */
class NotAvailableYet extends Data.TaggedError("NotAvailableYet")<{ readonly message: string }> {}

const notYet = (what: string) =>
  Effect.fail(new NotAvailableYet({ message: `${what} is not available yet in this release.` }))

export const siteverifyBinding = bind(siteverify, {
  prepare: (body) => body,
  work: () => notYet("Shield verification"),
  reply: identity
})
