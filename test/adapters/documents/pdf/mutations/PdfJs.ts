import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs"

/**
 * Returns the content that pdf.js finds in a PDF: its pages, scripts, addresses, attachments and text, one line each.
 * Returns null if pdf.js does not open the file.
 */
export const readWithPdfJs = async (bytes: Uint8Array): Promise<ReadonlySet<string> | null> => {
  // pdf.js transfers its input, which detaches the buffer.
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 })
  try {
    const document = await task.promise
    const lines = await documentLines(document)
    const pages: Array<ReadonlyArray<string>> = []
    for (let number = 1; number <= document.numPages; number++) {
      pages.push(await pageLines(await document.getPage(number)))
    }
    return new Set([`pages: ${document.numPages}`, ...lines, ...pages.flat()])
  } catch {
    return null
  } finally {
    await task.destroy()
  }
}

const documentLines = async (document: PDFDocumentProxy): Promise<ReadonlyArray<string>> => {
  const { info } = await document.getMetadata()
  const attachments: Array<string> = []
  for (const [id, { filename }] of await document.getAttachments() ?? []) {
    attachments.push(`attachment ${filename}: ${attachmentText(await document.getAttachmentContent(id))}`)
  }
  return [
    ...scriptLines(await document.getJSActions()),
    ...attachments,
    ...Reflect.get(info, "IsXFAPresent") === true ? ["XFA"] : []
  ]
}

const pageLines = async (page: PDFPageProxy): Promise<ReadonlyArray<string>> => {
  const found = [...scriptLines(await page.getJSActions())]
  for (const { actions, file, unsafeUrl } of await page.getAnnotations()) {
    found.push(...scriptLines(actions))
    if (file !== undefined) found.push(`attached by an annotation: ${file.filename}`)
    if (unsafeUrl !== undefined) found.push(`address: ${unsafeUrl}`)
  }
  const { items } = await page.getTextContent()
  const text = items.map((item) => "str" in item ? item.str : "").join("")
  return text === "" ? found : [...found, `text: ${text}`]
}

const scriptLines = (actions: Map<string, ReadonlyArray<string>> | null | undefined): ReadonlyArray<string> =>
  [...actions ?? []].flatMap(([event, scripts]) => scripts.map((script) => `script on ${event}: ${script}`))

const attachmentText = (bytes: Uint8Array | null): string => Buffer.from(bytes ?? []).toString("latin1")
