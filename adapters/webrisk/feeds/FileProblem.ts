/** Whether the system refused something; else it is a fault of the program. */
export const isOfSystem = (cause: unknown): cause is { readonly code: string } =>
  typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string"

/** Why a file cannot be read, in a sentence of its own, without the words of the system. */
export const fileProblem = ({ code }: { readonly code: string }): string =>
  problems.get(code) ?? `It cannot be read (${code}).`

const problems: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "There is no such file."],
  ["ENOTDIR", "There is no such file."],
  ["EISDIR", "It is a folder, not a file."],
  ["EACCES", "It may not be read: permission is denied."],
  ["EPERM", "It may not be read: permission is denied."]
])
