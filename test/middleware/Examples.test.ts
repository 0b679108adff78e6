import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makePdf } from "../adapters/documents/pdf/MakePdf.ts"
import { readText } from "../house/Tree.ts"
import { nodeRuntime } from "../runtime/Runtimes.ts"
import { type StartedExample, startExample } from "../shield/StartExample.ts"
import { createSharedAccount } from "../support/SharedAccount.ts"

describe("examples/upload-express.ts", () => {
  let example: StartedExample
  beforeAll(async () => {
    const { baseUrl, key } = await createSharedAccount()
    example = await startExample([...nodeRuntime.command, "examples/upload-express.ts"], {
      GATEHOUSE_URL: baseUrl,
      KEY: key
    })
  })
  afterAll(() => example.end())

  const clean = makePdf({ 1: "<</Type/Catalog/Pages 2 0 R>>", 2: "<</Type/Pages/Kids[]/Count 0>>" }, "none")
  const launching = makePdf({ 1: "<</Type/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>>>" }, "none")

  const apply = async (fields: Readonly<Record<string, string>>, file: Uint8Array) => {
    const form = new FormData()
    form.append("resume", new Blob([file as BlobPart]), "../resume.pdf")
    for (const [name, value] of Object.entries({ letter: "I would like to work as a gardener.", ...fields })) {
      form.append(name, value)
    }
    const response = await fetch(`${example.url}apply`, { method: "POST", body: form })
    return `${response.status} ${await response.text()}`
  }

  it("stores only clean files of people", async () => {
    expect(await apply({ email: "ann@gmial.com" }, clean)).toBe("200 Thank you. Is your address ann@gmail.com?")
    expect(example.output()).toContain("stored 1 files in")
    expect(await apply({ email: "ann@example.com" }, launching)).toMatch(/^422 .*may be dangerous/)
    expect(await apply({ email: "ann@@example.com" }, clean)).toMatch(/^403 |^422 /)
    expect(await apply({ email: "ann@example.com", "shield-token": "sh1.a.b" }, clean)).toMatch(/^403 /)
  })

  it("is in the guide", () => {
    expect(readText("docs/guides/middleware.md")).toContain(
      `\`\`\`ts\n${readText("examples/upload-express.ts")}\`\`\`\n`
    )
  })
})
