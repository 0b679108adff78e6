import { Console, Effect } from "effect"
import { layerEmbedded, screenUrl } from "gatehouse"

const verdict = (url: string) =>
  screenUrl(url).pipe(
    Effect.map(({ listed }) => listed === null ? "not listed" : `listed by ${listed.source}: ${listed.expression}`),
    // A threat source did not answer, or the text is not a web URL. Neither means that the URL is safe.
    Effect.catch(({ message }) => Effect.succeed(`not checked: ${message}`))
  )

const program = Effect.forEach(
  ["https://example.com/", "http://MALWARE.wicar.org./data/eicar.com", "ftp://example.com/"],
  (url) => Effect.flatMap(verdict(url), (text) => Console.log(`${url}\n  ${text}`)),
  { discard: true }
)

await Effect.runPromise(Effect.provide(program, layerEmbedded))
