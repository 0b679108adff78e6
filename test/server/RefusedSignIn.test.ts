import { afterAll, expect, it } from "vitest"
import { csrfHeader } from "../../adapters/http/account/api/SessionAuth.ts"
import { startServer, type TestServer } from "../support/Server.ts"

let server: TestServer | undefined
afterAll(() => server?.remove())

it("a refused sign-in stands in the audit log, though the server stops right after its answer", async () => {
  server = await startServer()
  const ask = (path: string, body: object) => server!.post(`/dashboard/api/${path}`, body, { [csrfHeader]: "1" })
  const ann = { email: "ann@example.com", password: "a goose on the roof" }
  const token = /\/dashboard\/join#(\S+)/.exec(server.output())![1]!
  expect((await ask("invitation/accept", { token, name: "Ann", ...ann })).status).toBe(200)
  expect((await ask("sign-in", { ...ann, password: "no such password" })).status).toBe(422)
  await server.stop()
  const actions = (await server.cli("members", "audit")).map(({ action }: { readonly action: string }) => action)
  expect(actions).toEqual(["sign-in.refused", "set-up"])
}, 90_000)
