import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { readText, root } from "../house/Tree.ts"
import { nodeRuntime } from "../runtime/Runtimes.ts"
import { needs } from "../support/TestRun.ts"
import { type FakeGatehouse, humanVerdict, respondWith, startFakeGatehouse } from "./FakeGatehouse.ts"
import { startExample } from "./StartExample.ts"

let fake: FakeGatehouse
const ends: Array<() => Promise<void>> = []
beforeAll(async () => {
  fake = await startFakeGatehouse()
})
afterAll(async () => {
  await Promise.all(ends.map((end) => end()))
  await fake.stop()
})

const started = async (...command: ReadonlyArray<string>): Promise<string> => {
  const { end, url } = await startExample(command, { GATEHOUSE_URL: fake.baseUrl })
  ends.push(end)
  return url
}

const post = async (url: string, fields: Record<string, string>) => {
  const answer = await fetch(url, { method: "POST", body: new URLSearchParams(fields) })
  return { status: answer.status, text: await answer.text() }
}

const bin = (name: string) => join(root, "node_modules/.bin", name)

describe("the Express example", () => {
  it("shows a form and accepts it from people", async () => {
    const url = await started(...nodeRuntime.command, "examples/shield-express.ts")
    const page = await (await fetch(url)).text()
    expect(page).toContain(`<script src="${fake.baseUrl}/shield/widget.js" async></script>`)
    expect(page).toContain("<div class=\"shield-widget\" data-sitekey=\"gh_site_test_pass\"></div>")
    const form = { email: "ann@example.com", message: "Hello", website: "", "shield-token": "sh1.a.b" }
    fake.behavior = respondWith(humanVerdict)
    expect(await post(`${url}contact`, form)).toEqual({ status: 200, text: "Thank you." })
    expect(fake.requests.at(-1)!.json).toEqual({
      secret: "gh_secret_test",
      token: "sh1.a.b",
      email: "ann@example.com",
      text: "Hello"
    })
    fake.behavior = respondWith({ success: true, score: 39 })
    expect((await post(`${url}contact`, form)).text).toBe("Thank you, we will have a look.")
    fake.behavior = respondWith({ success: true, degraded: true })
    expect((await post(`${url}contact`, form)).text).toBe("Thank you, we will have a look.")
    fake.behavior = respondWith({ success: false, error: "expired token" })
    expect((await post(`${url}contact`, form)).status).toBe(403)
    fake.behavior = { kind: "resets" }
    expect((await post(`${url}contact`, form)).text).toBe("Thank you.")
  })
})

const servers = [
  { name: "Bun", tags: [needs.bun], command: [bin("bun"), "examples/shield-fetch.ts"] },
  {
    name: "Deno",
    tags: [needs.deno],
    command: [bin("deno"), "serve", "-A", "--host", "127.0.0.1", "--port", "0", "examples/shield-fetch.ts"]
  }
] as const

describe("the request handler example", () => {
  for (const { command, name, tags } of servers) {
    it(`runs on ${name}`, { tags: [...tags] }, async () => {
      const url = await started(...command)
      expect(await (await fetch(url)).text()).toContain(`${fake.baseUrl}/shield/widget.js`)
      fake.behavior = respondWith(humanVerdict)
      const form = { email: "ann@example.com", "shield-token": "sh1.a.b" }
      expect((await post(url, form)).text).toBe("ann@example.com is subscribed (human, score 87).")
      fake.behavior = respondWith({ success: true, score: 39 })
      expect((await post(url, form)).status).toBe(403)
      fake.behavior = respondWith({ success: true, degraded: true })
      expect((await post(url, form)).text).toBe("ann@example.com is subscribed (degraded, score unknown).")
    })
  }
})

describe("docs/guides/shield.md", () => {
  it.each(["shield-express.ts", "shield-fetch.ts"])("shows examples/%s unchanged", (name) => {
    expect(readText("docs/guides/shield.md")).toContain(`\`\`\`ts\n${readText(`examples/${name}`)}\`\`\`\n`)
  })
})
