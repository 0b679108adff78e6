import type { TestProject } from "vitest/node"
import { buildWidget } from "../../scripts/BuildWidget.ts"
import { compileCache } from "./CompileCache.ts"
import { startPostgres } from "./Postgres.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** Of a PostgreSQL server, or null where there is none. */
    readonly postgresUrl: string | null
  }
}

/**
 * What browsers load, of today's sources; and one PostgreSQL server for the whole run. Where there is none, its tests are
 * skipped, and this says so.
 */
export default async (project: TestProject) => {
  // Processes that are given this one's environment keep what they compile as well.
  Object.assign(process.env, compileCache)
  buildWidget()
  const postgres = await startPostgres()
  if (postgres === null) {
    if (process.env["GATEHOUSE_TEST_REQUIRE"] === "all") {
      throw new Error("PostgreSQL is needed for this run and was not found")
    }
    console.warn(
      "\n!!! PostgreSQL was not found: every test on it is SKIPPED. Install it, or set GATEHOUSE_TEST_POSTGRES_URL.\n"
    )
  }
  project.provide("postgresUrl", postgres?.url ?? null)
  return () => postgres?.stop()
}
