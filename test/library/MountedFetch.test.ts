import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { checkDeclared, keyedEndpoints, scanUrl } from "../http/Contract.ts"
import { otherRuntimes, type ScriptRuntime } from "../runtime/Runtimes.ts"
import { type StartedExample, startExample } from "../shield/StartExample.ts"
import { postTo } from "../support/Server.ts"

const folder = mkdtempSync(join(tmpdir(), "gatehouse-fetch-"))
afterAll(() => rmSync(folder, { recursive: true }))

const suite = ({ command, name }: ScriptRuntime) => {
  let shop: StartedExample
  let key: string
  beforeAll(async () => {
    shop = await startExample([...command, "examples/mounted-fetch.ts"], { DATABASE: join(folder, `${name}.db`) })
    key = /gh_live_\w+/.exec(shop.output())![0]
  })
  afterAll(() => shop.end())

  it("serves the program's own page", async () => {
    expect(await (await fetch(`${shop.url}own`)).text()).toBe("My own page")
  })

  it.each(keyedEndpoints.map((endpoint) => [endpoint.path, endpoint] as const))(
    "answers %s as declared",
    async (path, endpoint) => {
      const send = async (headers: Readonly<Record<string, string>>, body: unknown) => {
        const answer = await postTo(`${shop.url}${path.slice(1)}`, body, headers)
        const all = new Headers(answer.headers)
        // Bun sends streams in chunks, without their length.
        if (name === "Bun" && !all.has("content-length")) {
          all.set("content-length", String(Buffer.byteLength(answer.text)))
        }
        return { ...answer, headers: all }
      }
      const answer = await send({ "API-KEY": key }, endpoint.body)
      checkDeclared(path, answer)
      expect([answer.status, answer.headers.get("x-credits-charged")]).toEqual([endpoint.status, String(endpoint.cost)])
      for (const [headers, body] of [[{}, endpoint.body], [{ "API-KEY": key }, "{"]] as const) {
        const refused = await send(headers, body)
        checkDeclared(path, refused)
        expect([401, 422]).toContain(refused.status)
      }
    }
  )

  it("charges for responses that arrive", async () => {
    const headers = { "API-KEY": key }
    const before = await postTo(`${shop.url}scan/url`, scanUrl.body, headers)
    expect(before.headers.get("x-credits-charged")).toBe("5")
    expect(before.json).toEqual({ ok: true })
  })
}

for (const runtime of otherRuntimes) {
  describe(`the API in a fetch handler on ${runtime.name}`, { tags: [...runtime.tags] }, () => suite(runtime))
}
