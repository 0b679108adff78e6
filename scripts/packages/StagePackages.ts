import { execFileSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { isBuiltin } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join, posix } from "node:path"
import { fileURLToPath } from "node:url"
import { type CompileOptions, compilePackages } from "./Compile.ts"
import { packagePrefix, type PackageSpec } from "./Packages.ts"
import { replaceSpecifiers, specifiersOf } from "./Specifiers.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** Subpath under which packages import modules of each other. It is not for other programs. */
const internalSubpath = "internal"

/** Version ranges of the packages of which a program must have only one copy, by name. */
const peerRanges: Readonly<Record<string, string>> = { effect: "^4.1.0", "fast-check": "^4.0.0" }

interface Manifest {
  readonly version: string
  readonly license: string
  readonly engines: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

/** Writes each package into a folder of its name. Returns the names. */
export const stagePackages = (
  folder: string,
  specs: ReadonlyArray<PackageSpec>,
  options: CompileOptions
): ReadonlyArray<string> => {
  const compiled = mkdtempSync(join(tmpdir(), "gatehouse-compiled-"))
  try {
    compilePackages(root, compiled, specs, options)
    const packager = new Packager(compiled, folder, specs)
    return specs.map((spec) => packager.stage(spec))
  } finally {
    rmSync(compiled, { recursive: true, force: true })
  }
}

class Packager {
  private readonly compiled: string
  private readonly folder: string
  private readonly specs: ReadonlyArray<PackageSpec>
  private readonly manifest: Manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))

  constructor(compiled: string, folder: string, specs: ReadonlyArray<PackageSpec>) {
    this.compiled = compiled
    this.folder = folder
    this.specs = specs
  }

  /** Writes one package and returns its name. */
  stage(spec: PackageSpec): string {
    const target = join(this.folder, spec.name)
    const used = new Set<string>(spec.dataPackages)
    for (const file of this.filesOf(spec)) {
      const path = join(target, "dist", file)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, this.rewriteImports(readFileSync(join(this.compiled, file), "utf8"), file, spec, used))
    }
    for (const built of spec.builtFolders ?? []) {
      cpSync(join(root, built), join(target, "dist", built), { recursive: true })
    }
    for (const file of dataFilesOf(spec)) cpSync(join(root, file), join(target, "dist", file))
    writeFileSync(join(target, "package.json"), `${JSON.stringify(this.packageJson(spec, used), null, 2)}\n`)
    cpSync(join(root, "LICENSE"), join(target, "LICENSE"))
    if (hasData(spec)) cpSync(join(root, "NOTICE"), join(target, "NOTICE"))
    const others = [...used].filter((name) => name.startsWith(packagePrefix) && name !== spec.name).toSorted()
    writeFileSync(join(target, "README.md"), readmeOf(spec, this.manifest.version, others))
    return spec.name
  }

  /** Returns the compiled files that a package owns, or for a standalone package, those that its entry reaches. */
  private filesOf(spec: PackageSpec): ReadonlyArray<string> {
    if (spec.isStandalone === true) return this.reachedFiles(spec)
    return readdirSync(this.compiled, { recursive: true, encoding: "utf8" })
      .map((file) => file.replaceAll("\\", "/"))
      .filter((file) => /\.(?:js|d\.ts)$/.test(file) && this.ownerOf(file) === spec)
      .toSorted()
  }

  private reachedFiles({ entry }: PackageSpec): ReadonlyArray<string> {
    const extensions = existsSync(join(this.compiled, entry.replace(/\.ts$/, ".d.ts"))) ? [".js", ".d.ts"] : [".js"]
    const reached = new Set(extensions.map((extension) => entry.replace(/\.ts$/, extension)))
    for (const file of reached) {
      const extension = file.endsWith(".d.ts") ? ".d.ts" : ".js"
      for (const specifier of specifiersOf(file, readFileSync(join(this.compiled, file), "utf8"))) {
        const target = posix.join(posix.dirname(file), specifier.replace(/\.[jt]s$/, extension))
        if (specifier.startsWith(".")) reached.add(target)
      }
    }
    return [...reached].toSorted()
  }

  /** Returns the package that owns the file. If several do, the package with the longest matching path owns it. */
  private ownerOf(file: string): PackageSpec | undefined {
    const source = file.replace(/\.(?:d\.ts|js)$/, ".ts")
    const lengthOf = ({ owns }: PackageSpec) =>
      Math.max(0, ...owns.filter((own) => source === own || source.startsWith(`${own}/`)).map(({ length }) => length))
    const [owner] = this.specs.toSorted((one, other) => lengthOf(other) - lengthOf(one))
    return owner !== undefined && lengthOf(owner) > 0 ? owner : undefined
  }

  /** Replaces imports of another package's modules with imports from that package. Adds imported packages to `used`. */
  private rewriteImports(text: string, file: string, spec: PackageSpec, used: Set<string>): string {
    const rewritten = replaceSpecifiers(file, text, (specifier) => {
      const target = this.resolveImport(specifier, file, spec)
      const name = packageNameOf(target)
      if (name !== null) used.add(name)
      return target
    })
    for (const [, path] of rewritten.matchAll(resolvePattern)) used.add(packageNameOf(path!) ?? "")
    return rewritten.replaceAll(workerPattern, "$1.js$2")
      .replaceAll(examplePattern, (_, start: string, name: string) => `${start}${packagePrefix}${name.toLowerCase()}`)
  }

  private resolveImport(path: string, file: string, spec: PackageSpec): string {
    if (!path.startsWith(".")) return path
    if (spec.isStandalone === true) return path.replace(/\.ts$/, ".js")
    const target = posix.join(posix.dirname(file), path.replace(/\.ts$/, ".js"))
    const owner = this.ownerOf(target)
    if (owner === undefined) throw new Error(`${file} imports ${path}, which belongs to no package.`)
    return owner === spec ? path.replace(/\.ts$/, ".js") : `${owner.name}/${internalSubpath}/${target}`
  }

  private packageJson(spec: PackageSpec, used: ReadonlySet<string>) {
    const { dependencies, devDependencies, engines, license, version } = this.manifest
    const siblings = new Set(this.specs.map(({ name }) => name))
    const versions = { ...dependencies, ...devDependencies }
    const names = [...used].filter((name) => name !== "" && name !== spec.name).toSorted()
    const peers = names.filter((name) => name in peerRanges)
    const own = names.filter((name) => !(name in peerRanges)).map((name) => {
      const range = siblings.has(name) ? version : versions[name]
      if (range === undefined) throw new Error(`${spec.name} imports ${name}, which package.json lacks.`)
      return [name, range] as const
    })
    return {
      name: spec.name,
      version,
      description: spec.description,
      license,
      type: "module",
      engines,
      sideEffects: false,
      exports: {
        ".": entryPoint(spec.entry),
        ...Object.fromEntries(
          Object.entries(spec.subpaths ?? {}).map(([name, path]) => [`./${name}`, entryPoint(path)])
        ),
        ...spec.isStandalone === true
          ? {}
          : { [`./${internalSubpath}/*.js`]: { types: "./dist/*.d.ts", default: "./dist/*.js" } },
        "./package.json": "./package.json"
      },
      files: ["dist", ...hasData(spec) ? ["NOTICE"] : []],
      ...own.length === 0 ? {} : { dependencies: Object.fromEntries(own) },
      ...peers.length === 0
        ? {}
        : { peerDependencies: Object.fromEntries(peers.map((name) => [name, peerRanges[name]])) },
      publishConfig: { access: "public", provenance: true }
    }
  }
}

