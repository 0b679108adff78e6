import { execFileSync } from "node:child_process"
import { globSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { PackageSpec } from "./Packages.ts"

export interface CompileOptions {
  /** Whether to check types and write declarations. */
  readonly isTyped: boolean
}

/** Compiles the modules that the packages reach to JavaScript in a folder, at the same paths. */
export const compilePackages = (
  root: string,
  folder: string,
  specs: ReadonlyArray<PackageSpec>,
  { isTyped }: CompileOptions
): void => {
  const config = join(folder, "tsconfig.json")
  const files = specs.flatMap(({ entry, owns, subpaths = {}, workers = [] }) => [
    entry,
    ...Object.values(subpaths),
    ...workers,
    ...globSync(owns.map((own) => `${own}/**/*.d.ts`), { cwd: root })
  ])
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(root, "tsconfig.json"),
      compilerOptions: {
        noEmit: false,
        noCheck: !isTyped,
        declaration: isTyped,
        rewriteRelativeImportExtensions: true,
        typeRoots: [join(root, "node_modules/@types")],
        rootDir: root,
        outDir: folder
      },
      include: [],
      files: files.map((file) => join(root, file))
    })
  )
  execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", config], {
    cwd: root,
    stdio: "inherit"
  })
}
