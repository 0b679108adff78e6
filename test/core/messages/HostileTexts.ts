import * as fc from "fast-check"
import { anyCharacter } from "../../support/AnyCharacter.ts"

/**
 * Generates hostile text of any code units, including lone surrogates.
 *
 * The text often has fragments that the message readers look for.
 */
export const hostileText = (): fc.Arbitrary<string> =>
  fc.array(
    fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 12 }),
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      fc.constantFrom(
        " ",
        "\n",
        "v i a g r a",
        "v1agr@",
        "p\u0430ypal",
        "vi\u200bagra",
        "\u{1d42f}\u{1d422}\u{1d41a}",
        "ﷺ",
        "ﾊﾟ",
        "각",
        "https://a.example/b?c",
        "me@example.com",
        "www.",
        "://",
        "+49 30 1234567",
        "$5,000.00",
        "12.5%",
        "10:30",
        "🔥",
        "👨‍👩‍👧",
        "a.b.c.d.e",
        "don't",
        "ɐɹƃɐᴉʌ",
        "ﬁ",
        "字",
        "สวัสดี",
        "سلام",
        "שלום",
        "привет",
        "a\u0336b\u0336",
        "!!!",
        "|",
        "€",
        "@",
        "\0"
      )
    ),
    { maxLength: 40 }
  ).map((pieces) => pieces.join(""))
