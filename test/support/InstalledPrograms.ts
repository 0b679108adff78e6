import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"

const firstExisting = (paths: ReadonlyArray<string | undefined>): string | null =>
  paths.find((path) => path !== undefined && existsSync(path)) ?? null

/** Returns the path of Chromium, or null. `GATEHOUSE_TEST_CHROMIUM` overrides the system's Chromium. */
export const findChromium = (): string | null =>
  firstExisting([
    process.env["GATEHOUSE_TEST_CHROMIUM"],
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome"
  ])

/**
 * Returns the path of Chromium's headless shell, or null. The shell has no windows, so it takes half of the CPU time of
 * Chromium's main process. Null if `GATEHOUSE_TEST_CHROMIUM` chooses one Chromium for all tests.
 */
export const findHeadlessShell = (): string | null =>
  process.env["GATEHOUSE_TEST_CHROMIUM"] === undefined ? firstExisting(["/usr/bin/chromium-headless-shell"]) : null

const postgresVersionsFolder = "/usr/lib/postgresql"

const searchPath = (): ReadonlyArray<string> => (process.env["PATH"] ?? "").split(":")

/** Returns the folder with `initdb` and `pg_ctl` of the newest installed PostgreSQL, or null. */
export const findPostgresFolder = (): string | null => {
  const folders = existsSync(postgresVersionsFolder)
    ? readdirSync(postgresVersionsFolder).toSorted((a, b) => Number(b) - Number(a)).map((version) =>
      join(postgresVersionsFolder, version, "bin")
    )
    : []
  return [...folders, ...searchPath()].find((folder) =>
    existsSync(join(folder, "initdb")) && existsSync(join(folder, "pg_ctl"))
  ) ?? null
}

/** Returns the path of a Redis or Valkey server, or null. */
export const findRedis = (): string | null =>
  firstExisting(searchPath().flatMap((folder) => [join(folder, "redis-server"), join(folder, "valkey-server")]))

/** Returns the path of HAProxy, or null. `GATEHOUSE_TEST_HAPROXY` overrides the system's HAProxy. */
export const findHaproxy = (): string | null =>
  firstExisting([
    process.env["GATEHOUSE_TEST_HAPROXY"],
    ...searchPath().map((folder) => join(folder, "haproxy")),
    "/usr/sbin/haproxy"
  ])

/** Returns the path of clamd, which Debian's package `clamav-daemon` contains, or null. */
export const findClamd = (): string | null =>
  firstExisting([...searchPath().map((folder) => join(folder, "clamd")), "/usr/sbin/clamd"])

/** Returns the path of promtool, which Debian's package `prometheus` contains, or null. */
export const findPromtool = (): string | null => firstExisting(searchPath().map((folder) => join(folder, "promtool")))

/** Returns the path of a program that npm has installed, or null. */
export const findNpmProgram = (name: string): string | null =>
  firstExisting([join(import.meta.dirname, "../../node_modules/.bin", name)])

/** Returns the folder of the larger test vectors and the corpus, or null. The folder is beside the repository. */
export const findVectorsFolder = (): string | null =>
  firstExisting([join(import.meta.dirname, "../../../shared/vectors")])
