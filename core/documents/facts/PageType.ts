import { wideDecoderOf } from "./WideText.ts"

/** Bytes at the start of a page that are searched for the marks of an Office document. */
const headBytesMax = 64 * 1024

/** Start of a page, after comments, declarations and white space. */
const pageStart =
  /^(?:\xef\xbb\xbf)?\s{0,999}(?:<(?:!--(?:[^-]|-(?!->)){0,3000}-->|[?!](?!--)[^>]{0,1000}>)\s{0,999}){0,20}<(?:html|head|body|table|thead|tbody|tr|td|th|style|link|meta|title|div|form|center|font|span|a|p|b|i|u|br|hr|img|pre|h[1-6]|ul|xml)[\s/>]/i

/** Namespaces and the program that Office writes into pages, and tables, which spreadsheet exports consist of. */
const officeMarks =
  /urn:schemas-microsoft-com:office:(?:word|excel|powerpoint|office)|\bname=["']?progid\b|\bcontent=["']?Microsoft (?:Word|Excel|PowerPoint)|<t(?:able|d)[\s>]/i

/**
 * Reports whether the bytes are a page of HTML that Office saved, or a table that a program exported for Excel. Such
 * pages are often named like workbooks or texts, and Office opens them under these names.
 */
export const isOfficePage = (bytes: Uint8Array): boolean => {
  // This check runs for every embedded file.
  if (!pageStart.test(decode(bytes.subarray(0, 4_096)))) return false
  return officeMarks.test(decode(bytes.subarray(0, headBytesMax)))
}

const latin1 = new TextDecoder("latin1")

const decode = (bytes: Uint8Array): string => (wideDecoderOf(bytes) ?? latin1).decode(bytes)
