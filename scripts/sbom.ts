import { writeFileSync } from "node:fs"
import { serverSbom } from "./sbom/ServerSbom.ts"
import { readScriptArguments } from "./ScriptOptions.ts"

const { positionals: [file] } = readScriptArguments({
  usage: "npm run -s sbom -- [FILE]",
  description:
    "Writes the software bill of materials of a server to FILE, or to standard output: every package of a production\n" +
    "install, and every package whose code the built pages contain. The format is CycloneDX 1.6 as JSON.",
  options: {},
  positionalsMax: 1,
  example: "npm run -s sbom -- sbom.cdx.json",
  problemOf: () => null
})

if (file === undefined) process.stdout.write(serverSbom())
else writeFileSync(file, serverSbom())
