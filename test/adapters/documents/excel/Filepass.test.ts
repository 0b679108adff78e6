import { describe, expect, it } from "vitest"
import { derivePlainRc4Keys } from "../../../../adapters/documents/office-crypto/OfficeRc4.ts"
import { computeXorVerifier, xorArray, xorKey } from "../../../../adapters/documents/office-crypto/XorObfuscation.ts"
import { encryptWorkbook, workbookCiphers } from "../office-crypto/EncryptOle2.ts"
import { biff, bof, bytes, call, eof, formula, joined, makeWorkbook, name, ptg, sst, u16 } from "./MakeWorkbook.ts"
import { factsOf, factsOfKind } from "./ReadWorkbook.ts"

const long = "The quick brown fox. ".repeat(200)
const plain = makeWorkbook(
  [{
    name: "Macro1",
    kind: "macro",
    state: 1,
    records: [formula(joined(ptg.text("calc.exe"), ptg.funcVar(call.EXEC, 1)))]
  }],
  [sst(long), name("", { builtIn: 1 })]
)

describe("an encrypted workbook", () => {
  it.each(workbookCiphers)("is read if the default password opens it: %s", (cipher) => {
    const facts = factsOf(encryptWorkbook(plain, cipher, "VelvetSweatshop"))
    expect(facts).toEqual([{ kind: "encrypted", opened: "default password", where: "Workbook" }, ...factsOf(plain)])
    expect(factsOfKind(facts, "xlm")).toHaveLength(1)
  })

  it.each(workbookCiphers.filter((cipher) => cipher !== "xor"))(
    "stays locked if it has its own password: %s",
    (cipher) => {
      const facts = factsOf(encryptWorkbook(plain, cipher, "secret"))
      expect(facts).toEqual([
        { kind: "encrypted", opened: null, where: "Workbook" },
        { kind: "xlm", sheet: "", visibility: "visible", formulas: [], where: "Workbook, locked macro sheet" }
      ])
    }
  )

  it.each([
    ["XOR of another password", biff(0x2f, u16(0), u16(1), u16(2))],
    ["an unknown cipher", biff(0x2f, u16(7))],
    ["a cut one", biff(0x2f, u16(1), u16(1), u16(1), 1, 2, 3)],
    [
      "a header that claims more than there is",
      biff(0x2f, u16(1), u16(2), u16(2), bytes(4, 0, 0, 0, 255, 255, 255, 255), 1)
    ]
  ])("stays locked with %s", (_, filepass) => {
    expect(factsOf(joined(bof("globals"), filepass, eof))).toEqual([{
      kind: "encrypted",
      opened: null,
      where: "Workbook"
    }])
  })

  it("of BIFF5 has the verifier alone", () => {
    const facts = factsOf(joined(bof("globals", 0x500), biff(0x2f, u16(0x1234), u16(0x9a0a)), eof))
    expect(facts).toEqual([{ kind: "encrypted", opened: "default password", where: "Workbook" }])
  })
})

describe("published test vectors", () => {
  it("match the verifier of an obfuscated file (msoffcrypto-tool, xor_obfuscation tests)", () => {
    expect(computeXorVerifier("VelvetSweatshop")).toBe(0x9a0a)
  })

  it("match an RC4 key (msoffcrypto-tool, rc4 tests)", () => {
    const keys = derivePlainRc4Keys(Buffer.from("e8772c1d91c56a37964761b280183217", "hex"), "password1")
    expect(Buffer.from(keys(0)).toString("hex")).toBe("20bf32ddf540858c513744af0f24e03c")
  })

  it("match the obfuscation array, 16 bytes for any password", () => {
    expect(xorArray("VelvetSweatshop")).toHaveLength(16)
    expect(xorArray("abc")).toHaveLength(16)
    expect(xorKey("abc")).not.toBe(xorKey("abd"))
  })
})
