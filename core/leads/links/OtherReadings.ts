import { decoded, mayBeEncoded } from "./EncodedAddresses.ts"

/** A dot of East Asian scripts before a Latin letter: of an address, as browsers read it, or the end of a sentence. */
const sentenceEnd = /[\u3002\uff0e\uff61](?=[a-z])/gi

/** What a text may say as well, to who reads it with other eyes; links in it are looked up, and no more is made of them. */
export const otherReadings = (text: string): ReadonlyArray<string> => {
  const clear = mayBeEncoded(text) ? decoded(text) : text
  const readings = new Set([clear, ...[text, clear].map((each) => each.replace(sentenceEnd, "$& "))])
  readings.delete(text)
  return [...readings]
}
