import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import packageJson from "../../package.json" with { type: "json" }
import type { LockedPackage } from "../../scripts/sbom/Sbom.ts"
import { importsOf, readText, root, sourceFiles } from "./Tree.ts"

const { packages }: { readonly packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
  readText("package-lock.json")
)
const entries = Object.entries(packages).filter(([path]) => path !== "")

/**
 * Packages without a hash, with the reason.
 *
 * They are builds of development tools for other platforms. The registry from which the lock file was written did not
 * offer them, and only the registry knows their hashes. npm needs their names, because `npm ci` refuses a lock file
 * without the packages of its platform. It then checks the download against the hash that the registry reports.
 */
const packagesWithoutHash = /^node_modules\/(?:@deno|@dprint|@oxc-parser)\/[a-z0-9-]+$/

describe("package-lock.json", () => {
  it("has a SHA-512 hash for every package, with exceptions that no server and no build needs", () => {
    const without = entries.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ""))
    expect(without.filter(([path]) => !packagesWithoutHash.test(path))).toEqual([])
    for (const [, entry] of without) expect(entry).toMatchObject({ dev: true, optional: true })
    expect(entries.length - without.length).toBeGreaterThan(600)
  })

  it("takes every package from the configured registry", () => {
    // A package from elsewhere has a `resolved` with the address of a repository or an archive.
    const elsewhere = entries.filter(([, { resolved = "https://registry.npmjs.org/" }]) =>
      !resolved.startsWith("https://registry.npmjs.org/")
    )
    expect(elsewhere).toEqual([])
  })

  it("belongs to a package.json with only exact versions", () => {
    const versions = Object.entries({ ...packageJson.dependencies, ...packageJson.devDependencies })
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([])
  })
})

describe("a production install", () => {
  /** Names of the packages that the server and the command line import, or whose files they read by their path. */
  const used = new Set(
    ["core", "adapters", "apps/server", "apps/cli"].flatMap((folder) => sourceFiles(folder)).flatMap((file) => {
      const text = readText(file)
      const imported = importsOf(file, text).filter(({ isType }) => !isType).map(({ to }) => to)
      const read = [...text.matchAll(/"((?:@[\w-]+\/)?[\w.-]+)\/[^"\s]*"/g)].map(([, name]) => name!)
      return [...imported.map((to) => /^(?:@[^/]+\/)?[^/]+/.exec(to)![0]), ...read]
    })
  )

  it("contains only packages that the server or the command line loads", () => {
    expect(Object.keys(packageJson.dependencies).filter((name) => !used.has(name))).toEqual([])
  })

  it("contains all packages that they load", () => {
    expect(Object.keys(packageJson.devDependencies).filter((name) => used.has(name))).toEqual([])
  })

  it("contains no build tool and runs no script of a package", () => {
    const installed = entries.filter(([, { dev }]) => dev !== true)
    expect(installed.length).toBeLessThanOrEqual(40)
    const names = installed.map(([path]) => path.slice("node_modules/".length))
    expect(names).toContain("effect")
    expect(names.filter((name) => /^(?:vite|vitest|esbuild|rollup|rolldown|typescript|tsx|node)$/.test(name))).toEqual(
      []
    )
    expect(installed.filter(([, entry]) => "hasInstallScript" in entry)).toEqual([])
  })
})

/** Node of the system, outside of this folder's packages. */
const systemNode = "/usr/bin/node"

const run = (program: string, ...args: ReadonlyArray<string>) =>
  new Promise<{ readonly code: number; readonly out: string; readonly err: string }>((resolve) => {
    execFile(
      program,
      args,
      { cwd: root, env: { PATH: "/usr/bin:/bin" } },
      (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err })
    )
  })

const systemVersion = existsSync(systemNode) ? (await run(systemNode, "--version")).out : ""
const isOld = /^v(?:[1-9]|1\d|2[01])\./.test(systemVersion)

describe("a Node that is too old", () => {
  it.skipIf(!isOld).each(["apps/server/start.mjs", "apps/cli/main.mjs"])(
    "ends %s with one sentence and exit code 1",
    async (entry) => {
      const { code, err, out } = await run(systemNode, join(root, entry))
      expect([code, out]).toEqual([1, ""])
      expect(err).toMatch(/^Gatehouse needs Node 22\.19 or newer, but this is \d+\.\d+\.\d+\. Install [^\n]+\.\n$/)
    }
  )
})
