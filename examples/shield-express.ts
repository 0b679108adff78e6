import express from "express"
import { type ShieldDecision, shieldExpress, shouldReview } from "gatehouse/shield"

const { GATEHOUSE_URL = "http://127.0.0.1:8080", PORT = "3000" } = process.env
// Public test keys, which work with every host name.
const { SHIELD_SITE_KEY = "gh_site_test_pass", SHIELD_SECRET = "gh_secret_test" } = process.env

const page = `<!doctype html>
<html lang="en">
<title>Contact</title>
<script src="${GATEHOUSE_URL}/shield/widget.js" async></script>
<form method="post" action="/contact">
  <p><label>Your address <input name="email" type="email" autocomplete="email" required></label>
  <p><label>Message <textarea name="message" required></textarea></label>
  <p hidden><label>Leave this empty <input name="website" tabindex="-1" autocomplete="off"></label>
  <div class="shield-widget" data-sitekey="${SHIELD_SITE_KEY}"></div>
  <p><button>Send</button>
</form>
`

const policy = { reviewBelow: 40, onDegraded: "review" } as const
const shield = shieldExpress({
  baseUrl: GATEHOUSE_URL,
  secret: SHIELD_SECRET,
  honeypotField: "website",
  emailField: "email",
  textField: "message",
  policy
})

const app = express()
app.use(express.urlencoded())
app.get("/", (_, response) => response.send(page))
app.post("/contact", shield, (request: { shield: ShieldDecision }, response) => {
  const { kind, score } = request.shield
  console.log(`kept: ${kind}, score ${score ?? "unknown"}`)
  response.send(shouldReview(request.shield, policy) ? "Thank you, we will have a look." : "Thank you.")
})
const server = app.listen(Number(PORT), "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${(server.address() as { port: number }).port}/`)
})
