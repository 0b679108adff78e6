import { directOnly, floorsOf, roomContents, roomImports } from "./Rooms.ts"

const begin = "<!-- made from the imports by `npm run docs` -->"
const end = "<!-- end -->"

/** Returns `docs/architecture.md` with an updated figure and table of rooms. */
export const architecturePage = (page: string): string => {
  const [before, rest] = page.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`docs/architecture.md lacks ${begin} or ${end}`)
  return `${before}${begin}\n\n${roomsFigure()}\n\n${roomsTable()}\n\n${end}${after}`
}

/** Returns a Mermaid flowchart: rooms by floor, with arrows to the rooms that they import. */
const roomsFigure = (): string => {
  const imports = roomImports()
  const floors = floorsOf(imports)
  const idOf = (room: string) => room.replaceAll("-", "_")
  const boxes = floors.map((rooms, floor) =>
    [`  subgraph floor${floor}["level ${floor}"]`, ...rooms.map((room) => `    ${idOf(room)}["${room}"]`), "  end"]
      .join("\n")
  )
  const arrows = [...directOnly(imports)].flatMap(([room, below]) =>
    [...below].toSorted().map((one) => `  ${idOf(room)} --> ${idOf(one)}`)
  )
  return ["```mermaid", "flowchart TB", ...boxes.toReversed(), ...arrows, "```"].join("\n")
}

const roomsTable = (): string => {
  const imports = roomImports()
  const rows = floorsOf(imports).flatMap((rooms, floor) =>
    rooms.map((room) => {
      const below = [...imports.get(room)!].toSorted().join(", ")
      return `| ${floor} | \`core/${room}\` | ${roomContents[room] ?? ""} | ${below} |`
    })
  )
  return ["| Level | Group | Contents | Imports |", "|---|---|---|---|", ...rows.toReversed()].join("\n")
}
