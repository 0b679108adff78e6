import { createVerifier, edgeFallback, mintDegradedToken, shieldFetch } from "../../apps/shield/index.ts"
import { humanVerdict, respondWith, startFakeGatehouse } from "../shield/FakeGatehouse.ts"

/**
 * Reports what Shield's helper for form servers returns for each kind of response.
 *
 * Includes the minting of degraded tokens and the edge fallback.
 */
export const shieldReport = async () => {
  const fake = await startFakeGatehouse()
  const log: Array<string> = []
  const options = {
    secret: "gh_secret_x",
    baseUrl: fake.baseUrl,
    timeoutMillis: 10_000,
    log: ({ reason }: { readonly reason: string }) => void log.push(reason)
  }
  const verify = createVerifier(options)
  const verifyHastily = createVerifier({ ...options, timeoutMillis: 300 })
  const kindWhen = async (behavior: typeof fake.behavior): Promise<string> => {
    fake.behavior = behavior
    const isSlow = behavior.kind === "hangs" || behavior.kind === "trickles"
    const { accepted, kind } = await (isSlow ? verifyHastily : verify)({ token: "sh1.a.b" })
    return `${kind} ${accepted}`
  }

  const kinds = {
    human: await kindWhen(respondWith(humanVerdict)),
    rejected: await kindWhen(respondWith({ success: false, error: "duplicate token" })),
    degraded: await kindWhen(respondWith({ success: true, degraded: true })),
    error: await kindWhen(respondWith({}, 500)),
    refused: await kindWhen(respondWith({}, 422)),
    page: await kindWhen({ kind: "text", text: "<html>" }),
    huge: await kindWhen(respondWith({ ...humanVerdict, more: "x".repeat(100_000) })),
    redirect: await kindWhen({ kind: "redirects", to: `${fake.baseUrl}/elsewhere` }),
    reset: await kindWhen({ kind: "resets" }),
    half: await kindWhen({ kind: "breaks off" }),
    silence: await kindWhen({ kind: "hangs" }),
    trickle: await kindWhen({ kind: "trickles" })
  }
  const wentElsewhere = fake.requests.some(({ path }) => path === "/elsewhere")

  fake.behavior = respondWith(humanVerdict)
  const handle = shieldFetch(
    async (request, shield) => Response.json({ kind: shield?.kind, name: (await request.formData()).get("name") }),
    options
  )
  const form = new FormData()
  form.append("shield-token", "sh1.a.b")
  form.append("name", "Ann")
  const handled = await (await handle(new Request("https://www.example.com/form", { method: "POST", body: form })))
    .json()

  const key = "A".repeat(43)
  const minted = await mintDegradedToken({
    key,
    keyId: "k1",
    siteId: "site_1",
    hostname: "www.example.com",
    now: 1_800_000_000_000,
    id: new Uint8Array(16)
  })

  const edge = edgeFallback({
    origin: fake.baseUrl,
    key,
    keyId: "k1",
    slowMillis: 10_000,
    sites: [{ id: "site_1", site_key: "gh_site_A", hostnames: ["www.example.com"] }]
  })
  const ask = () =>
    edge(
      new Request("https://shield.example.com/shield/challenge", {
        method: "POST",
        headers: { Origin: "https://www.example.com" },
        body: JSON.stringify({ sitekey: "gh_site_A" })
      })
    )
  const passed = await (await ask()).json()
  const origin = fake.requests.at(-1)!.headers["origin"]
  fake.behavior = { kind: "resets" }
  const instead = await (await ask()).json()
  await fake.stop()
  return {
    kinds,
    log,
    wentElsewhere,
    handled,
    minted,
    edge: { passed, origin, instead: instead.challenge.split(".").slice(0, 2) }
  }
}
