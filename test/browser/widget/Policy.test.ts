import { expect, it } from "vitest"
import { describeInChromium, waitForState, waitForSubmission, waitForWidgets } from "./Pages.ts"

/** Returns a strict content security policy that allows the Shield host. */
const policyOf = (shield: string, more = "") =>
  `default-src 'self'; script-src ${shield}; connect-src ${shield}; img-src data:; style-src 'none'; ${more}`

describeInChromium("on a page with a strict policy", (open) => {
  it.each([["", "sha256"], ["worker-src blob:; ", "sha256"], ["base-uri 'none'; object-src 'none'", "sha256"]])(
    "the widget gets its token and its styles: %s",
    async (more, profile) => {
      const { errors, fake, page } = await open({
        prepare: ({ shield, site }) => (site.headers["Content-Security-Policy"] = policyOf(shield, more))
      })
      await waitForWidgets(page)
      expect(await page.locator(".shield-widget .box").evaluate((box) => getComputedStyle(box).display)).toBe("flex")
      await page.fill("#name", "Ada")
      await waitForState(page, "verified")
      expect(fake.requests[0]!.body["profile"]).toBe(profile)
      expect(errors.filter((error) => !/worker|WebAssembly/i.test(error))).toEqual([])
      await page.click("#go")
      expect((await waitForSubmission(fake)).fields["shield-token"]).toMatch(/^sh1\./)
    }
  )

  it("the widget gets its token if the policy allows scripts by nonce alone", async () => {
    const { fake, page } = await open({
      prepare: ({ shield, site }) => {
        site.html = site.html.replaceAll("<script ", "<script nonce=\"n0nce\" ")
        site.headers["Content-Security-Policy"] =
          `default-src 'none'; script-src 'nonce-n0nce'; connect-src ${shield}; form-action 'self'`
      }
    })
    expect(fake.site.html).toContain("nonce=\"n0nce\"")
    await page.fill("#name", "Ada")
    await waitForState(page, "verified")
  })

  it.each([["", /^sh1\./], ["; trusted-types gatehouse-shield", /^sh1\./], ["; trusted-types 'none'", /^$/]])(
    "forms are sent if the policy requires Trusted Types: %s",
    async (more, token) => {
      const policy = `require-trusted-types-for 'script'${more}`
      const { fake, page } = await open({
        prepare: ({ site }) => (site.headers["Content-Security-Policy"] = policy)
      })
      await page.fill("#name", "Ada")
      await waitForState(page, token.test("") ? "error" : "verified")
      await page.click("#go")
      const { fields } = await waitForSubmission(fake)
      expect(fields["name"]).toBe("Ada")
      expect(fields["shield-token"]).toMatch(token)
    }
  )

  it.each(["<img name=currentScript src=https://evil.test/shield/widget.js>", "<div id=shield></div>"])(
    "the widget sends no request to another host if injected HTML shadows DOM properties: %s",
    async (html) => {
      const { fake, page } = await open({
        prepare: ({ site }) => (site.html = site.html.replace("<script ", `${html}<script `))
      })
      expect(fake.site.html).toContain(html)
      const elsewhere: Array<string> = []
      page.on("request", (request) => new URL(request.url()).host === "evil.test" && elsewhere.push(request.url()))
      await waitForWidgets(page)
      await page.fill("#name", "Ada")
      await waitForState(page, "verified")
      expect(elsewhere).toEqual([])
    }
  )
})
