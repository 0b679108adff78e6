import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"

const firstThatExists = (paths: ReadonlyArray<string | undefined>): string | null =>
  paths.find((path) => path !== undefined && existsSync(path)) ?? null

/** Returns the path of Chromium, or null. `GATEHOUSE_TEST_CHROMIUM` overrides the system's Chromium. */
export const chromiumFile = (): string | null =>
  firstThatExists([
    process.env["GATEHOUSE_TEST_CHROMIUM"],
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome"
  ])

const packaged = "/usr/lib/postgresql"

const searchPath = (): ReadonlyArray<string> => (process.env["PATH"] ?? "").split(":")

/** Returns the folder of the newest version's `initdb` and `pg_ctl`, or null. */
export const postgresFolder = (): string | null => {
  const folders = existsSync(packaged)
    ? readdirSync(packaged).toSorted((a, b) => Number(b) - Number(a)).map((version) => join(packaged, version, "bin"))
    : []
  return [...folders, ...searchPath()].find((folder) =>
    existsSync(join(folder, "initdb")) && existsSync(join(folder, "pg_ctl"))
  ) ?? null
}

/** Returns the path of a Redis or Valkey server, or null. */
export const redisFile = (): string | null =>
  firstThatExists(searchPath().flatMap((folder) => [join(folder, "redis-server"), join(folder, "valkey-server")]))

/** Returns the path of HAProxy, or null. `GATEHOUSE_TEST_HAPROXY` overrides the system's. */
export const haproxyFile = (): string | null =>
  firstThatExists([
    process.env["GATEHOUSE_TEST_HAPROXY"],
    ...searchPath().map((folder) => join(folder, "haproxy")),
    "/usr/sbin/haproxy"
  ])

/** Returns the path of a program that npm has installed, or null. */
export const packagedFile = (name: string): string | null =>
  firstThatExists([join(import.meta.dirname, "../../node_modules/.bin", name)])

/** Returns the folder of the larger vectors and the corpus beside the repository, or null. */
export const vectorsFolder = (): string | null =>
  firstThatExists([join(import.meta.dirname, "../../../shared/vectors")])
