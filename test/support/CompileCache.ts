import { join } from "node:path"

/** Node's compile cache. It halves the start of each of the hundreds of processes that the suite starts. */
export const compileCache = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, "../../node_modules/.cache/gatehouse/compiled")
} as const

/** The variables of libfaketime, if this run uses it, so that child processes use the same clock. */
export const faketimeEnv: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => /^(?:LD_PRELOAD|FAKETIME.*)$/.test(name))
) as Record<string, string>
