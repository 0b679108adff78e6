import { expect, it } from "vitest"
import { csrfHeader } from "../../adapters/http/account/api/SessionAuth.ts"
import { runCli } from "../support/Server.ts"
import { startProgram } from "./RunningProgram.ts"

it("a refused sign-in is in the audit log even if the server stops right after its response", async () => {
  const server = await startProgram()
  try {
    const post = (path: string, body: object) => server.post(`/dashboard/api/${path}`, body, { [csrfHeader]: "1" })
    const ann = { email: "ann@example.com", password: "a goose on the roof" }
    const token = /\/dashboard\/join#(\S+)/.exec(server.output())![1]!
    expect((await post("invitation/accept", { token, name: "Ann", ...ann })).status).toBe(200)
    expect((await post("sign-in", { ...ann, password: "no such password" })).status).toBe(422)
  } finally {
    await server.stop()
  }
  const log = await runCli(["members", "audit", "--json"], { DATABASE_URL: server.databaseUrl })
  expect(log.map(({ action }: { readonly action: string }) => action)).toEqual(["sign-in.refused", "set-up"])
})
