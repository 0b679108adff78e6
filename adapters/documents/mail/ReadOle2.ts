import { makeOle2Reader } from "../ole/ReadOle2.ts"
import { readOutlookFile } from "./OutlookMessage.ts"

/** Reads any OLE 2 file: a document of Office 97 to 2003, an encrypted document, or an Outlook message. */
export const readOle2 = makeOle2Reader(readOutlookFile)
