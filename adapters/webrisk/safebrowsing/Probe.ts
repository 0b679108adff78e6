import { Effect, type Scope } from "effect"
import { keepUpdated, UpdateFailed } from "../Updating.ts"
import { digestOf } from "../UrlKeys.ts"
import type { HashSearch } from "./HashSearch.ts"

/** How often the vendor is asked about a page of its own, while nobody asks about another. */
export const probeMillis = 30 * 60_000
export const probeJitterMillis = 30_000

/** Google's page for tests of whether a protection works. */
const probed = "testsafebrowsing.appspot.com/s/malware.html"

/**
 * Asks now and then, so that the status tells of a wrong key or a dead line before anybody needs an answer, and that all is
 * well again after nobody dared to ask.
 */
export const keepProbing = (name: string, search: HashSearch): Effect.Effect<void, never, Scope.Scope> =>
  Effect.asVoid(keepUpdated({
    name: `${name}, search`,
    update: search.find([{ expression: probed, digest: digestOf(probed) }], () => true).pipe(
      Effect.as({ waitMillis: null }),
      // Not Google's own rule for lists: this is one small question.
      Effect.mapError(({ message }) => new UpdateFailed({ message, reached: false, retryAfterMillis: null }))
    ),
    updatedAt: null,
    periodMillis: probeMillis,
    jitterMillis: probeJitterMillis,
    freshMillis: probeMillis
  }))
