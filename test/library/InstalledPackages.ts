import { mkdirSync, readFileSync, symlinkSync } from "node:fs"
import { dirname, join } from "node:path"
import { packageSpecs } from "../../scripts/packages/Packages.ts"
import { stagePackages } from "../../scripts/packages/StagePackages.ts"
import { root } from "../house/Tree.ts"

/** Replaces the import names of this repository with the names of the published packages. */
export const withPackageNames = (text: string): string =>
  text.replace("gatehouse/bundle", "gatehouse-embedded/bundle").replaceAll(
    /(?<=from "gatehouse)\/(\w+)(?=")/g,
    (_, name: string) => `-${name.toLowerCase()}`
  ).replaceAll(
    "from \"gatehouse\"",
    "from \"gatehouse-embedded\""
  )

export const readExample = (name: string): string => readFileSync(join(root, "examples", name), "utf8")

/** Program that prints the entry of the list `list.txt`, in its own folder or the given one, that matches a URL. */
export const listsProgram = (path: string): string =>
  "import { Effect, Layer } from \"effect\"\n" +
  "import { layerEmbedded, layerThreatLists, screenUrl } from \"gatehouse\"\n" +
  `const layer = Layer.merge(layerEmbedded, layerThreatLists([${path}]))\n` +
  "const { listed } = await Effect.runPromise(Effect.provide(screenUrl(\"https://www.bad.example/x\"), layer))\n" +
  "console.log(listed?.expression)\n"

interface Manifest {
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

export const manifestOf = (folder: string, name: string): Manifest =>
  JSON.parse(readFileSync(join(folder, "staged", name, "package.json"), "utf8"))

/** Links a package into a folder of modules, for a program or for another package. */
const link = (folder: string, name: string, modules: string): void => {
  const target = join(modules, name)
  mkdirSync(dirname(target), { recursive: true })
  const isOurs = packageSpecs.some((spec) => spec.name === name)
  symlinkSync(isOurs ? join(folder, "staged", name) : join(root, "node_modules", name), target)
}

/** Returns the names of the packages that a staged package depends on. */
export const dependenciesOf = (folder: string, name: string): ReadonlyArray<string> => {
  const { dependencies, peerDependencies } = manifestOf(folder, name)
  return Object.keys({ ...dependencies, ...peerDependencies })
}

/** Writes all packages to the subfolder `staged` of a folder. Installs them and `others` for programs in the folder. */
export const installPackages = (folder: string, isTyped: boolean, others: ReadonlyArray<string>): void => {
  const staged = join(folder, "staged")
  mkdirSync(staged)
  for (const name of stagePackages(staged, packageSpecs, { isTyped })) {
    for (const used of dependenciesOf(folder, name)) link(folder, used, join(staged, name, "node_modules"))
    link(folder, name, join(folder, "node_modules"))
  }
  for (const name of others) link(folder, name, join(folder, "node_modules"))
}
