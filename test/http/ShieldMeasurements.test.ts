import { beforeAll, describe, expect, it } from "vitest"
import { people } from "../core/shield/score/People.ts"
import type { ServerAccount } from "../support/InProcess.ts"
import { behindProxy, sharedServer } from "../support/SharedServer.ts"
import { siteverify } from "./Contract.ts"
import { easySolved, makeSite, type TestSite, visitor } from "./ShieldVisitor.ts"

const host = "shop.example.com"

let server: ServerAccount
let site: TestSite
const person = visitor(() => server, { origin: `https://${host}`, address: "203.0.113.9" })

beforeAll(async () => {
  server = await sharedServer({ env: behindProxy })
  site = await makeSite(server, [host])
})

describe("measurements that a script writes without a browser", () => {
  const scoreOf = async (signals: object) => {
    const { challenge, counters } = await easySolved(server, site)
    const { token } = (await person.redeem(challenge, counters, signals)).json
    return (await server.post(siteverify.path, { secret: site.secret, token })).json.score
  }
  /** Of somebody who types: what does not belong to the browser of `person` is left out. */
  const { brands: _, evalLength: __, hintsPlatform: ___, platform: ____, userAgent: _____, ...typist } = people.keyboard
  const signals = { ...typist, secure: false, challengedMillis: 0 }

  it("are none without a shape, or with one that contradicts them", async () => {
    const { shape: _, ...unshaped } = signals
    // The puzzles of this test are the plain ones: they give 70 at most.
    expect(await scoreOf(signals)).toBeGreaterThanOrEqual(60)
    expect(await scoreOf(unshaped)).toBeLessThan(40)
    expect(await scoreOf({ ...signals, shape: "" })).toBeLessThan(40)
    expect(await scoreOf({ ...signals, shapeBits: 0 })).toBeLessThan(40)
    expect(await scoreOf({ ...signals, pageMillis: 300, visibleMillis: 300 })).toBeLessThan(40)
  })
})
