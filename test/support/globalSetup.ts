import { execFile } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import type { TestProject } from "vitest/node"
import { buildWidget } from "../../scripts/BuildWidget.ts"
import { startCommands } from "../cli/StartCommands.ts"
import { compileCache } from "./CompileCache.ts"
import { chromiumFile, postgresFolder, redisFile } from "./Installed.ts"
import { serveOnDemand, type SharedResource } from "./OnDemand.ts"
import { startPostgres } from "./Postgres.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** Of the server that starts what test files share; see `demand`. */
    readonly onDemandUrl: string
  }
}

const requirements = {
  Chromium: chromiumFile,
  PostgreSQL: () => process.env["GATEHOUSE_TEST_POSTGRES_URL"] ?? postgresFolder(),
  Redis: redisFile
}

/** Playwright takes half a second to load: only for runs that open a browser. */
const startChromium = async (): Promise<SharedResource> => {
  const { serveChromium } = await import("../browser/Chromium.ts")
  const server = await serveChromium(chromiumFile()!)
  return { value: server.wsEndpoint(), stop: () => server.close() }
}

const root = fileURLToPath(new URL("../..", import.meta.url))

/** In a process of its own: in this one, packages would be built for tests. A build whose sources have not changed stays. */
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

/** Builds what browsers load, and serves what test files share. With `GATEHOUSE_TEST_REQUIRE=all` no program may be missing. */
export default async (project: TestProject) => {
  if (process.env["GATEHOUSE_TEST_REQUIRE"] === "all") {
    const missing = Object.entries(requirements).filter(([, find]) => find() === null).map(([name]) => name)
    if (missing.length > 0) throw new Error(`GATEHOUSE_TEST_REQUIRE=all, and not found: ${missing.join(", ")}`)
  }
  // Child processes inherit it.
  Object.assign(process.env, compileCache)
  buildWidget()
  const shared = await serveOnDemand({
    chromium: startChromium,
    commands: startCommands,
    dashboardBuild: buildDashboard,
    dashboardMonth: startMonth,
    postgres: startPostgres
  })
  project.provide("onDemandUrl", shared.url)
  return shared.stop
}
