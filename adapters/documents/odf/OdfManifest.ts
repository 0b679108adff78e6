import type { Budget } from "../reading/Budget.ts"
import { readXml, type XmlOutcome } from "../xml/ReadXml.ts"
import { zipKey } from "../zip/ZipEntry.ts"
import { odfName } from "./OdfNames.ts"

/** What `META-INF/manifest.xml` says of the parts of a package (ODF 1.3 part 2, 4). */
export interface OdfManifest {
  /** Parts that need a password: their key, and their path as it is written. */
  readonly encrypted: ReadonlyMap<string, string>
  readonly outcome: XmlOutcome
}

export const readManifest = (bytes: Uint8Array, budget: Budget): OdfManifest => {
  const encrypted = new Map<string, string>()
  let path = ""
  const outcome = readXml(bytes, {
    open: (name, attributes) => {
      const element = odfName(name)
      if (element === "manifest:file-entry") path = attributes.any("full-path") ?? ""
      else if (element === "manifest:encryption-data") encrypted.set(zipKey(path), path)
    },
    close: (name) => {
      if (odfName(name) === "manifest:file-entry") path = ""
    }
  }, budget)
  return { encrypted, outcome }
}
