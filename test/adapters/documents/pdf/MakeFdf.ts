import type { Objects } from "./MakePdf.ts"

/** Builds the data of a form. Object 1 is the catalog, with the given entries of `FDF`. */
export const makeFdf = (entries: string, objects: Objects = {}, head = "%FDF-1.2\n"): Uint8Array =>
  Buffer.from(
    `${head}1 0 obj\n<</FDF<<${entries}>>>>\nendobj\n` +
      Object.entries(objects).map(([number, text]) => `${number} 0 obj\n${text}\nendobj\n`).join("") +
      "trailer\n<</Root 1 0 R>>\n%%EOF\n",
    "latin1"
  )

/** Builds the data of a form in XML. */
export const makeXfdf = (
  content: string,
  root = "xfdf xmlns=\"http://ns.adobe.com/xfdf/\" xml:space=\"preserve\""
): Uint8Array => Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n<${root}>${content}</xfdf>`)
