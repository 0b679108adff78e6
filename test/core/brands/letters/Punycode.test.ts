import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { decodePunycode } from "../../../../core/brands/letters/Punycode.ts"
import { anyText } from "../AnyText.ts"

describe("Punycode", () => {
  // Examples of RFC 3492 §7.1, and other labels.
  it.each([
    ["egbpdaj6bu4bxfgehfvwxn", "ليهمابتكلموشعربي؟"],
    ["ihqwcrb4cv8a8dqg056pqjye", "他们为什么不说中文"],
    ["4dbcagdahymbxekheh6e0a7fei0b", "למההםפשוטלאמדבריםעברית"],
    ["3b-ww4c5e180e575a65lsy2b", "3年b組金八先生"],
    ["2-u9tlzr9756bt3uc0v", "ひとつ屋根の下2"],
    ["d9juau41awczczp", "そのスピードで"],
    ["p1ai", "рф"],
    ["bcher-kva", "bücher"]
  ])("%s decodes to %s", (encoded, text) => expect(decodePunycode(encoded)).toBe(text))

  it.each(["a_b", "99999999", "é", "zzzzzzzzzzzzzzzzzzzz", "-", "A".repeat(64)])("%s does not decode", (encoded) => {
    expect(decodePunycode(encoded) === null || decodePunycode(encoded) === "").toBe(true)
  })

  it("decodes what the URL standard encodes", () => {
    const letters = fc.string({
      unit: fc.constantFrom(..."abcz09äöüßéñąłβδжяאم中文字か漢한"),
      minLength: 1,
      maxLength: 12
    })
    fc.assert(fc.property(letters, (text) => {
      if (!URL.canParse(`http://${text}.com`)) return
      const [label = ""] = new URL(`http://${text}.com`).hostname.split(".")
      if (label.startsWith("xn--")) expect(decodePunycode(label.slice(4))).toBe(text.normalize("NFC"))
    }))
  })

  it("accepts any text", () => {
    fc.assert(fc.property(anyText(80), (text) => {
      decodePunycode(text)
    }))
  })
})
