import { describe, expect, it } from "vitest"
import { splitUuencoded, textFilesMax } from "../../../../adapters/documents/mail/Uuencode.ts"

const split = (text: string) => {
  const { files, text: rest } = splitUuencoded(text)
  return { files: files.map(({ bytes, name }) => [name, Buffer.from(bytes).toString("latin1")]), rest }
}

describe("a text with encoded files", () => {
  // The lines are those of `binascii.b2a_uu` of Python 3.
  it.each([
    ["begin 644 a.txt\n%2&5L;&\\\n`\nend\n", "Hello"],
    ["begin 644 a.txt\r\n%2&5L;&\\\r\n`\r\nend\r\n", "Hello"],
    ["begin 644 a.txt\n#35H!\n", "MZ\x01"],
    ["begin-base64 644 a.txt\nSGVsbG8=\n====\n", "Hello"],
    ["begin 0644 a.txt\n`\nend\n", ""],
    ["begin 644 a.txt\nend\n", ""]
  ])("has the file of %j", (text, content) => expect(split(text).files).toEqual([["a.txt", content]]))

  it("keeps the text around the files", () => {
    const file = "begin 644 a b.txt\n%2&5L;&\\\n`\nend"
    expect(split(`One\n${file}\nTwo\n${file}\nThree`)).toEqual({
      files: [["a b.txt", "Hello"], ["a b.txt", "Hello"]],
      rest: "One\n\nend\nTwo\n\nend\nThree"
    })
  })

  it.each([
    "> begin 644 a.txt\nx",
    "begin now, 644 times\n",
    "begin 644\n",
    "begin 6 a\n",
    "begin 600 lines of code\nHello, Ann\n"
  ])(
    "has no file in %j",
    (text) => expect(split(text)).toEqual({ files: [], rest: text })
  )

  it("is read up to a limit", () => {
    const { files, isCutOff } = splitUuencoded("begin 644 a\nend\n".repeat(textFilesMax + 1))
    expect([files.length, isCutOff]).toEqual([textFilesMax, true])
  })
})
