import { Result } from "effect"
import { expect, it } from "vitest"
import { parseWebhookUrl } from "../../../core/webhooks/WebhookUrl.ts"

const parsed = (text: string, isPrivateAllowed: boolean) =>
  Result.match(parseWebhookUrl(text, isPrivateAllowed), {
    onSuccess: ({ host, isAddress, isSecure, port, url }) => ({ href: url.href, host, isAddress, isSecure, port }),
    onFailure: ({ message }) => message
  })

it("accepts https URLs on the ports of web servers", () => {
  expect(parsed("https://Hooks.Example.com./a?b=1#c", false)).toEqual({
    href: "https://hooks.example.com./a?b=1",
    host: "hooks.example.com",
    isAddress: false,
    isSecure: true,
    port: 443
  })
  expect(parsed("https://[2606:4700::1]:8443/", false)).toMatchObject({ host: "2606:4700::1", isAddress: true })
})

it.each([
  ["http://hooks.example.com/", "must begin with https://"],
  ["https://hooks.example.com:22/", "port 443 or 8443"],
  ["https://user:pw@hooks.example.com/", "user name or password"],
  ["https://user@hooks.example.com/", "user name or password"],
  ["ftp://hooks.example.com/", "This is not a URL"],
  ["hooks.example.com", "This is not a URL"],
  [`https://hooks.example.com/${"a".repeat(10_000)}`, "longer than"]
])("refuses %s", (text, message) => {
  expect(parsed(text, false)).toContain(message)
})

it("accepts http and any port where private networks are allowed", () => {
  expect(parsed("http://127.0.0.1:9000/hook", true)).toMatchObject({ host: "127.0.0.1", isSecure: false, port: 9000 })
  expect(parsed("http://hooks.internal/", true)).toMatchObject({ port: 80 })
})
