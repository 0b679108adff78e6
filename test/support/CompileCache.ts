import { join } from "node:path"

/** Node keeps what it has compiled here: a suite that starts hundreds of processes spends half as long on each. */
export const compileCache = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, "../../node_modules/.cache/gatehouse/compiled")
} as const

/** The variables by which libfaketime moves the clock, if this run is under it: a child process must not have another time. */
export const movedClock: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => /^(?:LD_PRELOAD|FAKETIME.*)$/.test(name))
) as Record<string, string>
