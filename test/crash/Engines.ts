import { inject } from "vitest"
import { demand } from "../support/OnDemand.ts"
import { type Engine, scratch as scratchIn } from "./support.ts"

/** The server of this test run, or null where there is none: `globalSetup` has said so aloud. */
export const postgresUrl = inject("postgresUrl")

/** What each suite runs on. */
export const engines: ReadonlyArray<Engine> = postgresUrl === null ? ["sqlite"] : ["sqlite", "postgres"]

/** A new, empty database. */
export const scratch = async (engine: Engine) =>
  scratchIn(engine, engine === "postgres" ? await demand("postgres") : null)
