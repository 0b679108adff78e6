import { shieldFetch } from "gatehouse/shield"

const { GATEHOUSE_URL = "http://127.0.0.1:8080" } = process.env
// Public test keys, which work with every host name.
const { SHIELD_SITE_KEY = "gh_site_test_pass", SHIELD_SECRET = "gh_secret_test" } = process.env

const page = `<!doctype html>
<html lang="en">
<title>Newsletter</title>
<script src="${GATEHOUSE_URL}/shield/widget.js" async></script>
<form method="post">
  <p><label>Your address <input name="email" type="email" autocomplete="email" required></label>
  <div class="shield-widget" data-sitekey="${SHIELD_SITE_KEY}"></div>
  <p><button>Subscribe</button>
</form>
`

/** Handler for edge workers, `bun examples/shield-fetch.ts` and `deno serve -A examples/shield-fetch.ts`. */
export default {
  fetch: shieldFetch(
    async (request, decision) => {
      if (decision === null) return new Response(page, { headers: { "Content-Type": "text/html; charset=utf-8" } })
      const email = (await request.formData()).get("email")
      return new Response(`${email} is subscribed (${decision.kind}, score ${decision.score ?? "unknown"}).`)
    },
    { baseUrl: GATEHOUSE_URL, secret: SHIELD_SECRET, emailField: "email", policy: { scoreMin: 40 } }
  )
}
