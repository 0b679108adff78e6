import { createHash } from "node:crypto"
import { beforeAll, expect, it } from "vitest"
import { docsContentSecurityPolicy } from "../../adapters/http/server/pages/Pages.ts"
import type { ServerAccount } from "../support/InProcessServer.ts"
import { createSharedAccount } from "../support/SharedAccount.ts"

let server: ServerAccount
beforeAll(async () => {
  server = await createSharedAccount()
})

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

it("the reference runs exactly its own two scripts and contacts no other host", async () => {
  const response = await fetch(`${server.baseUrl}/docs`)
  const html = await response.text()
  const policy = response.headers.get("content-security-policy") ?? ""
  const [, scripts = ""] = /script-src ([^;]*)/.exec(policy) ?? []
  const own = [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, text]) => hashOf(text!))
  expect(own).toHaveLength(2)
  expect(scripts.split(" ")).toEqual(own)
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("connect-src 'self'")
  expect(policy).not.toContain("unsafe-eval")
})

it("other responses do not have the page's policy", async () => {
  expect((await fetch(`${server.baseUrl}/openapi.json`)).headers.get("content-security-policy")).toBe(null)
})

it("a script that was not delivered does not run", () => {
  const policy = docsContentSecurityPolicy(
    "<p><script>one()</script><script>two()</SCRIPT ><script src=//evil.test></script>"
  )
  expect(policy).toContain(`script-src ${hashOf("one()")} ${hashOf("two()")};`)
})
