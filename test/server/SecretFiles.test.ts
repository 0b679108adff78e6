import { ConfigProvider, Effect, Exit, Redacted } from "effect"
import { mkdtempSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { reporterConfig } from "../../apps/cli/storage/Config.ts"
import { startFailureText } from "../../apps/server/process/StartFailure.ts"
import { gatehouseConfig } from "../../apps/server/settings/Config.ts"
import { secretBytesMax } from "../../apps/server/settings/SecretFiles.ts"
import { settings } from "../../apps/server/settings/Settings.ts"
import { workerFolder } from "../support/WorkerEnd.ts"

const fileWith = (text: string): string => {
  const file = join(mkdtempSync(join(workerFolder(), "secret-")), "secret")
  writeFileSync(file, text)
  return file
}

const read = <A, E>(effect: Effect.Effect<A, E>, env: Readonly<Record<string, string>>) =>
  Effect.runPromiseExit(
    Effect.provideService(effect, ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(env))
  )

/** Replaces secrets with their plain text, because any two `Redacted` values are equal. */
const revealed = (exit: Exit.Exit<object | null, unknown>): unknown =>
  Exit.isFailure(exit) ? startFailureText(exit.cause) : Object.fromEntries(
    Object.entries(exit.value ?? {}).map((
      [name, value]
    ) => [name, Redacted.isRedacted(value) ? Redacted.value(value) : value])
  )

const failureOf = async (env: Readonly<Record<string, string>>): Promise<string> => {
  const exit = await read(gatehouseConfig, env)
  return Exit.isFailure(exit) ? startFailureText(exit.cause) : "no failure"
}

const secrets = settings.flatMap((setting) => "isSecret" in setting ? [setting.name] : [])

describe("secrets in files", () => {
  it.each(["password", "password\n", "password\r\n"])(
    "take the content of the file %j without its line end",
    async (text) => {
      const exit = await read(gatehouseConfig, { DATABASE_URL_FILE: fileWith(`postgres://me:${text}`) })
      expect(Exit.isSuccess(exit) && Redacted.value(exit.value.databaseUrl)).toBe("postgres://me:password")
    }
  )

  it.each(secrets)("include %s", async (name) => {
    const values: Record<string, string> = { GATEHOUSE_VALKEY_URL: "redis://127.0.0.1:1", DATABASE_URL: "sqlite:x" }
    const value = values[name] ?? "name=secret"
    const [fromFile, fromEnvironment] = [
      await read(gatehouseConfig, { [`${name}_FILE`]: fileWith(value) }),
      await read(gatehouseConfig, { [name]: value })
    ]
    expect(Exit.isSuccess(fromEnvironment)).toBe(true)
    expect(revealed(fromFile)).toEqual(revealed(fromEnvironment))
    expect(revealed(fromFile)).not.toEqual(revealed(await read(gatehouseConfig, {})))
  })

  it("include the token of the command line", async () => {
    const project = { GATEHOUSE_WEB_RISK_PROJECT: "mine" }
    const exit = await read(reporterConfig, { ...project, GATEHOUSE_WEB_RISK_TOKEN_FILE: fileWith("token") })
    expect(revealed(exit)).toEqual({ token: "token", project: "mine", url: expect.any(String) })
  })

  it("may have the maximum size", async () => {
    const text = "x".repeat(secretBytesMax)
    const exit = await read(gatehouseConfig, { GATEHOUSE_FEED_KEYS_FILE: fileWith(text) })
    expect(Exit.isSuccess(exit) && Redacted.value(exit.value.feedKeys)).toBe(text)
  })

  it("do not apply to other settings", async () => {
    const exit = await read(gatehouseConfig, { HOST_FILE: fileWith("0.0.0.0") })
    expect(Exit.isSuccess(exit) && exit.value.host).toBe("127.0.0.1")
  })

  it("are validated like values, without being shown", async () => {
    const text = await failureOf({ GATEHOUSE_WEB_RISK_KEY_FILE: fileWith("two words") })
    expect(text).toBe("GATEHOUSE_WEB_RISK_KEY is set: expected a key without spaces and line ends.")
  })

  it("fail the start with the reason", async () => {
    const file = fileWith("x")
    expect(await failureOf({ DATABASE_URL: "sqlite:x", DATABASE_URL_FILE: file })).toBe(
      "DATABASE_URL and DATABASE_URL_FILE are both set. Remove one of them."
    )
    expect(await failureOf({ DATABASE_URL_FILE: `${file}-none` })).toBe(
      `DATABASE_URL_FILE names ${file}-none: it cannot be read (ENOENT).`
    )
    const [empty, large] = [fileWith("\n"), fileWith("x".repeat(secretBytesMax + 1))]
    expect(await failureOf({ DATABASE_URL_FILE: empty })).toBe(`DATABASE_URL_FILE names ${empty}: it is empty.`)
    expect(await failureOf({ DATABASE_URL_FILE: large })).toBe(
      `DATABASE_URL_FILE names ${large}: it is larger than 65536 bytes.`
    )
  })
})
