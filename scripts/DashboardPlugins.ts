import { pathToFileURL } from "node:url"
import type { Plugin } from "vite"
import { withUsedStyles } from "./UsedStyles.ts"

/** Declarations of the APIs, and what is worked out from them. */
const declarations =
  /[\\/](?:adapters[\\/]http[\\/](?:account[\\/])?api[\\/]\w+|apps[\\/]dashboard[\\/]api[\\/]Routes)\.ts$/

/**
 * Pages use plain values of the declarations: limits, names, routes. They are worked out here, and written down in place of the
 * modules, so that browsers do not load schemas for them (60 kB gzipped). Whatever is no plain value cannot be imported by a page.
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

/** The component library's style sheet, as far as its classes are used: two thirds of it are for components that no page has. */
export const componentStyles = (used: ReadonlySet<string>): Plugin => ({
  name: "component-styles",
  enforce: "pre",
  transform: {
    filter: { id: /@mantine[\\/]core[\\/]styles\.css$/ },
    handler: (css) => withUsedStyles(css, used)
  }
})
