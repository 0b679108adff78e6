import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"

const firstThatExists = (paths: ReadonlyArray<string | undefined>): string | null =>
  paths.find((path) => path !== undefined && existsSync(path)) ?? null

/** The path of Chromium, or null. `GATEHOUSE_TEST_CHROMIUM` names another one than the system's. */
export const chromiumFile = (): string | null =>
  firstThatExists([
    process.env["GATEHOUSE_TEST_CHROMIUM"],
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome"
  ])

const packaged = "/usr/lib/postgresql"

const searchPath = (): ReadonlyArray<string> => (process.env["PATH"] ?? "").split(":")

/** The folder that holds `initdb` and `pg_ctl`, newest version first, or null. */
export const postgresFolder = (): string | null => {
  const folders = existsSync(packaged)
    ? readdirSync(packaged).toSorted((a, b) => Number(b) - Number(a)).map((version) => join(packaged, version, "bin"))
    : []
  return [...folders, ...searchPath()].find((folder) =>
    existsSync(join(folder, "initdb")) && existsSync(join(folder, "pg_ctl"))
  ) ?? null
}

/** The path of a Redis or Valkey server, or null. */
export const redisFile = (): string | null =>
  firstThatExists(searchPath().flatMap((folder) => [join(folder, "redis-server"), join(folder, "valkey-server")]))

/** The path of a program that npm has installed, or null. */
export const packagedFile = (name: string): string | null =>
  firstThatExists([join(import.meta.dirname, "../../node_modules/.bin", name)])

/** The folder of the larger vectors and the corpus, which lies beside the repository where it exists. */
export const vectorsFolder = (): string | null =>
  firstThatExists([join(import.meta.dirname, "../../../shared/vectors")])
