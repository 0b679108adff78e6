import express from "express"
import { createFormScreen, type Upload, uploadExpress } from "gatehouse/middleware"
import { createWriteStream } from "node:fs"
import { mkdtemp } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Writable } from "node:stream"

const { GATEHOUSE_URL = "http://127.0.0.1:8080", KEY = "", PORT = "3000" } = process.env
// Public test keys, which work with every host name.
const { SHIELD_SITE_KEY = "gh_site_test_pass", SHIELD_SECRET = "gh_secret_test" } = process.env

const page = `<!doctype html>
<html lang="en">
<title>Apply</title>
<script src="${GATEHOUSE_URL}/shield/widget.js" async></script>
<form method="post" action="/apply" enctype="multipart/form-data">
  <p><label>Your address <input name="email" type="email" autocomplete="email" required></label>
  <p><label>Cover letter <textarea name="letter" required></textarea></label>
  <p><label>Résumé <input name="resume" type="file" accept=".pdf,.docx" required></label>
  <div class="shield-widget" data-sitekey="${SHIELD_SITE_KEY}"></div>
  <p><button>Send</button>
</form>
`

const gatehouse = { baseUrl: GATEHOUSE_URL, apiKey: KEY }
const screen = createFormScreen({
  ...gatehouse,
  secret: SHIELD_SECRET,
  emailField: "email",
  textField: "letter",
  policy: { onSpam: "reject" }
})
const upload = uploadExpress({ ...gatehouse, screen, filesMax: 1, fileBytesMax: 5_000_000 })

const folder = await mkdtemp(join(tmpdir(), "applications-"))

const app = express()
app.get("/", (_, response) => response.send(page))
app.post("/apply", upload, async (request: { upload: Upload }, response) => {
  const { files, form, outcome } = request.upload
  for (const [index, file] of files.entries()) {
    // The name comes from the visitor, so it is not used as a path.
    await file.stream().pipeTo(Writable.toWeb(createWriteStream(join(folder, `${Date.now()}-${index}`))))
  }
  const typo = form?.email?.did_you_mean
  console.log(`stored ${files.length} files in ${folder}: ${outcome}`)
  response.send(typo ? `Thank you. Is your address ${typo}?` : "Thank you.")
})
const server = app.listen(Number(PORT), "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${(server.address() as { port: number }).port}/`)
})
