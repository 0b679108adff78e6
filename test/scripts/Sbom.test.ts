import { beforeAll, describe, expect, it } from "vitest"
import { packagesOf } from "../../scripts/BuildInputs.ts"
import { type LockedPackage, makeSbom } from "../../scripts/sbom/Sbom.ts"
import { serverSbom } from "../../scripts/sbom/ServerSbom.ts"
import { readText } from "../house/Tree.ts"
import { requestResource } from "../support/OnDemand.ts"

const manifest = { name: "gate", version: "1.0.0", description: "d", license: "MIT", dependencies: { a: "1.0.0" } }
const integrity = `sha512-${Buffer.alloc(64, 7).toString("base64")}`
const entry = (more: Partial<LockedPackage> = {}): LockedPackage => ({
  version: "1.0.0",
  license: "MIT",
  integrity,
  ...more
})

describe("a bill of materials", () => {
  it("contains what a production install contains, with the version that each package loads", () => {
    const { components, dependencies } = makeSbom({
      manifest,
      bundled: {},
      locked: {
        "": entry(),
        "node_modules/a": entry({ dependencies: { b: "^1" }, peerDependencies: { "@s/c": "*", absent: "*" } }),
        "node_modules/a/node_modules/b": entry({ version: "1.5.0", dependencies: { "@s/c": "*" } }),
        "node_modules/b": entry({ version: "2.0.0", dev: true }),
        "node_modules/@s/c": entry({ license: "(MIT OR Apache-2.0)" })
      }
    })
    expect(components.map(({ purl }) => purl)).toEqual([
      "pkg:npm/%40s/c@1.0.0",
      "pkg:npm/a@1.0.0",
      "pkg:npm/b@1.5.0"
    ])
    expect(components[0]).toMatchObject({
      group: "@s",
      name: "c",
      licenses: [{ expression: "(MIT OR Apache-2.0)" }],
      hashes: [{ alg: "SHA-512", content: "07".repeat(64) }]
    })
    const nested = "pkg:npm/b@1.5.0#node_modules/a/node_modules/b"
    expect(dependencies).toEqual([
      { ref: "pkg:npm/gate@1.0.0", dependsOn: ["pkg:npm/a@1.0.0"] },
      { ref: "pkg:npm/%40s/c@1.0.0", dependsOn: [] },
      { ref: "pkg:npm/a@1.0.0", dependsOn: ["pkg:npm/%40s/c@1.0.0", nested] },
      { ref: nested, dependsOn: ["pkg:npm/%40s/c@1.0.0"] }
    ])
  })

  it("contains packages of the built pages, also if only development installs them", () => {
    const { components, dependencies } = makeSbom({
      manifest,
      bundled: { "dist/pages": ["node_modules/r", "node_modules/a"], "dist/docs": ["node_modules/r"] },
      locked: {
        "node_modules/a": entry(),
        "node_modules/r": entry({ dev: true }),
        "node_modules/x": entry({ dev: true })
      }
    })
    expect(components.map(({ name, properties }) => [name, properties.map(({ value }) => value)])).toEqual([
      ["a", ["node_modules", "dist/pages"]],
      ["r", ["dist/pages", "dist/docs"]]
    ])
    expect(dependencies[0]!.dependsOn).toEqual(["pkg:npm/a@1.0.0", "pkg:npm/r@1.0.0"])
  })

  it.each<readonly [string, LockedPackage]>([
    ["license", { version: "1.0.0", integrity }],
    ["SHA-2 hash", entry({ integrity: "sha1-AAAA" })]
  ])("is refused if a package has no %s", (what, locked) => {
    expect(() => makeSbom({ manifest, locked: { "node_modules/a": locked }, bundled: {} })).toThrow(
      `package-lock.json has no ${what} for node_modules/a, which a server contains.`
    )
  })

  it("is refused if the pages contain a package that is not locked", () => {
    expect(() => makeSbom({ manifest, locked: {}, bundled: { "dist/docs": ["node_modules/x"] } })).toThrow(
      "package-lock.json does not contain node_modules/x. Run `npm ci`."
    )
  })
})

it("the packages of bundled modules are found by their paths", () => {
  expect(packagesOf([
    "/src/node_modules/react/index.js",
    "/src/node_modules/@s/c/lib/a.js?commonjs",
    "/src/node_modules/a/node_modules/b/index.js",
    "\0/src/node_modules/react/jsx.js",
    "/src/apps/dashboard/main.tsx",
    "virtual:x"
  ])).toEqual(["node_modules/@s/c", "node_modules/a/node_modules/b", "node_modules/react"])
})

describe("the bill of materials of this release", () => {
  let sbom: ReturnType<typeof makeSbom>
  beforeAll(async () => {
    await requestResource("dashboardBuild")
    sbom = JSON.parse(serverSbom())
  })

  it("has the form of CycloneDX 1.6", () => {
    expect(sbom).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.6", version: 1 })
    expect(sbom.serialNumber).toMatch(/^urn:uuid:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/)
    const refs = [sbom.metadata.component, ...sbom.components].map((component) => component["bom-ref"])
    expect(new Set(refs).size).toBe(refs.length)
    expect(sbom.dependencies.map(({ ref }) => ref).toSorted()).toEqual(refs.toSorted())
    expect(sbom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.includes(ref))).toEqual([])
    for (const { hashes, licenses, name, purl, version } of sbom.components) {
      expect([name, hashes]).toEqual([name, [{ alg: "SHA-512", content: expect.stringMatching(/^[\da-f]{128}$/) }]])
      expect(licenses).toHaveLength(1)
      expect(purl).toMatch(/^pkg:npm\/(?:%40[\w.-]+\/)?[\w.-]+@\d[\w.+-]*$/)
      expect(version).toMatch(/^\d+\.\d+\.\d+/)
    }
  })

  it("contains every installed and every bundled package, and is reachable from the server", () => {
    const names = sbom.components.map(({ group, name }) => group === undefined ? name : `${group}/${name}`)
    const installed = Object.entries(
      JSON.parse(readText("package-lock.json")).packages as Record<string, LockedPackage>
    )
      .filter(([path, { dev }]) => path !== "" && dev !== true)
    expect(installed.length).toBeGreaterThan(20)
    expect(installed.map(([path]) => path.replace(/^.*node_modules\//, "")).filter((name) => !names.includes(name)))
      .toEqual([])
    for (const name of ["effect", "react", "@mantine/core", "@vue/runtime-core", "minisearch"]) {
      expect(names).toContain(name)
    }
    for (const name of ["vite", "vitest", "typescript", "esbuild", "pdfjs-dist"]) expect(names).not.toContain(name)
    const reached = new Set<string>()
    const open = [sbom.metadata.component["bom-ref"]]
    const dependsOn = new Map(sbom.dependencies.map((one) => [one.ref, one.dependsOn]))
    for (let ref = open.pop(); ref !== undefined; ref = open.pop()) {
      if (reached.has(ref)) continue
      reached.add(ref)
      open.push(...dependsOn.get(ref)!)
    }
    expect(sbom.components.map((one) => one["bom-ref"]).filter((ref) => !reached.has(ref))).toEqual([])
  })

  it("is the same for the same release", () => {
    expect(serverSbom()).toBe(serverSbom())
  })
})
