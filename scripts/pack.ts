import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { stageLibrary } from "./library/StageLibrary.ts"

/** Packs the library: `node scripts/pack.ts FOLDER` writes `gatehouse-VERSION.tgz` and prints its path. */
const root = fileURLToPath(new URL("..", import.meta.url))
const stage = mkdtempSync(join(tmpdir(), "gatehouse-pack-"))

try {
  stageLibrary(stage, { isTyped: true })
  execFileSync("npm", ["pack", "--silent", "--pack-destination", process.argv[2] ?? root], {
    cwd: stage,
    stdio: "inherit"
  })
} finally {
  rmSync(stage, { recursive: true, force: true })
}
