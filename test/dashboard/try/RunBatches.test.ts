import { describe, expect, it } from "vitest"
import type { CallOptions, PublicApiResponse } from "../../../apps/dashboard/api/PublicApi.ts"
import {
  batchSize,
  initialRunState,
  runBatches,
  type RunState
} from "../../../apps/dashboard/pages/try/addresses/RunBatches.ts"
import type { CallPublicApi } from "../../../apps/dashboard/pages/try/request/CallWithRetries.ts"

type Said = PublicApiResponse<unknown>
type Body = { readonly emails: ReadonlyArray<string> }

const about = { text: "", requestId: null, millis: 1 }

const refusal = (status: number, message: string, retryAfterSeconds: number | null = null): Said => ({
  ...about,
  status,
  isSuccess: false,
  message,
  retryAfterSeconds,
  creditsCharged: 0
})

const success = (answer: unknown, creditsCharged: number): Said => ({
  ...about,
  status: 200,
  isSuccess: true,
  result: answer,
  creditsCharged
})

/** Responds as the API does: text without `@` is an invalid address. */
const checkedBatch = ({ emails }: Body): Said => {
  const valid = emails.flatMap((email, index) => email.includes("@") ? [{ index, email }] : [])
  return success({
    ok: true,
    results: valid.map((one) => ({
      ...one,
      domain: "example.com",
      disposable: false,
      email_blocked: false,
      role_account: false,
      public_domain: false,
      did_you_mean: null
    })),
    errors: emails.flatMap((email, index) =>
      email.includes("@") ? [] : [{ index, email, message: "The @ is missing." }]
    )
  }, valid.length)
}

const list = (length: number) =>
  Array.from({ length }, (_, at) => at % 100 === 7 ? `nobody${at}` : `a${at}@example.com`)
const keyOf = (from: number) => `run-${from}`

const run = async (
  addresses: ReadonlyArray<string>,
  ask: (body: Body, key: string | undefined) => Promise<Said>,
  { before = initialRunState, signal = new AbortController().signal }: { before?: RunState; signal?: AbortSignal } = {}
) => {
  let state = before
  const waits: Array<number> = []
  const asks =
    ((_: string, body: Body, options?: CallOptions) => ask(body, options?.idempotencyKey)) as unknown as CallPublicApi
  const end = await runBatches(addresses, before, keyOf, signal, (next) => state = next, {
    call: asks,
    wait: async (millis) => void waits.push(millis)
  })
  return { end, state, waits }
}

describe("runBatches", () => {
  it("checks the whole list in order, 500 addresses at a time, and adds up the charges", async () => {
    const addresses = list(1_203)
    const keys: Array<string | undefined> = []
    const { end, state } = await run(addresses, async (body, key) => {
      keys.push(key)
      return checkedBatch(body)
    })
    expect(end).toEqual({ outcome: "done", message: null })
    expect(state.checked.map(({ input }) => input)).toEqual(addresses)
    expect(state.checked.filter(({ problem }) => problem !== null).length).toBe(12)
    expect([state.charged, state.requests, batchSize]).toEqual([1_191, 3, 500])
    expect(keys).toEqual(["run-0", "run-500", "run-1000"])
  })

  it("waits as long as the response demands, and continues with the same key", async () => {
    const refusals = [refusal(429, "Too many", 7)]
    const keys = new Set<string | undefined>()
    const { end, state, waits } = await run(list(3), async (body, key) => {
      keys.add(key)
      return refusals.pop() ?? checkedBatch(body)
    })
    expect([end.outcome, state.checked.length, waits, keys.size]).toEqual(["done", 3, [7_000], 1])
  })

  it("reports why it stopped, keeps its results and can continue", async () => {
    const addresses = list(1_100)
    const first = await run(
      addresses,
      async (body, key) => key === "run-0" ? checkedBatch(body) : refusal(422, "Not enough credits.")
    )
    expect(first.end).toEqual({ outcome: "failed", message: "Not enough credits." })
    expect(first.state.checked.length).toBe(500)
    const second = await run(addresses, async (body) => checkedBatch(body), { before: first.state })
    expect(second.end.outcome).toBe("done")
    expect(second.state.checked.map(({ input }) => input)).toEqual(addresses)
  })

  it("stops between batches, while it waits and during a request", async () => {
    for (const when of ["between", "waiting", "asking"]) {
      const stop = new AbortController()
      const { end, state } = await run(list(1_100), async (body, key) => {
        if (when === "between") stop.abort()
        if (when === "between" || key === "run-0") return checkedBatch(body)
        stop.abort()
        if (when === "asking") throw new DOMException("Stopped.", "AbortError")
        return refusal(429, "Too many", 1)
      }, { signal: stop.signal })
      expect([end.outcome, state.checked.length]).toEqual(["stopped", 500])
    }
  })

  it("reports a broken connection and a response that omits addresses", async () => {
    const broken = await run(
      list(3),
      () => Promise.reject({ _tag: "Unreachable", message: "The server cannot be reached." })
    )
    expect(broken.end).toEqual({ outcome: "failed", message: "The server cannot be reached." })
    const short = await run(list(3), async () => success({ ok: true, results: [], errors: [] }, 0))
    expect(short.end.outcome).toBe("failed")
  })

  it("stops if the session has expired, which is not a result, and can continue", async () => {
    const { end, state } = await run(
      list(600),
      async (body, key) => key === "run-0" ? checkedBatch(body) : refusal(401, "Sign in first.")
    )
    expect([end, state.checked.length]).toEqual([{ outcome: "stopped", message: null }, 500])
  })

  it("gives up if the wait is too long or repeats too often", async () => {
    const long = await run(list(3), async () => refusal(503, "Come back tomorrow.", 86_400))
    expect([long.end.message, long.waits]).toEqual(["Come back tomorrow.", []])
    const always = await run(list(3), async () => refusal(429, "Too many", 1))
    expect([always.end.outcome, always.waits.length]).toEqual(["failed", 20])
  })
})
