import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { serverSbom } from "../sbom/ServerSbom.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** Files and folders of the server and the command line. The pages are included only as built files, in `dist`. */
export const serverParts = [
  "core",
  "adapters",
  "apps/server",
  "apps/cli",
  "dist",
  "gatehouse",
  "LICENSE",
  "NOTICE",
  "CHANGELOG.md",
  "deploy/gatehouse.service"
]

/** Files in packages that no running program reads. Licenses stay. */
const isUnread = (name: string): boolean => /\.(?:d\.[cm]?ts|map)$/.test(name)

/**
 * Writes a server that needs only Node into a folder: sources, built pages, the packages of a production install, and a
 * bill of materials.
 */
export const stageServer = (folder: string): void => {
  mkdirSync(folder, { recursive: true })
  for (const part of serverParts) cpSync(join(root, part), join(folder, part), { recursive: true })
  installPackages(folder)
  const { dependencies, description, engines, license, name, scripts: { start }, type, version } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8")
  )
  const manifest = {
    name,
    version,
    private: true,
    description,
    license,
    type,
    engines,
    scripts: { start },
    dependencies
  }
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest, null, 2))
  writeFileSync(join(folder, "sbom.cdx.json"), serverSbom())
}

/** Installs the locked production dependencies, without running install scripts. */
const installPackages = (folder: string): void => {
  for (const name of ["package.json", "package-lock.json"]) cpSync(join(root, name), join(folder, name))
  execFileSync("npm", ["ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"], {
    cwd: folder,
    stdio: "inherit"
  })
  rmSync(join(folder, "package-lock.json"))
  removeUnread(join(folder, "node_modules"))
}

const removeUnread = (folder: string): void => {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && isUnread(entry.name)) rmSync(join(entry.parentPath, entry.name))
  }
  // The package's modules are in `dist`; `src` is for debuggers.
  rmSync(join(folder, "effect/src"), { recursive: true, force: true })
}
