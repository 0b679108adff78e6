/** Bytes at the start of a message that are searched for its header fields. */
const headBytesMax = 64 * 1024

/** Header fields that only sent messages have. Web archives have none of these fields. */
const sentFields = /^(?:received|message-id|return-path|delivered-to|to|cc)[ \t]{0,9}:/im
/** Fields of a message in MIME format (RFC 2045). */
const mimeFields = /^(?:mime-version|content-type)[ \t]{0,9}:/im
/** Sender with an address. The sender of a web archive is the browser: `<Saved by Blink>`. */
const addressFields = /^(?:from|sender)[ \t]{0,9}:[^\r\n]{0,400}@/im
const senderFields = /^(?:from|sender)[ \t]{0,9}:/im
const contentFields = /^(?:subject|date)[ \t]{0,9}:/im

/** `eml`: an email message, or a mailbox that starts with one. `mht`: a page and its files, as browsers save them. */
export type MessageType = "eml" | "mht"

/** Returns the type of a message; null if the bytes are none. */
export const messageTypeOf = (bytes: Uint8Array): MessageType | null => {
  // The first line is a header field (RFC 5322, 2.2), or separates messages of a mailbox (RFC 4155). This check runs for
  // every embedded file.
  if (!/^(?:\xef\xbb\xbf)?(?:[!-9;-~]{1,76}[ \t]{0,9}:|From \S)/.test(latin1.decode(bytes.subarray(0, 100)))) {
    return null
  }
  const head = latin1.decode(bytes.subarray(0, headBytesMax))
  const end = /\r{0,2}\n\r{0,2}\n|\r\r(?!\n)/.exec(head)
  const header = end === null ? head : head.slice(0, end.index)
  if (mimeFields.test(header)) return sentFields.test(header) || addressFields.test(header) ? "eml" : "mht"
  const isMessage = senderFields.test(header) && (sentFields.test(header) || contentFields.test(header))
  return isMessage ? "eml" : null
}

const latin1 = new TextDecoder("latin1")
