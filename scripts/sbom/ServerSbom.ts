import { readFileSync } from "node:fs"
import { join } from "node:path"
import { repositoryRoot } from "../BuildInputs.ts"
import { makeSbom } from "./Sbom.ts"

/** Builds that contain code of packages. The widget contains none. */
const builds = ["dist/dashboard", "dist/docs"]

/** Returns the software bill of materials of this checkout and its built pages, as JSON. */
export const serverSbom = (): string => {
  const manifest = readJson("package.json")
  const { packages: locked } = readJson("package-lock.json")
  const bundled = Object.fromEntries(builds.map((folder) => [folder, readJson(`${folder}/build.json`).packages]))
  return `${JSON.stringify(makeSbom({ manifest, locked, bundled }), null, 2)}\n`
}

const readJson = (path: string) => JSON.parse(readFileSync(join(repositoryRoot, path), "utf8"))