/** Matches an import in an example of a docstring. The examples import the packages as subpaths of `gatehouse`. */
const examplePattern = /(from ")gatehouse\/(\w+)(?=")/g

/** Matches the URL of a worker's module. Its extension changes, because the module is compiled. */
const workerPattern = /(new URL\("\.[^"\n]*)\.ts("\s*,\s*import\.meta\.url\))/g

/** Matches a call that resolves the path of a file in another package. */
const resolvePattern = /\.resolve\("([^"\n.][^"\n]*)"\)/g

const packageNameOf = (specifier: string): string | null =>
  // The compiler writes the types of Node's modules without `node:` in declarations.
  specifier.startsWith(".") || isBuiltin(specifier)
    ? null
    : specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1).join("/")

const entryPoint = (path: string) => {
  const base = `./dist/${path.replace(/\.ts$/, "")}`
  return { types: `${base}.d.ts`, default: `${base}.js` }
}

/** Lists the data files of the package, which its modules read at run time. */
const dataFilesOf = ({ owns }: PackageSpec): ReadonlyArray<string> =>
  execFileSync("git", ["ls-files", "--", ...owns], { cwd: root, encoding: "utf8" })
    .split("\n").filter((file) => file !== "" && !/\.(?:tsx?|mjs|md)$/.test(file))

/** Reports whether the package contains or installs data, whose sources `NOTICE` names. */
const hasData = (spec: PackageSpec): boolean => spec.dataPackages !== undefined || dataFilesOf(spec).length > 0

/** The packages are in no registry, so the text never names a package that npm would look up there. */
const readmeOf = ({ description, name }: PackageSpec, version: string, others: ReadonlyArray<string>): string => {
  const archives = [name, ...others]
  const note = others.length === 0
    ? ""
    : "\n\nThe packages of Gatehouse are in no registry. Install this archive together with those that it uses."
  return `# ${name}\n\n${description}\n\n\`\`\`sh\nnpm install ${
    archives.map((one) => `./${one}-${version}.tgz`).join(" ")
  }\n\`\`\`${note}\n\n` +
    "Part of Gatehouse, which you run yourself. MIT license; `NOTICE` lists the data that it contains.\n"
}
