import { join } from "node:path"

/** Enables Node's compile cache. It halves the start time of each of the suite's hundreds of child processes. */
export const compileCache = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, "../../node_modules/.cache/gatehouse/compiled")
} as const

/** Variables of libfaketime, if this run uses it. They give child processes the same clock. */
export const faketimeEnv: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => /^(?:LD_PRELOAD|FAKETIME.*)$/.test(name))
) as Record<string, string>
