import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { readScriptArguments } from "./ScriptOptions.ts"
import { stageServer } from "./server/StageServer.ts"

const root = fileURLToPath(new URL("..", import.meta.url))

const writeFolder = (folder: string): string => {
  const target = join(folder, "gatehouse")
  stageServer(target)
  return target
}

const writeArchive = (folder: string): string => {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const archive = join(folder, `gatehouse-server-${version}.tar.gz`)
  const stage = mkdtempSync(join(tmpdir(), "gatehouse-server-"))
  try {
    stageServer(join(stage, "gatehouse"))
    // Equal sources give equal bytes: no owner, no times.
    const fixed = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mtime=@0"]
    execFileSync("tar", ["-czf", archive, ...fixed, "-C", stage, "gatehouse"])
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
  return archive
}

const { positionals, values } = readScriptArguments({
  usage: "npm run pack:server -- [--unpacked] [FOLDER]",
  description: "Packs the server, the command line and the built pages with the packages that they need, as\n" +
    "FOLDER/gatehouse-server-VERSION.tar.gz. FOLDER is this folder by default.\n" +
    "Unpacked on a machine that has only Node, `gatehouse/gatehouse serve` starts the server.",
  options: { unpacked: { description: "Write the folder FOLDER/gatehouse instead of an archive" } },
  positionalsMax: 1,
  example: "npm run pack:server -- /tmp",
  problemOf: () => null
})

const folder = resolve(positionals[0] ?? root)
mkdirSync(folder, { recursive: true })
console.log(values.unpacked === undefined ? writeArchive(folder) : writeFolder(folder))
