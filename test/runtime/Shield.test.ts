import { createHmac } from "node:crypto"
import { describe, expect, it } from "vitest"
import { human } from "../shield/FakeGatehouse.ts"
import { nodeRuntime, otherRuntimes, reportOf } from "./Runtimes.ts"

const runtimes = [nodeRuntime, ...otherRuntimes("Shield's helper is")]

const body = "AQAAAAAAAAAAAAAAAAAAAAAGc2l0ZV8xD3d3dy5leGFtcGxlLmNvbQGjGFxQAAGjGGDj4AA"
const mac = createHmac("sha256", Buffer.alloc(32)).update("shd1|degraded|k1|").update(body, "base64url")
const minted = `shd1.k1.${body}.${mac.digest("base64url")}`

describe("Shield's helper", () => {
  it.each(runtimes)("says the same of every answer on $name", async (runtime) => {
    const through = "unavailable true"
    const report: any = await reportOf(runtime, "ShieldScript.ts")
    expect(report).toEqual({
      kinds: {
        human: "human true",
        rejected: "rejected false",
        degraded: "degraded true",
        error: through,
        refused: "rejected false",
        page: through,
        huge: through,
        redirect: through,
        reset: through,
        half: through,
        silence: through,
        trickle: through
      },
      log: [
        "service_error",
        "request_refused",
        "service_error",
        "service_error",
        "service_error",
        "service_unavailable",
        "service_unavailable",
        "service_unavailable",
        "service_unavailable"
      ],
      wentElsewhere: false,
      handled: { kind: "human", name: "Ann" },
      minted,
      edge: { passed: human, origin: "https://www.example.com", instead: ["shd1", "k1"] }
    })
  }, 60_000)
})
