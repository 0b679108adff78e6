import { ConfigProvider, Effect } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { csrfHeader } from "../../adapters/http/account/api/SessionAuth.ts"
import { gatehouseConfig } from "../../apps/server/settings/Config.ts"
import { runCli } from "../support/Server.ts"
import { type ProgramOptions, type RunningProgram, startProgram } from "./RunningProgram.ts"

const linkIn = (server: RunningProgram): string | null =>
  /^Set up the dashboard: (\S+) \(works once, expires in 30 minutes\)$/m.exec(server.output())?.[1] ?? null

describe("the first start", () => {
  const started: Array<RunningProgram> = []
  afterEach(() => Promise.all(started.splice(0).map((server) => server.stop())))
  const start = async (options: ProgramOptions = {}) => {
    const server = await startProgram(options)
    started.push(server)
    return server
  }
  const cli = (server: RunningProgram, ...args: ReadonlyArray<string>) =>
    runCli([...args, "--json"], { DATABASE_URL: server.databaseUrl })

  it("prints the set-up link, as does every start until the link is used", async () => {
    const first = await start()
    const link = linkIn(first)!
    expect(link).toMatch(new RegExp(`^${first.baseUrl}/dashboard/join#[A-Za-z0-9_-]{43}$`))
    await first.stop()

    const publicUrl = "https://gate.example"
    const second = await start({ folder: first.folder, env: { GATEHOUSE_PUBLIC_URL: `${publicUrl}/` } })
    expect(linkIn(second)).toMatch(new RegExp(`^${publicUrl}/dashboard/join#[A-Za-z0-9_-]{43}$`))
    expect(linkIn(second)).not.toContain(link.split("#")[1])
    const created = await cli(second, "members", "set-up-link")
    expect(created).toMatchObject({ good_minutes: 30 })
    // Any of the three links works. The test uses the first one.
    const joined = await second.post("/dashboard/api/invitation/accept", {
      token: link.split("#")[1],
      name: "Ann",
      email: "ann@example.com",
      password: "a goose on the roof"
    }, { [csrfHeader]: "1" })
    expect(joined.text).toContain("ann@example.com")
    expect(await cli(second, "members", "list")).toMatchObject({ members: [{ role: "owner" }], invitations: [] })
    await second.stop()

    const third = await start({ folder: first.folder })
    expect(linkIn(third)).toBe(null)
    expect(third.output()).not.toContain("Set up")
  })

  it("prints no link without a dashboard", async () => {
    const server = await start({ env: { GATEHOUSE_DASHBOARD: "off" } })
    expect(server.output()).not.toContain("Set up")
  })
})

describe("GATEHOUSE_PUBLIC_URL", () => {
  const read = (text: string) =>
    Effect.runPromiseExit(
      Effect.provideService(
        gatehouseConfig,
        ConfigProvider.ConfigProvider,
        ConfigProvider.fromUnknown({ GATEHOUSE_PUBLIC_URL: text })
      )
    )

  it.each([
    ["https://gate.example", "https://gate.example"],
    ["https://gate.example/", "https://gate.example"],
    ["HTTPS://Gate.Example:443", "https://gate.example"],
    ["http://[::1]:8080", "http://[::1]:8080"]
  ])("%s is %s", async (text, publicUrl) => {
    expect(await read(text)).toMatchObject({ _tag: "Success", value: { publicUrl } })
  })

  it.each([
    "gate.example",
    "https://gate.example/path",
    "https://ann@gate.example",
    "ftp://gate.example",
    "https://a/?b",
    "https://a/#b"
  ])(
    "%s is refused",
    async (text) => {
      const exit = await read(text)
      expect(exit._tag).toBe("Failure")
      expect(JSON.stringify(exit)).toContain("without a path")
    }
  )
})
