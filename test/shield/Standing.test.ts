import { build } from "esbuild"
import { gzipSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { findLoadedFiles, root } from "../house/Tree.ts"

/** Maximum gzip bytes of the bundle, which an edge worker loads at startup. The measured size is 6.4 KB. */
const gzipBytesMax = 7 * 1_024

describe("gatehouse/shield", () => {
  it("loads only a few files of its own", () => {
    const reached = [...findLoadedFiles("apps/shield/index.ts")]
    expect(reached.filter((name) => !/^(?:apps\/shield|core\/(?:shield|scoring|kernel))\//.test(name))).toEqual([])
    // Checks that this test can fail.
    expect([...findLoadedFiles("apps/library/index.ts")]).toContain("effect")
  })

  it("is small and needs no runtime module", async () => {
    const { outputFiles } = await build({
      absWorkingDir: root,
      entryPoints: ["apps/shield/index.ts"],
      bundle: true,
      minify: true,
      write: false,
      format: "esm",
      platform: "neutral"
    })
    expect(gzipSync(outputFiles[0]!.contents).length).toBeLessThan(gzipBytesMax)
  })
})
