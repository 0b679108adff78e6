const prefix = "application/vnd.oasis.opendocument."

/** Types whose contents are read: all but databases, which run queries and code of their own. */
const readTypes: ReadonlySet<string> = new Set(
  ["text", "spreadsheet", "presentation", "graphics", "formula", "chart", "image"]
    .flatMap((type) => [type, `${type}-template`])
    .concat("text-master", "text-master-template", "text-web")
)

/** Names the type of a package by its `mimetype` entry (OpenDocument 1.3, part 2, section 3.3) if it is none that is read. */
export const otherOdfType = (mimeType: string): string | null => {
  const type = mimeType.trim().toLowerCase()
  if (!type.startsWith(prefix) || readTypes.has(type.slice(prefix.length))) return null
  return type === `${prefix}database` || type === `${prefix}base`
    ? "an OpenDocument database"
    : "an OpenDocument container of an unknown type"
}
