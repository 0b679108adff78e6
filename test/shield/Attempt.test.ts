import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { type AttemptOptions, solveChallenge } from "../../apps/widget/Attempt.ts"
import { shieldWaitMillisMax } from "../../apps/widget/Limits.ts"

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const replies: Readonly<Record<string, object>> = {
  challenge: { challenge: "c", profile: "sha256", seed: "s", puzzles: 1, bits: 1 },
  redeem: { token: "t", expires_in: 300, ticket: "k", ticket_expires_in: 3_600 }
}

/**
 * Time to advance, longer than an attempt can wait. Running all timers might not end, because other code sets some
 * again.
 */
const enoughMillis = 2 * shieldWaitMillisMax

/**
 * Runs an attempt whose signals take `snapshotMillis`, against a server that responds in 1 ms.
 *
 * Returns the events in order.
 */
const attempt = (snapshotMillis: number) => {
  const events: Array<string> = []
  let sent: unknown
  vi.stubGlobal("fetch", async (url: string, { body }: { body: string }) => {
    const name = url.split("/").at(-1)!
    events.push(`${name} asked`)
    await new Promise((resolve) => setTimeout(resolve, 1))
    events.push(`${name} answered`)
    if (name === "redeem") sent = JSON.parse(body).signals
    return Response.json(replies[name])
  })
  const signals = {
    challenged: () => events.push("challenged"),
    snapshot: () => new Promise<object>((resolve) => setTimeout(() => resolve({ v: 1 }), snapshotMillis)),
    stop: () => {}
  }
  const options = {
    sitekey: "k",
    base: "https://shield.example/shield",
    files: "",
    solver: { supportedProfile: async () => "sha256", solve: async () => [0] },
    signals: () => signals,
    actions: () => 0,
    form: () => null,
    nonce: "",
    onProgress: () => {}
  } as unknown as AttemptOptions
  return { done: solveChallenge(options, new AbortController().signal), events, sent: () => sent }
}

it("measures time from the arrival of the challenge, regardless of network latency", async () => {
  const { done, events } = attempt(0)
  await vi.advanceTimersByTimeAsync(enoughMillis)
  await done
  expect(events).toEqual([
    "challenge asked",
    "challenge answered",
    "challenged",
    "redeem asked",
    "redeem answered"
  ])
})

it.each([[shieldWaitMillisMax - 100, { v: 1 }], [shieldWaitMillisMax + 100, null]])(
  "sends signals that take %d ms on a slow device as %j",
  async (millis, expected) => {
    const { done, sent } = attempt(millis)
    await vi.advanceTimersByTimeAsync(enoughMillis)
    expect((await done).token).toBe("t")
    expect(sent()).toEqual(expected)
  }
)
