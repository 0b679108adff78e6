import { groupDescriptions, groupImports, sortIntoLevels, withoutTransitiveImports } from "./Groups.ts"

const begin = "<!-- Generated from the imports by `npm run docs`. -->"
const end = "<!-- End of the generated part. -->"

/** Returns `docs/architecture.md` with an updated figure and table of the core's groups. */
export const architecturePage = (page: string): string => {
  const [before, rest] = page.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`docs/architecture.md lacks ${begin} or ${end}`)
  return `${before}${begin}\n\n${groupsFigure()}\n\n${groupsTable()}\n\n${end}${after}`
}

/** Returns a drawing with one line for each level, the highest first. */
const groupsFigure = (): string => {
  const lines = sortIntoLevels(groupImports()).map((groups, level) => ` ${level} │ ${groups.join("   ")}`)
  return ["```text", ...lines.toReversed(), "```"].join("\n")
}

const groupsTable = (): string => {
  const imports = groupImports()
  const direct = withoutTransitiveImports(imports)
  const rows = sortIntoLevels(imports).flatMap((groups, level) =>
    groups.map((group) =>
      `| ${level} | \`core/${group}\` | ${groupDescriptions[group] ?? ""} | ${
        [...direct.get(group)!].toSorted().join(", ")
      } |`
    )
  )
  return ["| Level | Group | Contents | Imports |", "|---|---|---|---|", ...rows.toReversed()].join("\n")
}
