import { describe } from "vitest"
import { Random } from "../../scripts/seed/Random.ts"
import { demand } from "../support/OnDemand.ts"
import { needs } from "../support/TestRun.ts"
import { type Engine, scratch as scratchIn } from "./support.ts"

/** Creates an empty database. */
export const scratch = async (engine: Engine) =>
  scratchIn(engine, engine === "postgres" ? await demand("postgres") : null)

/** Describes a suite for both engines, with PostgreSQL only if it is installed. */
export const onEngines = (name: string, body: (engine: Engine) => void): void => {
  describe(`${name}, on SQLite`, () => body("sqlite"))
  describe(`${name}, on PostgreSQL`, { tags: [needs.postgres] }, () => body("postgres"))
}

/** Returns a generator of random numbers from 0 to 1, seeded by the run and the name. */
export const randomOf = (name: string): () => number => {
  let seed = Number(process.env["GATEHOUSE_TEST_SEED"])
  for (const char of name) seed = Math.imul(seed, 31) + char.charCodeAt(0)
  const random = new Random(seed)
  return () => random.next()
}
