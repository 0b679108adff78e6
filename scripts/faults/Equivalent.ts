import type { Fault } from "./Fault.ts"

/** Fault without an observable effect, which no test can catch. */
export interface Equivalent {
  readonly file: string
  /** Line of the source, without leading and trailing spaces. */
  readonly line: string
  readonly before: string
  readonly after: string
  readonly reason: string
}

export const equivalents: ReadonlyArray<Equivalent> = [
  {
    file: "adapters/storage/sql/requests/RequestSearchSql.ts",
    line: "const millisOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)",
    before: "0",
    after: "1",
    reason: "The first digit of a UUIDv7 is 0 until the year 2527."
  },
  {
    file: "adapters/storage/sql/requests/RequestSearchSql.ts",
    line: "low: from === undefined ? firstRequestIdAt(0) : firstRequestIdAt(from.getTime()),",
    before: "0",
    after: "1",
    reason: "No request is from the first millisecond of 1970."
  },
  {
    file: "adapters/http/server/endpoints/Tracing.ts",
    line: "if (caller === null) return Math.random() < this.ratio",
    before: "<",
    after: "<=",
    reason: "A random number is equal to the ratio once in 2^52 requests."
  },
  {
    file: "adapters/http/server/endpoints/Tracing.ts",
    line: "return caller.sampled && (this.takeCallerTrace() || Math.random() < this.ratio)",
    before: "<",
    after: "<=",
    reason: "A random number is equal to the ratio once in 2^52 requests."
  },
  {
    file: "core/documents/judge/JudgeObjects.ts",
    line: "if (htmlControls.test(fact.classId ?? \"\")) {",
    before: " ?? \"\"",
    after: "",
    reason: "A missing class ID is tested as the text `undefined`, which is not a class ID either."
  },
  {
    file: "core/mail-addresses/KeyboardDistance.ts",
    line: "const asciiCodes = 128",
    before: "128",
    after: "129",
    reason: "The table has one more row and column, for a character that is on no key."
  },
  {
    file: "core/mail-addresses/KeyboardDistance.ts",
    line: "other < asciiCodes && touching[one * asciiCodes + other] === 1",
    before: "<",
    after: "<=",
    reason: "U+0080 is read as the character 0 of the next row, which is on no key."
  },
  {
    file: "core/mail-addresses/KeyboardDistance.ts",
    line: "touch(key, row[column + 1])",
    before: "+",
    after: "-",
    reason: "Touching is symmetric: the same pairs are found from the other key."
  },
  {
    file: "core/mail-addresses/KeyboardDistance.ts",
    line: "touch(key, rows[at + 1]?.[column])",
    before: "+",
    after: "-",
    reason: "Touching is symmetric: the same pairs are found from the other key."
  },
  {
    file: "core/members/passwords/PasswordPolicy.ts",
    line: "if (typed.length > passwordCharsMax * 4) return tooLong",
    before: ">",
    after: ">=",
    reason: "A text of exactly this length is too long in any case: NFC composes at most three characters into one."
  },
  {
    file: "core/requests/AccountOverview.ts",
    line: "creditsPerDay: pace?.creditsPerDay ?? null,",
    before: " ?? null",
    after: "",
    reason: "A balance divided by undefined is not a number, and below no number of days."
  },
  {
    file: "core/requests/OperationSums.ts",
    line: ".toSorted((one, other) => other.requests - one.requests || (one.operation < other.operation ? -1 : 1))",
    before: "<",
    after: "<=",
    reason: "No operation occurs twice in the sums."
  },
  {
    file: "core/requests/OperationSums.ts",
    line: ".toSorted((one, other) => other.requests - one.requests || (one.keyId < other.keyId ? -1 : 1))",
    before: "<",
    after: "<=",
    reason: "No key occurs twice in the sums."
  },
  {
    file: "core/messages/normalize/DeobfuscateText.ts",
    line: "if (unit < 0x80) {",
    before: "<",
    after: "<=",
    reason: "U+0080 is read as a sign either way."
  },
  {
    file: "core/messages/normalize/DeobfuscateText.ts",
    line: "if (unit < 0x80) {",
    before: "0x80",
    after: "129",
    reason: "U+0080 is read as a sign either way."
  },
  {
    file: "core/messages/normalize/DeobfuscateText.ts",
    line: "return unit < 0xc0 || (unit >= 0x200b && unit <= 0x2fff) || unit === 0xd7 || unit === 0xf7 ? sign : letter",
    before: "<=",
    after: "<",
    reason: "From U+2E80 on, the line before has answered."
  },
  {
    file: "core/messages/normalize/DeobfuscateText.ts",
    line: "return unit < 0xc0 || (unit >= 0x200b && unit <= 0x2fff) || unit === 0xd7 || unit === 0xf7 ? sign : letter",
    before: "0x2fff",
    after: "12288",
    reason: "From U+2E80 on, the line before has answered."
  },
  {
    file: "core/threats/prefixes/ApplyDiff.ts",
    line: "for (let byte = 0; byte < width; byte++) after.tails[out * width + byte] = tails[at * width + byte]!",
    before: "<",
    after: "<=",
    reason: "The next entry overwrites the additional byte; behind the last entry the array ignores it."
  }
]

/**
 * Reports whether a fault is listed as equivalent.
 *
 * @param text content of the fault's file
 */
export const isEquivalent = (fault: Fault, text: string, listed = equivalents): boolean => {
  const line = sourceLine(fault, text)
  return listed.some((one) =>
    one.file === fault.file && one.line === line && one.before === fault.before && one.after === fault.after
  )
}

/** Returns the line in which a fault begins, without leading and trailing spaces. */
export const sourceLine = ({ line }: Fault, text: string): string => text.split("\n")[line - 1]!.trim()
