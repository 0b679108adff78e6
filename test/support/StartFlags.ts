import { readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "../..")

const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: { start: string } }

/** What `npm start` gives to Node: a server that is tested or measured runs as the one that people start. */
export const startFlags: ReadonlyArray<string> = scripts.start.split(" ").filter((word) => word.startsWith("--"))
