import { execFileSync } from "node:child_process"
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

/** Copies of the repository in which faults are planted. */
export interface RepositoryCopies {
  /** Paths of the copies. */
  readonly roots: ReadonlyArray<string>
  /** Folder for the temporary files of the tests. */
  readonly temporary: string
  readonly remove: () => void
}

/**
 * Lists the tracked files and the untracked files that are not ignored, as paths relative to the root. Omits deleted
 * files.
 */
export const repositoryFiles = (root: string): ReadonlyArray<string> =>
  git(root, "ls-files", "-co", "--exclude-standard").filter((file) => existsSync(join(root, file)))

/** Lists the files that differ from a revision, including untracked files. */
export const changedFiles = (root: string, revision: string): ReadonlyArray<string> => [
  ...git(root, "diff", "--name-only", "--no-renames", revision),
  ...git(root, "ls-files", "--others", "--exclude-standard")
]

const git = (root: string, ...args: ReadonlyArray<string>): ReadonlyArray<string> =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 64 * 2 ** 20 }).split("\n").filter(Boolean)

/** Copies the repository's files and its build output. Packages are linked. */
export const makeCopies = (root: string, files: ReadonlyArray<string>, count: number): RepositoryCopies => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-faults-"))
  // PostgreSQL runs as another user, who must be able to enter the folders below this one.
  chmodSync(folder, 0o755)
  const temporary = join(folder, "tmp")
  mkdirSync(temporary)
  const beside = join(root, "../shared")
  if (existsSync(beside)) symlinkSync(beside, join(folder, "shared"))
  const roots = Array.from({ length: count }, (_, at) => join(folder, `copy-${at + 1}`))
  for (const copy of roots) {
    for (const file of files) {
      mkdirSync(join(copy, dirname(file)), { recursive: true })
      copyFileSync(join(root, file), join(copy, file))
    }
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"))
    if (existsSync(join(root, "dist"))) cpSync(join(root, "dist"), join(copy, "dist"), { recursive: true })
  }
  return { roots, temporary, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) }
}
