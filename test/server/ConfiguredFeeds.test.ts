import { Effect, Redacted, Result } from "effect"
import { describe, expect, it } from "vitest"
import { configuredFeeds, selectFeeds } from "../../apps/server/threats/ConfiguredFeeds.ts"
import { remedyFor, sourcePolicies } from "../../apps/server/threats/ConfiguredSources.ts"

const config = (threatFeeds: ReadonlyArray<string>, keys = "") => ({ threatFeeds, feedKeys: Redacted.make(keys) })

const refusal = <A>(effect: Effect.Effect<A, { readonly message: string }>) => {
  const { message } = Result.getOrThrow(Result.flip(Effect.runSync(Effect.result(effect))))
  expect(message).not.toContain("SECRET")
  expect(message).not.toContain("\n")
  return message
}

describe("configured feeds", () => {
  it("have their keys", () => {
    const [urlhaus] = Effect.runSync(configuredFeeds(config(["urlhaus"], "phishtank=x, urlhaus = SECRET=")))
    expect(urlhaus).toMatchObject({
      url: new URL("https://urlhaus-api.abuse.ch/v2/files/exports/SECRET%3D/recent.csv")
    })
  })

  it.each<readonly [ReadonlyArray<string>, string, RegExp]>([
    [["urlhaus"], "", /urlhaus needs an API key .* set GATEHOUSE_FEED_KEYS to urlhaus=KEY\.$/],
    [
      ["https://a.example/x?k=SECRET", "https://a.example/x?k=2"],
      "",
      /names a\.example\/x twice\. Use `#name=` to rename one/
    ],
    [[], "SECRET", /a key for an unknown feed\. Feeds with keys are urlhaus=KEY/],
    [[], "urlhaus=", /a key for an unknown feed/],
    [[], "openphish=SECRET", /a key for an unknown feed/]
  ])(
    "cannot be %j with keys %j",
    (feeds, keys, message) => expect(refusal(configuredFeeds(config(feeds, keys)))).toMatch(message)
  )

  it("are listed by name, and so are known ones that are not configured", () => {
    const set = config(["/srv/a.txt#name=house", "polkadot"])
    const names = (wanted: ReadonlyArray<string>) => Effect.runSync(selectFeeds(set, wanted)).map(({ name }) => name)
    expect(names([])).toEqual(["house", "polkadot"])
    expect(names(["polkadot", "openphish"])).toEqual(["polkadot", "openphish"])
    expect(refusal(selectFeeds(set, ["/srv/a.txt"]))).toMatch(/There is no feed \/srv\/a\.txt/)
    expect(refusal(selectFeeds(set, ["urlhaus"]))).toMatch(/needs an API key/)
  })
})

describe("the policy of a source", () => {
  const names = ["embedded", "a", "b", "c"]

  it("follows the operator's settings", () => {
    const policyOf = Effect.runSync(sourcePolicies({ sourcesOptional: ["b"], sourcesObserved: ["c"] }, names))
    expect(names.map(policyOf)).toEqual([
      { required: true, enforced: true },
      { required: true, enforced: true },
      { required: false, enforced: true },
      { required: false, enforced: false }
    ])
  })

  it("determines the remedy for a source without a list", () => {
    expect([remedyFor({ required: true, enforced: true }), remedyFor({ required: false, enforced: true })]).toEqual([
      "`gatehouse feeds update` fetches it, and GATEHOUSE_SOURCES_OPTIONAL makes it optional",
      "`gatehouse feeds update` fetches it"
    ])
  })

  it("is refused if two sources have the same name", () => {
    expect(refusal(sourcePolicies({ sourcesOptional: [], sourcesObserved: [] }, ["embedded", "a", "a"])))
      .toBe("Two threat sources are named a. Rename a feed with `#name=`.")
  })

  it("is refused for a source that is not configured", () => {
    expect(refusal(sourcePolicies({ sourcesOptional: [], sourcesObserved: ["d"] }, names)))
      .toBe("GATEHOUSE_SOURCES_OBSERVED names d, which is not a configured source. There are embedded, a, b, c.")
  })
})
