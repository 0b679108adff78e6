import { Console, Effect } from "effect"
import { layerEmbedded, screenUrl } from "gatehouse"

const verdict = (url: string) =>
  screenUrl(url).pipe(
    Effect.map(({ listed }) => listed === null ? "not listed" : `listed by ${listed.source}: ${listed.expression}`),
    // A source that did not answer, or something that is no web address: neither is "safe".
    Effect.catch(({ message }) => Effect.succeed(`not checked: ${message}`))
  )

const program = Effect.forEach(
  ["https://example.com/", "http://MALWARE.wicar.org./data/eicar.com", "ftp://example.com/"],
  (url) => Effect.flatMap(verdict(url), (said) => Console.log(`${url}\n  ${said}`)),
  { discard: true }
)

await Effect.runPromise(Effect.provide(program, layerEmbedded))
