import { Effect, type Layer } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder, type HttpApiGroup } from "effect/http-api"
import { AccountApi } from "../api/AccountApi.ts"
import type { OwnPages, SessionAuth, WellFormed } from "../api/SessionAuth.ts"

type Name = keyof typeof AccountApi["groups"]

/** Answers for a group whose handlers are not written yet. */
export const standIn = <const N extends Name>(
  name: N
): Layer.Layer<HttpApiGroup.Service<"account", N>, never, OwnPages | SessionAuth | WellFormed> => {
  const build = (handlers: { readonly handleRaw: (name: string, handler: () => unknown) => unknown }) => {
    for (const endpoint of Object.keys(AccountApi.groups[name].endpoints)) {
      handlers.handleRaw(endpoint, () => Effect.succeed(answer))
    }
    return handlers
  }
  return HttpApiBuilder.group(AccountApi, name as never, build as never) as never
}

const answer = HttpServerResponse.jsonUnsafe(
  { _tag: "NotThere", message: "This is not there yet." },
  { status: 501 }
)
