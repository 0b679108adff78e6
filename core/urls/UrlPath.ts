/** Whether tidying leaves a path alone. `/.` begins a dot segment or a hidden file; both are looked at closely. */
const isTidy = (path: string): boolean => !path.includes("//") && !path.includes("/.")

/**
 * Resolves `.` and `..` and joins repeated slashes; a path that ends in one of them ends in a slash. Where the two steps
 * meet (`/a//../b`) their order matters, and the published sources differ: the documents and the URL standard resolve first
 * (`/a/b`), Google's own clients join first (`/b`). Then both are given, the documents' first.
 *
 * @param path begins with a slash
 */
export const tidyPaths = (path: string): readonly [string, ...ReadonlyArray<string>] => {
  if (isTidy(path)) return [path]
  const parts = path.slice(1).split("/")
  const documented = resolve(parts)
  if (!path.includes("//") || !path.includes("..")) return [documented]
  const joined = resolve(parts.filter((part, at) => part !== "" || at === parts.length - 1))
  return joined === documented ? [documented] : [documented, joined]
}

const resolve = (parts: ReadonlyArray<string>): string => {
  const kept: Array<string> = []
  for (const part of parts) {
    if (part === "..") kept.pop()
    else if (part !== ".") kept.push(part)
  }
  const last = parts.at(-1)
  if (last === "." || last === "..") kept.push("")
  return joinSlashes(`/${kept.join("/")}`)
}

export const joinSlashes = (path: string): string => path.includes("//") ? path.replaceAll(/\/{2,}/g, "/") : path
