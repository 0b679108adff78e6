import { pathToFileURL } from "node:url"
import type { Plugin } from "vite"
import { keepUsedStyles } from "./UsedStyles.ts"

/** Matches the API declarations, and the modules derived from them. */
const declarations =
  /[\\/](?:adapters[\\/]http[\\/](?:account[\\/])?api[\\/]\w+|apps[\\/]dashboard[\\/]api[\\/]Routes)\.ts$/

/**
 * Reduces declaration modules to their plain values, such as limits, names and routes. Browsers then do not load the
 * schema library (60 kB gzipped). Pages can import only plain values from these modules.
 */
export const declaredValues = (): Plugin => ({
  name: "declared-values",
  enforce: "pre",
  load: {
    filter: { id: declarations },
    async handler(id) {
      const exported = await import(pathToFileURL(id).href) as Readonly<Record<string, unknown>>
      return Object.entries(exported).filter(([, value]) => isPlain(value))
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}\n`).join("") || "export {}\n"
    }
  }
})

const isPlain = (value: unknown): boolean =>
  value === null || ["string", "number", "boolean"].includes(typeof value) ||
  (typeof value === "object" &&
    (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype) && Object.values(value).every(isPlain))

/** Reduces the component library's style sheet to the classes in use. Two thirds of it style unused components. */
export const componentStyles = (used: ReadonlySet<string>): Plugin => ({
  name: "component-styles",
  enforce: "pre",
  transform: {
    filter: { id: /@mantine[\\/]core[\\/]styles\.css$/ },
    handler: (css) => keepUsedStyles(css, used)
  }
})
