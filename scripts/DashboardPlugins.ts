import { pathToFileURL } from "node:url"
import type { Plugin } from "vite"
import { withUsedStyles } from "./UsedStyles.ts"

/** Matches the API declarations, and the modules derived from them. */
const declarations =
  /[\\/](?:adapters[\\/]http[\\/](?:account[\\/])?api[\\/]\w+|apps[\\/]dashboard[\\/]api[\\/]Routes)\.ts$/

/**
 * Replaces declaration modules by the plain values that pages import from them: limits, names, routes. Browsers then need not load
 * the schema library (60 kB gzipped). Pages cannot import anything but plain values from these modules.
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

/** Reduces the component library's style sheet to the classes in use. Two thirds of it are for unused components. */
export const componentStyles = (used: ReadonlySet<string>): Plugin => ({
  name: "component-styles",
  enforce: "pre",
  transform: {
    filter: { id: /@mantine[\\/]core[\\/]styles\.css$/ },
    handler: (css) => withUsedStyles(css, used)
  }
})
