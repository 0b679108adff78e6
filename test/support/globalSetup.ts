import { execFile } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import type { TestProject } from "vitest/node"
import { buildWidget } from "../../scripts/BuildWidget.ts"
import { startCommands } from "../cli/StartCommandServer.ts"
import { compileCache } from "./CompileCache.ts"
import { findChromium, findClamd, findHeadlessShell, findPostgresFolder, findRedis } from "./InstalledPrograms.ts"
import { serveOnDemand, type SharedResource } from "./OnDemand.ts"
import { startPostgres } from "./Postgres.ts"
import { startRedis } from "./Redis.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** URL of the server that starts shared resources; see `serveOnDemand`. */
    readonly onDemandUrl: string
  }
}

const requirements = {
  Chromium: findChromium,
  ClamAV: findClamd,
  PostgreSQL: () => process.env["GATEHOUSE_TEST_POSTGRES_URL"] ?? findPostgresFolder(),
  Redis: findRedis
}

/** Imports Playwright only for runs that open a browser, because loading it takes 0.5 s. */
const startBrowser = async (path: string): Promise<SharedResource> => {
  const { serveChromium } = await import("../browser/Chromium.ts")
  const server = await serveChromium(path)
  return { value: server.wsEndpoint(), stop: () => server.close() }
}

const root = fileURLToPath(new URL("../..", import.meta.url))

/** Builds the dashboard in a new process, because `NODE_ENV` is `test` here. Unchanged sources are not rebuilt. */
const buildDashboard = async (): Promise<SharedResource> => {
  await promisify(execFile)(join(root, "node_modules/.bin/node"), [join(root, "scripts/build.ts")], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production" }
  })
  return { value: join(root, "dist/dashboard"), stop: () => {} }
}

const startMonth = async (): Promise<SharedResource> => {
  const { shareMonth } = await import("../browser/dashboard/Month.ts")
  return shareMonth()
}

/** Builds the widget and serves shared resources. Fails if `GATEHOUSE_TEST_REQUIRE=all` and a program is missing. */
export default async (project: TestProject) => {
  if (process.env["GATEHOUSE_TEST_REQUIRE"] === "all") {
    const missing = Object.entries(requirements).filter(([, find]) => find() === null).map(([name]) => name)
    if (missing.length > 0) {
      throw new Error(`${missing.join(", ")} not found. Install the missing programs, or unset GATEHOUSE_TEST_REQUIRE.`)
    }
  }
  // Child processes inherit the compile cache.
  Object.assign(process.env, compileCache)
  buildWidget()
  const shared = await serveOnDemand({
    chromium: () => startBrowser(findChromium()!),
    commands: startCommands,
    dashboardBuild: buildDashboard,
    dashboardMonth: startMonth,
    headlessShell: () => startBrowser(findHeadlessShell()!),
    postgres: startPostgres,
    redis: async () => {
      const { stop, url } = await startRedis()
      return { value: url, stop }
    }
  })
  project.provide("onDemandUrl", shared.url)
  return shared.stop
}
