import type { Budget } from "../reading/Budget.ts"
import { readXml, type XmlOutcome } from "../xml/ReadXml.ts"
import { zipKey } from "../zip/ZipEntry.ts"

/** What `[Content_Types].xml` says of parts, by their names and their endings (ECMA-376 part 2, 7.2.3); all in lower case. */
export class ContentTypes {
  private readonly byName = new Map<string, string>()
  private readonly byEnding = new Map<string, string>()

  /** Several of them, where an archive has several, are all taken in; the first word on a part counts. */
  read(bytes: Uint8Array, budget: Budget): XmlOutcome {
    return readXml(bytes, {
      open: ({ local }, attributes) => {
        const type = attributes.get("ContentType")?.trim().toLowerCase()
        if (type === undefined || (local !== "Override" && local !== "Default")) return
        const [names, key] = local === "Override"
          ? [this.byName, zipKey(attributes.get("PartName") ?? "")]
          : [this.byEnding, attributes.get("Extension")?.toLowerCase() ?? ""]
        if (!names.has(key)) names.set(key, type)
      }
    }, budget)
  }

  /** Empty where nothing is said. */
  of(name: string): string {
    const key = zipKey(name)
    return this.byName.get(key) ?? this.byEnding.get(key.slice(key.lastIndexOf(".") + 1)) ?? ""
  }

  /** Types of parts that are named one by one or by their ending, whether the parts are there or not. */
  get named(): ReadonlyArray<string> {
    return [...this.byName.values(), ...this.byEnding.values()]
  }
}
