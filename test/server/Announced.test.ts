import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { migrate } from "../../adapters/storage/sql/migrations/Migrations.ts"
import { Instances, instanceSilentMillisMax } from "../../adapters/storage/sql/servers/Instances.ts"
import { cliOnEmptyDatabase } from "../cli/RunCli.ts"
import { describeOnEveryDatabase, testInstance } from "../support/Storages.ts"
import { type RunningProgram, startProgram } from "./RunningProgram.ts"

describeOnEveryDatabase("server addresses", (database) => {
  /** Returns an instance on a machine where only process 1 exists. */
  const instance = (id: string, pid: number) => testInstance({ id, host: "here", pid, isAlive: (pid) => pid === 1 })
  const as = <A, E>(id: string, pid: number, body: (one: typeof Instances.Service) => Effect.Effect<A, E, any>) =>
    Effect.flatMap(Instances, body).pipe(Effect.provide(Instances.layer(instance(id, pid)), { local: true }))
  const test = (title: string, body: Effect.Effect<void, unknown, any>) =>
    it(
      title,
      () => {
        const layer = Layer.effectDiscard(migrate).pipe(Layer.provideMerge(database())) as Layer.Layer<any>
        return Effect.runPromise(Effect.provide(body, layer) as Effect.Effect<void>)
      }
    )
  const readAnnounced = as("cli", 99, ({ servers }) => Effect.map(servers, ([first]) => first?.baseUrl ?? null))

  test(
    "are published by live servers and kept with their heartbeats",
    Effect.gen(function*() {
      expect(yield* readAnnounced).toBe(null)
      yield* as("silent", 1, ({ report }) => report([]))
      expect(yield* readAnnounced).toBe(null)
      yield* as("one", 1, ({ announceUrl, report }) =>
        Effect.gen(function*() {
          yield* report(["req_1"])
          yield* announceUrl("http://127.0.0.1:8201")
          expect(yield* readAnnounced).toBe("http://127.0.0.1:8201")
          yield* report(["req_2"])
          expect(yield* readAnnounced).toBe("http://127.0.0.1:8201")
        }))
      const sql = yield* SqlClient.SqlClient
      expect(yield* sql`SELECT in_flight FROM instances WHERE id = 'one'`).toEqual([{ in_flight: "[\"req_2\"]" }])
      yield* as("one", 1, ({ removeSelf }) => removeSelf)
      expect(yield* readAnnounced).toBe(null)
    })
  )

  test(
    "are those of the latest heartbeat, and never of a dead server",
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const now = yield* Clock.currentTimeMillis
      const servers = [["killed", 2, 0], ["late", 1, 2_000], ["early", 1, 9_000]] as const
      for (const [id, pid, age] of servers) {
        yield* as(id, pid, ({ announceUrl }) => announceUrl(`http://${id}`))
        yield* sql`UPDATE instances SET heartbeat_at = ${now - age} WHERE id = ${id}`
      }
      expect(yield* readAnnounced).toBe("http://late")
      yield* sql`UPDATE instances SET heartbeat_at = ${now - instanceSilentMillisMax - 60_000} WHERE id = 'late'`
      expect(yield* readAnnounced).toBe("http://early")
    })
  )
})

describe("a link from the command line", () => {
  let server: RunningProgram
  beforeAll(async () => {
    server = await startProgram()
  })
  afterAll(() => server.stop())
  // Runs in a separate process, because a command in the server's own process would count as the same instance.
  const commands = cliOnEmptyDatabase()
  const invite = async (more: Readonly<Record<string, string>> = {}) => {
    const settings = { DATABASE_URL: server.databaseUrl, ...more }
    const { err, json } = await commands.run(["members", "invite", "--role", "owner", "--json"], "", settings)
    return { err, link: json.link.split("#")[0] }
  }

  it("leads to the running server, whatever its port, or to the address in the setting", async () => {
    expect(await invite()).toEqual({ err: "", link: `${server.baseUrl}/dashboard/join` })
    expect(await invite({ PORT: "8080" })).toEqual({ err: "", link: `${server.baseUrl}/dashboard/join` })
    expect(await invite({ GATEHOUSE_PUBLIC_URL: "https://gate.example" })).toEqual({
      err: "",
      link: "https://gate.example/dashboard/join"
    })
  })

  it("reports which settings it used if no server runs", async () => {
    await server.stop()
    const { err, link } = await invite({ PORT: "8299" })
    expect(link).toBe("http://127.0.0.1:8299/dashboard/join")
    expect(err).toMatch(/^No server is running on this database, so the link uses http:\/\/127\.0\.0\.1:8299 /)
    expect(await invite({ GATEHOUSE_PUBLIC_URL: "https://gate.example" })).toMatchObject({ err: "" })
  })
})
