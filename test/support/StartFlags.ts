import { readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "../..")

const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: { start: string } }

/** The flags that `npm start` passes to Node, so that tests and benchmarks run the server as in production. */
export const startFlags: ReadonlyArray<string> = scripts.start.split(" ").filter((word) => word.startsWith("--"))
