import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { formatLine, type Scan } from "./Measures.ts"

interface Peer {
  readonly title: string
  readonly command: string
  readonly endings: ReadonlySet<string> | null
  readonly words: (folder: string) => ReadonlyArray<string>
}

/** Programs to compare with, if they are installed. The benchmark starts a process for each file. */
const peers: ReadonlyArray<Peer> = [
  { title: "qpdf --check", command: "qpdf", endings: new Set(["pdf"]), words: () => ["--check"] },
  {
    title: "mutool, text",
    command: "mutool",
    endings: new Set(["pdf"]),
    words: () => ["draw", "-q", "-F", "text", "-o", "/dev/null"]
  },
  {
    title: "clamscan, empty",
    command: "clamscan",
    endings: null,
    words: (folder) => {
      // clamscan requires a signature to start. This signature matches nothing.
      writeFileSync(
        join(folder, "none.ndb"),
        "None:0:0:00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\n"
      )
      return [`--database=${join(folder, "none.ndb")}`, "--no-summary"]
    }
  }
]

/** Bash script that runs a program on each file. Prints the CPU time, and stops the program after 20 s. */
const loop =
  `TIMEFORMAT="cpu %U %S"; while IFS= read -r file; do { time timeout 20 "$@" "$file" >/dev/null 2>/dev/null; } 2>&1; done`

const isThere = (command: string): boolean => spawnSync("bash", ["-c", `command -v ${command}`]).status === 0

/** Runs the programs on the same files. Returns lines with their CPU time, which includes the start of each process. */
export const comparePeers = (scans: ReadonlyArray<Scan>): ReadonlyArray<string> => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-peers-"))
  const lines: Array<string> = []
  try {
    for (const { command, endings, title, words } of peers) {
      const those = scans.filter(({ format }) => endings?.has(format) ?? true)
      if (those.length === 0 || !isThere(command)) continue
      const input = those.map(({ name }) => `${name}\n`).join("")
      const options = { input, encoding: "utf8", maxBuffer: 1e9 } as const
      const { stdout } = spawnSync("bash", ["-c", loop, "peer", command, ...words(folder)], options)
      const times = [...stdout.matchAll(/^cpu ([\d.]+) ([\d.]+)$/gm)].map(([, user, system]) =>
        (Number(user) + Number(system)) * 1_000
      )
      lines.push(formatLine("gatehouse", those))
      lines.push(formatLine(title, those.map((scan, at) => ({ ...scan, millis: times[at] ?? 0, isPartial: false }))))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return lines
}
