import { tmpdir } from "node:os"
import { join } from "node:path"

/** Node keeps what it has compiled here: a suite that starts hundreds of processes spends half as long on each. */
export const compileCache = { NODE_COMPILE_CACHE: join(tmpdir(), "gatehouse-tests-compiled") } as const
