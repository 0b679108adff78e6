import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { findLookalikeInText } from "../../../core/brands/LookalikeInText.ts"
import { anyText } from "./AnyText.ts"

describe("a display name", () => {
  it.each([
    ["PayPaI Support", "PayPal"],
    ["Your Аmazon order", "Amazon"],
    ["Мicrosoft Teаm", "Microsoft"],
    ["WeIls Fargo", "Wells Fargo"],
    ["Bank of Arnerica", "Bank of America"],
    ["Micr0soft 365", "Microsoft"],
    ["ＰａｙＰａｌ", "PayPal"],
    ["𝐏𝐚𝐲𝐏𝐚𝐥", "PayPal"],
    ["Paypa\u200bl", "PayPal"],
    ["lCloud", "iCloud"]
  ])("%s imitates %s", (text, brand) => {
    expect(findLookalikeInText(text)).toMatchObject({ brand, rule: "same skeleton" })
  })

  it.each([
    "PayPal Support",
    "LINKEDIN",
    "Itaú",
    "Itau",
    "Crédit Agricole",
    "Société Générale",
    "Wells Fargo",
    "Deutsche Bank AG",
    "Allpay",
    "Дорогой клиент",
    "Γεια σου Κόσμε",
    "Sehr geehrte Damen und Herren",
    "Invoice 1001",
    ""
  ])("%s imitates no brand", (text) => expect(findLookalikeInText(text)).toBeNull())

  it("may be any text", () => {
    fc.assert(fc.property(anyText(600), (text) => {
      findLookalikeInText(text)
    }))
  })
})
