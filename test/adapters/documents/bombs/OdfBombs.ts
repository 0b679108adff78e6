import { contentOf, makeOdf, moduleOf } from "../odf/MakeOdf.ts"
import type { Bomb } from "./ExpectBombs.ts"
import { laughs, levels, megabyte, odfEveryPart, times } from "./ZipBombParts.ts"

export const odfBombs: ReadonlyArray<Bomb> = [
  ["entities within entities in every part", () => odfEveryPart(laughs("a"))],
  ["elements within one another", () => makeOdf({ "content.xml": levels(1_000_000) })],
  ["paragraphs within one another", () => makeOdf({ "content.xml": contentOf(levels(1_000_000, "text:p")) })],
  ["paragraphs", () => makeOdf({ "content.xml": contentOf("<text:p>a</text:p>".repeat(700_000)) })],
  [
    "links",
    () =>
      makeOdf({
        "content.xml": contentOf(times(150_000, (index) => `<text:a xlink:href="http://a${index}.example/">a</text:a>`))
      })
  ],
  [
    "links within links",
    () => makeOdf({ "content.xml": contentOf("<text:a xlink:href=\"http://a.example/\">a".repeat(100)) })
  ],
  ["one link", () => makeOdf({ "content.xml": contentOf(`<text:a xlink:href="${"a".repeat(15 * megabyte)}"/>`) })],
  [
    "events",
    () =>
      makeOdf({
        "content.xml": contentOf(
          times(100_000, (index) => `<script:event-listener xlink:href="vnd.sun.star.script:a${index}"/>`)
        )
      })
  ],
  [
    "formulas",
    () =>
      makeOdf({
        "content.xml": contentOf(
          "<table:table-cell table:formula=\"of:=HYPERLINK(&quot;http://a.example/&quot;)\"/>".repeat(150_000)
        )
      })
  ],
  [
    "one formula",
    () => makeOdf({ "content.xml": contentOf(`<table:table-cell table:formula="${"DDE(&quot;".repeat(megabyte)}"/>`) })
  ],
  ["one module", () => makeOdf({ "Basic/Standard/Module1.xml": moduleOf("Shell(".repeat(2 * megabyte)) })],
  [
    "modules",
    () =>
      makeOdf(
        Object.fromEntries(
          Array.from(
            { length: 3_000 },
            (_, index) => [`Basic/Standard/Module${index}.xml`, moduleOf("Shell(".repeat(10_000))]
          )
        )
      )
  ],
  [
    "objects",
    () =>
      makeOdf(
        Object.fromEntries(
          Array.from(
            { length: 3_000 },
            (_, index) => [`Object ${index}/content.xml`, contentOf("<text:p>a</text:p>".repeat(1_000))]
          )
        )
      )
  ],
  ["a manifest", () =>
    makeOdf({
      "META-INF/manifest.xml":
        `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">${
          times(120_000, (index) =>
            `<manifest:file-entry manifest:full-path="a${index}"><manifest:encryption-data/></manifest:file-entry>`)
        }</manifest:manifest>`
    })],
  ["nested documents", () => {
    let inner: Uint8Array = makeOdf({})
    for (let level = 0; level < 100; level++) inner = makeOdf({ "Object 1": inner })
    return inner
  }]
]
