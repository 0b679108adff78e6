import { Effect } from "effect"
import { execFileSync, spawn } from "node:child_process"
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as SecretsNode from "../../adapters/crypto/SecretsNode.ts"
import { eventBody } from "../../core/events/AccountEvent.ts"
import { Secrets } from "../../core/kernel/Secrets.ts"
import { signedHeaders } from "../../core/webhooks/Signature.ts"
import { readText, root } from "../house/Tree.ts"
import { eventually } from "../support/Eventually.ts"
import { eventWith } from "../support/WebhookEndpoints.ts"

const [receiver = "", verifier = ""] = [...readText("docs/guides/webhooks.md").matchAll(/^```ts\n([^]*?)^```$/gm)].map(
  ([, code = ""]) => code
)
const folder = mkdtempSync(join(tmpdir(), "gatehouse-samples-"))
const node = join(root, "node_modules/.bin/node")
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
const secrets = Effect.runSync(Effect.provide(Secrets, SecretsNode.layer))
const body = eventBody(eventWith({ data: { key_id: "key_ünïcode" } }))

const sign = (id: string, { at = new Date(), text = body } = {}) =>
  signedHeaders(secrets, { secret, previousSecret: { secret: "whsec_b2xk", expiresAt: new Date(1e15) } }, {
    id,
    at,
    body: text
  })

beforeAll(() => {
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  writeFileSync(join(folder, "receiver.ts"), receiver)
  writeFileSync(join(folder, "verifier.ts"), verifier)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it("the receiver of the guide accepts signed events once, and refuses others", async () => {
  const child = spawn(node, ["--no-warnings", "receiver.ts"], {
    cwd: folder,
    env: { ...process.env, PORT: "0", WEBHOOK_SECRET: secret }
  })
  try {
    let output = ""
    child.stdout.setEncoding("utf8").on("data", (text) => output += text)
    child.stderr.setEncoding("utf8").on("data", (text) => output += text)
    const port = await eventually(() => /port: (\d+)/.exec(output)?.[1], (found) => found !== undefined)
    const post = async (headers: Record<string, string>, text = body) =>
      (await fetch(`http://localhost:${port}/`, { method: "POST", headers, body: text })).status
    const signed = sign("evt_1")
    expect(await post(signed)).toBe(204)
    expect(await post(signed)).toBe(204)
    expect(await post(sign("evt_2"))).toBe(204)
    expect(await post(signed, `${body} `)).toBe(401)
    expect(await post({ ...signed, "webhook-id": "evt_3" })).toBe(401)
    expect(await post(sign("evt_4", { at: new Date(Date.now() - 600_000) }))).toBe(401)
    expect(await post({})).toBe(401)
    const events = await eventually(() => output.match(/^key\.revoked .*$/gm) ?? [], ({ length }) => length >= 2)
    expect(events).toEqual(Array(2).fill("key.revoked {\"key_id\":\"key_ünïcode\"}"))
  } finally {
    child.kill("SIGKILL")
  }
})

it("the function of the guide accepts signed events, and refuses others", () => {
  const signed = sign("evt_1")
  const old = sign("evt_1", { at: new Date(Date.now() - 600_000) })
  const cases = [
    [signed, body, secret],
    [{ ...signed, "webhook-signature": `v2,AAAA ${signed["webhook-signature"]}` }, body, secret],
    [signed, body, "whsec_b2xk"],
    [signed, `${body} `, secret],
    [signed, body, "whsec_AAAA"],
    [{ ...signed, "webhook-id": "evt_2" }, body, secret],
    [{ ...signed, "webhook-timestamp": "soon" }, body, secret],
    [{ ...signed, "webhook-signature": "v1,AAAA" }, body, secret],
    [old, body, secret],
    [{}, body, secret]
  ]
  const script = `import { isFromGatehouse } from "./verifier.ts"
    const cases = ${JSON.stringify(cases)}
    console.log(JSON.stringify(cases.map(([headers, body, secret]) => isFromGatehouse(new Headers(headers), body, secret))))`
  const output = execFileSync(node, ["--no-warnings", "--input-type=module", "-e", script], {
    cwd: folder,
    encoding: "utf8"
  })
  expect(JSON.parse(output)).toEqual([true, true, true, ...Array(7).fill(false)])
})
