import { messageFeatures } from "../../../core/messages/features/MessageFeatures.ts"

/** Messages in many scripts and disguises. A change of their features invalidates older models. */
export const fixedTexts: ReadonlyArray<string> = [
  "",
  "Hello, could you please send me a quotation for 20 units (order XJ4-99B2)? Don't call before 10:30. Thanks, Jane!",
  "don\x92t don´t don`t; iD8DBQE9bTeHD5jX03fq m0n3y; tar -x -v -z -f file",
  "WE OFFER SEO SERVICES!!! 50% OFF, only $99.00, call +1 (415) 555-2671, sales@seo.example, https://seo.example/?a=b",
  "v i a g r a, f.r.e.e m-o-n-e-y, V1AGR4 m0n3y $3rv1c3s c@sino l0an 1n73r357",
  "your раypal саѕh, viαgrα, vi\u200bagra, v\u00ADi\u00ADa\u00ADg, v\u0336i\u0336a\u0336",
  "\u{1d42f}\u{1d422}\u{1d41a} ⓕⓡⓔⓔ 🅵🆁🅴🅴 ｆｒｅｅ ᴠɪᴀɢʀᴀ ɐɹƃɐᴉʌ ﬁne №5 ½ m² ™",
  "Größe, l’été à l'hôtel, İstanbul IŞIK ığüş, Łódź, Ærø, naïve, ĳs, Æ, œuvre",
  "Ваш iPhoneом, зaрaбoток на дoму без вложений, ёлка, її, к@зин0, 5 000 руб.",
  "Ελλάδα, ΑΦΜ 123456789, ὁ λόγος, TNFα, 50μg, ς",
  "您好，请问产品价格和交货时间？加 微 信 号 ＡＢＣ１２３。𠮷野家",
  "株式会社の田中です。ﾊﾟｿｺﾝ ガ が か\u3099 Tシャツ 〇 々 ー",
  "안녕하세요 SMS를 보내 주세요 \u1112\u1161\u11ab\u1100\u1173\u11af ㅋㅋㅋ",
  "สวัสดีครับ ขอ\u200bราคา ทำงาน ກຳລັງ ខ្ញុំ မြန်မာ བོད་",
  "می‌خواهم کتاب‌ها بخرم، مُحَمَّد ـــــ سلام ﻻ ١٢٣",
  "שלום, הWhatsApp שלי, בְּרֵאשִׁית",
  "नमस्ते, क्\u200dया हाल है? ১২৩ தமிழ் తెలుగు ქართული Հայերեն አማርኛ",
  "🔥🔥 👨‍👩‍👧 ❤️ 1️⃣ 🇬🇧 👍🏽 ★ ✓ → ©",
  "\ud800 a\udc00b \uffff \u0000 \u2028 \ufeff \u{10ffff} \u{e0041}",
  `${"filler ".repeat(1500)}middle ${"filler ".repeat(1500)}end`
]

/** Returns a fingerprint of the features of all fixed texts, in order. */
export const featuresDigest = (): number => {
  let digest = 0x811c9dc5
  for (const text of fixedTexts) {
    const { all, words } = messageFeatures(text)
    for (const part of [words.length, all.length, ...all]) digest = Math.imul(digest ^ part, 0x01000193)
  }
  return digest >>> 0
}
