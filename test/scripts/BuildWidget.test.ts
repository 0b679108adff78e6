import { createHash } from "node:crypto"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { buildWidget, type WidgetManifest } from "../../scripts/BuildWidget.ts"

/**
 * Maximum gzip bytes that a page loads from Shield. `widget.js` loads the other files later.
 *
 * The widgets of Cap and ALTCHA take 31,000 and 35,000 bytes.
 */
const gzipBytesMax = { "widget.js": 9_000, "engine.js": 5_500, "solver.js": 4_000 }

const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), "gatehouse-build-")))
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))
const [one, other] = folders as [string, string]

const namesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name).slice(folder.length + 1)).toSorted()

describe("the build for browsers", () => {
  let manifest: WidgetManifest
  beforeAll(() => {
    manifest = buildWidget(one)
    writeFileSync(join(other, "left-over.js"), "")
    buildWidget(other)
  })

  it("is reproducible and leaves no other files", () => {
    expect(namesIn(one)).toContain("solver.js")
    expect(namesIn(other)).toEqual(namesIn(one))
    for (const name of namesIn(one)) {
      expect(readFileSync(join(other, name)).equals(readFileSync(join(one, name))), name).toBe(true)
    }
  })

  it("lists each file's size and hash, and compresses it", () => {
    expect(JSON.parse(readFileSync(join(one, "manifest.json"), "utf8"))).toEqual(manifest)
    expect(manifest.version).toMatch(/^[0-9a-f]{16}$/)
    const names = Object.keys(manifest.files)
    expect(namesIn(one)).toEqual(
      ["manifest.json", ...names.flatMap((name) => [name, `${name}.br`, `${name}.gz`])].toSorted()
    )
    for (const [name, { brotliBytes, bytes, gzipBytes, integrity }] of Object.entries(manifest.files)) {
      const [plain, br, gz] = ["", ".br", ".gz"].map((ending) => readFileSync(join(one, `${name}${ending}`)))
      expect([plain!.length, br!.length, gz!.length]).toEqual([bytes, brotliBytes, gzipBytes])
      expect(integrity).toBe(`sha384-${createHash("sha384").update(plain!).digest("base64")}`)
      expect(brotliDecompressSync(br!).equals(plain!) && gunzipSync(gz!).equals(plain!), name).toBe(true)
    }
  })

  it.each(Object.entries(gzipBytesMax))("keeps %s within %i bytes of gzip", (name, most) => {
    expect(manifest.files[name]?.gzipBytes ?? 0).toBeLessThanOrEqual(most)
  })
})
