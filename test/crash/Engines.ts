import { describe } from "vitest"
import { Random } from "../../scripts/seed/Random.ts"
import { requestResource } from "../support/OnDemand.ts"
import { needs } from "../support/TestRun.ts"
import { createDatabaseOn as scratchIn, type Engine } from "./ServerProcess.ts"

/** Creates an empty database. */
export const createScratchDatabase = async (engine: Engine) =>
  scratchIn(engine, engine === "postgres" ? await requestResource("postgres") : null)

/** Declares a suite on SQLite and, if it is installed, on PostgreSQL. */
export const describeOnEngines = (name: string, body: (engine: Engine) => void): void => {
  describe(`${name}, on SQLite`, () => body("sqlite"))
  describe(`${name}, on PostgreSQL`, { tags: [needs.postgres] }, () => body("postgres"))
}

/** Returns a generator of random numbers from 0 to 1, seeded by the run and the name. */
export const createSeededRandom = (name: string): () => number => {
  let seed = Number(process.env["GATEHOUSE_TEST_SEED"])
  for (const char of name) seed = Math.imul(seed, 31) + char.charCodeAt(0)
  const random = new Random(seed)
  return () => random.next()
}
