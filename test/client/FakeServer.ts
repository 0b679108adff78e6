import { afterAll, afterEach, beforeAll } from "vitest"
import { type Client, createClientWith } from "../../apps/client/Client.ts"
import { type ClientOptions, type GatehouseFailure, isGatehouseError, type Retry } from "../../apps/client/index.ts"
import { systemTiming, type Timing } from "../../apps/client/Timing.ts"
import { type FakeGatehouse, humanVerdict, respondWith, startFakeGatehouse } from "../shield/FakeGatehouse.ts"

export const emailResult = {
  ok: true,
  email: "ann@example.com",
  domain: "example.com",
  disposable: false,
  email_blocked: false,
  role_account: false,
  public_domain: false,
  did_you_mean: null,
  ip_blocked: null,
  country_blocked: null
}
export const leadResult = {
  request_id: "r",
  verdict: "clean",
  risk_score: 0,
  categories: [],
  reasons: [],
  language: null
}

export const failureOf = async (call: Promise<unknown>): Promise<GatehouseFailure> => {
  const error = await call.then(() => undefined, (error: unknown) => error)
  if (!isGatehouseError(error)) throw new Error(`not a failure of the client: ${error}`)
  return error
}

/** Starts a fake server for the tests of one file, and creates clients that skip the delays and record them. */
export const fakeServer = () => {
  let fake: FakeGatehouse
  const delays: Array<number> = []
  const retries: Array<Retry> = []
  const timing: Timing = {
    now: systemTiming.now,
    random: () => 1,
    sleep: async (millis) => void delays.push(millis)
  }
  beforeAll(async () => {
    fake = await startFakeGatehouse()
  })
  afterAll(() => fake.stop())
  afterEach(() => {
    fake.requests.length = 0
    fake.next.length = 0
    fake.behavior = respondWith(humanVerdict)
    delays.length = 0
    retries.length = 0
  })
  const client = (options: Partial<ClientOptions> = {}): Client =>
    createClientWith({
      baseUrl: fake.baseUrl,
      apiKey: "gh_live_x",
      backoffMillis: 100,
      onRetry: (retry) => retries.push(retry),
      ...options
    }, timing)
  const keysSent = () => fake.requests.map(({ headers }) => headers["idempotency-key"])
  return { fake: () => fake, client, delays, retries, keysSent }
}
