import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { packageSpecs } from "./packages/Packages.ts"
import { stagePackages } from "./packages/StagePackages.ts"
import { readScriptArguments } from "./ScriptOptions.ts"

const packAll = (target: string): void => {
  const stage = mkdtempSync(join(tmpdir(), "gatehouse-packages-"))
  try {
    for (const name of stagePackages(stage, packageSpecs, { isTyped: true })) {
      const [packed] = JSON.parse(
        execFileSync("npm", ["pack", "--json", "--silent", "--pack-destination", target], {
          cwd: join(stage, name),
          encoding: "utf8"
        })
      )
      console.log(
        `${join(target, packed.filename)}  ${Math.ceil(packed.size / 1024)} KiB packed, ${
          Math.ceil(packed.unpackedSize / 1024)
        } KiB unpacked`
      )
    }
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

const { positionals: [folder = ""], values } = readScriptArguments({
  usage: "npm run pack:packages -- [--unpacked] FOLDER",
  description:
    "Packs the packages for other programs, ready for `npm publish`. Writes FOLDER/NAME-VERSION.tgz for each\n" +
    "package, and prints its path and size.",
  options: { unpacked: { description: "Write the folders FOLDER/NAME instead of archives" } },
  positionalsMax: 1,
  example: "npm run pack:packages -- /tmp/packages",
  problemOf: ({ positionals }) => positionals.length === 0 ? "Name the folder to write to." : null
})

const target = resolve(folder)
mkdirSync(target, { recursive: true })
if (values.unpacked === undefined) packAll(target)
else stagePackages(target, packageSpecs, { isTyped: true })
