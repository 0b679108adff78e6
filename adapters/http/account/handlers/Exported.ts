import { Effect, Stream } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { LineFormat } from "../../../../core/kernel/ExportFile.ts"
import type { AccountId } from "../../../../core/kernel/Ids.ts"
import { isHeadOnly } from "../../server/HeadOnly.ts"
import { CurrentMember } from "../api/SessionAuth.ts"
import { takeChange } from "../server/ChangeLimit.ts"
import { ExportSlots } from "../server/ExportSlots.ts"
import { stillSignedIn } from "../server/StillSignedIn.ts"
import { whileRead } from "../server/WhileRead.ts"
import { audited } from "./Audited.ts"

interface Exported<R> {
  readonly name: "requests" | "credits"
  readonly format: LineFormat
  /** What narrows the list; the log tells by what, and not to which value. */
  readonly filter: object
  readonly read: (accountId: AccountId) => Effect.Effect<Stream.Stream<Uint8Array>, never, R>
}

/** A list of the account's, as a file that browsers save. */
export const exported = Effect.fnUntraced(function*<R>({ filter, format, name, read }: Exported<R>) {
  const member = yield* CurrentMember
  yield* (yield* ExportSlots).take("file", member)
  yield* HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(HttpServerResponse.setHeaders(response, {
      "content-disposition": `attachment; filename="${name}.${format}"`,
      "content-type": format === "csv" ? "text/csv; charset=utf-8" : "application/x-ndjson"
    }))
  )
  yield* takeChange(member.memberId)
  // Whoever asks for the head alone is handed nothing: nothing is read, and nothing to be noted.
  if (isHeadOnly((yield* HttpServerRequest.HttpServerRequest).source)) return Stream.empty
  yield* audited(`${name}.export`, "", [format, ...Object.keys(filter).map((by) => `by ${by}`)].join(", "))
  return whileRead(yield* read(member.accountId), yield* stillSignedIn)
})
