import { createHash } from "node:crypto"

/** Entry of `package-lock.json`, by its path, such as `node_modules/effect`. */
export interface LockedPackage {
  readonly version: string
  readonly license?: string
  /** Hashes of the package's archive, such as `sha512-…` in base64. */
  readonly integrity?: string
  readonly resolved?: string
  /** Whether only development needs the package. */
  readonly dev?: boolean
  readonly optional?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

export interface SbomInput {
  readonly manifest: {
    readonly name: string
    readonly version: string
    readonly description: string
    readonly license: string
    readonly dependencies: Readonly<Record<string, string>>
  }
  /** `packages` of `package-lock.json`. */
  readonly locked: Readonly<Record<string, LockedPackage>>
  /** Paths of the packages whose code the built pages contain, by folder. */
  readonly bundled: Readonly<Record<string, ReadonlyArray<string>>>
}

interface Component {
  readonly "bom-ref": string
  readonly type: "library"
  readonly group?: string
  readonly name: string
  readonly version: string
  readonly scope: "required"
  readonly hashes: ReadonlyArray<{ readonly alg: string; readonly content: string }>
  readonly licenses: ReadonlyArray<object>
  readonly purl: string
  readonly properties: ReadonlyArray<{ readonly name: string; readonly value: string }>
}

/**
 * Builds the software bill of materials of a server in CycloneDX 1.6: all packages of a production install, and the
 * packages whose code the built pages contain. `npm sbom` omits packages that are also peer dependencies, such as
 * `effect`, and does not know the built pages.
 *
 * Equal input gives equal output, so the document has no timestamp.
 */
export const makeSbom = ({ bundled, locked, manifest }: SbomInput) => {
  const pages = foldersByPackage(bundled)
  const unknown = [...pages.keys()].filter((path) => !(path in locked))
  if (unknown.length > 0) throw new Error(`package-lock.json does not contain ${unknown.join(", ")}. Run \`npm ci\`.`)
  const paths = Object.keys(locked).filter((path) => path !== "" && (locked[path]!.dev !== true || pages.has(path)))
    .toSorted()
  const components = paths.map((path) => componentOf(path, locked[path]!, pages.get(path) ?? []))
  const refs = new Map(paths.map((path, at) => [path, components[at]!["bom-ref"]]))
  const refsOf = (from: string, names: Iterable<string>) =>
    [...new Set([...names].flatMap((name) => refs.get(resolvePath(locked, from, name) ?? "") ?? []))].toSorted()
  const root = `pkg:npm/${manifest.name}@${manifest.version}`
  const document = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        "bom-ref": root,
        type: "application",
        name: manifest.name,
        version: manifest.version,
        description: manifest.description,
        licenses: licensesOf(manifest.license),
        purl: root
      }
    },
    components,
    dependencies: [
      {
        ref: root,
        dependsOn: [
          ...new Set([
            ...refsOf("", Object.keys(manifest.dependencies)),
            ...[...pages.keys()].map((path) => refs.get(path)!)
          ])
        ].toSorted()
      },
      ...paths.map((path) => ({ ref: refs.get(path)!, dependsOn: refsOf(path, dependencyNames(locked[path]!)) }))
    ]
  }
  return { ...document, serialNumber: serialNumberOf(JSON.stringify(document)) }
}

const foldersByPackage = (bundled: SbomInput["bundled"]): ReadonlyMap<string, ReadonlyArray<string>> => {
  const folders = new Map<string, Array<string>>()
  for (const [folder, paths] of Object.entries(bundled)) {
    for (const path of paths) {
      const known = folders.get(path)
      if (known === undefined) folders.set(path, [folder])
      else known.push(folder)
    }
  }
  return folders
}

const dependencyNames = ({ dependencies, optionalDependencies, peerDependencies }: LockedPackage) =>
  Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })

/** Returns the path of the package that Node loads for a name, as seen from another package. */
const resolvePath = (locked: SbomInput["locked"], from: string, name: string): string | null => {
  for (let folder = from;;) {
    const path = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`
    if (path in locked) return path
    if (folder === "") return null
    const parent = folder.lastIndexOf("/node_modules/")
    folder = parent < 0 ? "" : folder.slice(0, parent)
  }
}

const componentOf = (path: string, entry: LockedPackage, pages: ReadonlyArray<string>): Component => {
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)
  const [group, ownName] = name.startsWith("@") ? name.split("/") : [undefined, name]
  const purl = `pkg:npm/${name.replace("@", "%40")}@${entry.version}`
  return {
    "bom-ref": path === `node_modules/${name}` ? purl : `${purl}#${path}`,
    type: "library",
    ...group === undefined ? {} : { group },
    name: ownName,
    version: entry.version,
    scope: "required",
    hashes: hashesOf(path, entry),
    licenses: licensesOf(entry.license ?? missing(path, "license")),
    purl,
    properties: [
      ...entry.dev === true ? [] : [{ name: "gatehouse:installed", value: "node_modules" }],
      ...pages.map((value) => ({ name: "gatehouse:bundled", value }))
    ]
  }
}

const algorithms: Readonly<Record<string, string>> = { sha512: "SHA-512", sha384: "SHA-384", sha256: "SHA-256" }

const hashesOf = (path: string, { integrity }: LockedPackage): Component["hashes"] => {
  const hashes = (integrity ?? "").split(" ").flatMap((hash) => {
    const [algorithm = "", content = ""] = hash.split(/-(.*)/s)
    const alg = algorithms[algorithm]
    return alg === undefined ? [] : [{ alg, content: Buffer.from(content, "base64").toString("hex") }]
  })
  return hashes.length > 0 ? hashes : missing(path, "SHA-2 hash")
}

const missing = (path: string, what: string): never => {
  throw new Error(`package-lock.json has no ${what} for ${path}, which a server contains.`)
}

/** Distinguishes an SPDX expression, such as `MIT OR Apache-2.0`, from the id of a license. */
const licensesOf = (license: string): ReadonlyArray<object> =>
  /[ (]/.test(license) ? [{ expression: license }] : [{ license: { id: license } }]

/** Returns a URN that identifies the content, in the form of a UUID (version 8, RFC 9562). */
const serialNumberOf = (content: string): string => {
  const hex = createHash("sha256").update(content).digest("hex")
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${
    hex.slice(20, 32)
  }`
}
