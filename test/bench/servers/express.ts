import express from "express"
import { reportUsage } from "./report.ts"

const app = express()
app.use(express.json())
app.post("/scan/email", (request, response) => {
  response.json({ ok: true, email: request.body.email })
})
const server = app.listen(0, "127.0.0.1", () => reportUsage(server))
