import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { beforeAll, describe, expect, it } from "vitest"
import { readText, root } from "../house/Tree.ts"
import { createSharedAccount } from "../support/SharedAccount.ts"

describe.each(["api-client.ts", "effect-client.ts"])("examples/%s", (name) => {
  let output = ""
  beforeAll(async () => {
    const { baseUrl, key } = await createSharedAccount()
    const env = { ...process.env, GATEHOUSE_URL: baseUrl, KEY: key }
    output = (await promisify(execFile)(process.execPath, [join(root, "examples", name)], { env })).stdout
  })

  it("is in the guide, with its output", () => {
    const [, after = ""] = readText("docs/guides/client.md").split(
      `\`\`\`ts\n${readText(`examples/${name}`)}\`\`\`\n\n\`\`\`text\n`
    )
    expect(after.split("```", 1)[0]).toBe(output)
  })
})
