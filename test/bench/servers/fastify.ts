import fastify from "fastify"
import { reportUsage } from "./report.ts"

const app = fastify()
app.post<{ Body: { email: string } }>("/scan/email", {
  schema: { body: { type: "object", required: ["email"], properties: { email: { type: "string" } } } }
}, (request) => ({ ok: true, email: request.body.email }))
await app.listen({ port: 0, host: "127.0.0.1" })
reportUsage(app.server)
