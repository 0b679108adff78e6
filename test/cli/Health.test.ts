import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, describe, expect, it } from "vitest"
import { createSharedAccount } from "../support/SharedAccount.ts"
import { cliOnEmptyDatabase } from "./RunCli.ts"

describe("health", () => {
  const { run } = cliOnEmptyDatabase()
  const closers: Array<() => void> = []
  afterAll(() => {
    for (const close of closers) close()
  })

  /** Runs the command against a server that sends this response. */
  const healthOf = async (status: number, body: string) => {
    const server = createServer((_, response) => response.writeHead(status).end(body))
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
    closers.push(() => server.close())
    const { port } = server.address() as AddressInfo
    return { ...await run(["health"], "", { PORT: String(port) }), url: `http://127.0.0.1:${port}` }
  }

  it("reports that a server is ready", async () => {
    const { baseUrl } = await createSharedAccount()
    const { port } = new URL(baseUrl)
    expect(await run(["health"], "", { PORT: port })).toMatchObject({
      exitCode: 0,
      out: `The server at ${baseUrl} is ready.\n`
    })
    expect((await run(["health", "--json"], "", { PORT: port })).json).toEqual({
      url: baseUrl,
      status: "ready",
      database: "ok"
    })
  })

  it("succeeds for a degraded server, which still answers", async () => {
    const { exitCode, out, url } = await healthOf(200, "{\"status\":\"degraded\",\"database\":\"ok\"}")
    expect({ exitCode, out }).toEqual({ exitCode: 0, out: `The server at ${url} is degraded.\n` })
  })

  it("fails for a server that is not ready", async () => {
    const { err, exitCode, url } = await healthOf(503, "{\"status\":\"not ready\",\"database\":\"unavailable\"}")
    expect({ exitCode, err }).toEqual({
      exitCode: 1,
      err: `The server at ${url} is not ready; the database is unavailable.\n`
    })
  })

  it.each([[200, "<html>another program</html>"], [200, "{}"], [404, "{\"ok\":false}"]])(
    "fails for another program, which answers %d %j",
    async (status, body) => {
      const { err, exitCode, url } = await healthOf(status, body)
      expect({ exitCode, err }).toEqual({
        exitCode: 1,
        err: `No Gatehouse server answers at ${url}. Start it, or set HOST and PORT.\n`
      })
    }
  )

  it("fails without a server", async () => {
    const { err, exitCode } = await run(["health"], "", { PORT: "1" })
    expect({ exitCode, err }).toEqual({
      exitCode: 1,
      err: "No Gatehouse server answers at http://127.0.0.1:1. Start it, or set HOST and PORT.\n"
    })
  })
})
