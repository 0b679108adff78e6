import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isGibberish } from "../../../../core/leads/judge/JudgeText.ts"
import { isKeyLike, randomnessMin, randomnessOf } from "../../../../core/leads/signals/RandomLetters.ts"
import { anyCharacter } from "../../../support/AnyCharacter.ts"

const names = `
  Aakanksha Abdulrahman Adebayo Agnieszka Aleksandrovich Amirkhanyan Angelopoulos Annegret Arbuthnot Arkwright Baumgartner
  Bhattacharya Bjornsson Blaszczykowski Bogdanovic Borschtsch Brzezinski Brzeczyszczykiewicz Buchschmidt Butterworth Chakraborty
  Chatterjee Chukwuemeka Ciechanowski Cruikshank Csikszentmihalyi Csordas Ctvrtnicek Dijkstra Dlamini Dostoyevsky Drzewiecki
  Dvorak Eichhorst Etxeberria Fitzgerald Fjodorowitsch Foxcroft Goldschmidt Grzegorz Grzybowski Guðmundsdottir Hadzhiev
  Haraldsdottir Hirschsprung Hjalmarsson Hrdlicka Hrvatin Hvorostovsky Ifeanyichukwu Iyengar Jakobsdottir Jaskulski Jdanov
  Jedrzejczyk Johannsdottir Karapetyan Khachaturian Khrushchev Knightsbridge Kowalczyk Kraszewski Krzysztof Krzyzewski
  Kulkarni Kvistgaard Leutheusser Lindqvist Ljubljana Lukashchenko Lundqvist MacDonald McFadden McPherson Mkhitaryan
  Mkrtchyan Mlynarczyk Mukherjee Mwangi Ndlovu Ngcobo Nguyen Nkrumah Nyqvist Oechslin Oyelaran Papadopoulos Pfannenschmidt
  Phongsathorn Piotrowski Przybylski Pszczolkowski Qazvini Quvenzhane Rajasekharan Rasmussen Rhys Rosenkrantz Rzepka
  Schlichting Schmidt Schnurr Schopfheim Schwarzenegger Schwarzkopf Shcherbakov Siddhartha Sivasubramaniam Skrzypczak
  Sokolowski Strcprst Srivastava Steinschneider Strzelecki Szczepanski Szczerbiak Szymborska Thistlethwaite Tkachenko Tschaikowski
  Tschichold Tshwane Tvrtko Tymoshenko Vlk Vjosa Vrchlicky Vrdoljak Wachtmeister Wawrzyniak Wierzbicki Wijngaarden
  Wojciechowski Wrzesniewski Xhaka Xiangzhong Xuejing Yevgeniy Zbigniew Zdzislaw Zhangxuefeng Zhongxing Zmrzlina Zwetschge
  Angstschweiss Borschtschtopf Rechtsschutzversicherung Kundendienstleitung strengthening lengthwise worthwhile
  jschwarzkopf kmkrtchyan smithj msmcdonald wwilliams hschmidt jeffkowalski geoffbrown josefmuller zhangkai wangxq liujx
  JeanPaulVanDamme McDonald DeVries MacGregor AnnaMaria YouTube JavaScript WordPress PayPal GitHub LinkedIn
`.trim().split(/\s+/)

const seeded = (seed: number) => () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648

const drawn = (alphabet: string, length: number, count: number): ReadonlyArray<string> => {
  const next = seeded(7)
  return Array.from(
    { length: count },
    () => Array.from({ length }, () => alphabet[Math.floor(next() * alphabet.length)]!).join("")
  )
}

describe("random letters", () => {
  it.each(names)("do not include a name or word: %s", (name) => {
    expect(randomnessOf(name)).toBeLessThan(randomnessMin)
  })

  it("are found more often in longer sequences", () => {
    const small = "abcdefghijklmnopqrstuvwxyz"
    const share = (words: ReadonlyArray<string>) =>
      words.filter((word) => randomnessOf(word) >= randomnessMin).length / words.length
    expect(share(drawn(small + small.toUpperCase(), 14, 500))).toBeGreaterThan(0.88)
    expect(share(drawn(small, 16, 500))).toBeGreaterThan(0.6)
    expect(share(drawn(small, 10, 500))).toBeGreaterThan(0.25)
  })

  it("are not searched in short words", () => expect(randomnessOf("xqjkz")).toBe(0))
})

describe("key-like words", () => {
  it.each(["x7k2q9f4", "a1b2c3d4", "9f8e7d6c5b"])(
    "alternate letters and digits: %s",
    (text) => expect(isKeyLike(text)).toBe(true)
  )
  it.each(["anna1987", "ann12marie89", "mueller24", "2pac", "r2d2", "b2bsales", "h2o4you"])(
    "do not include: %s",
    (text) => expect(isKeyLike(text)).toBe(false)
  )
})

describe("gibberish", () => {
  it.each([
    "DvCqVFTmXbQnRkWl",
    "TyQwErPlMnBvCxZaSdFg LkJhGfDsAqWeR",
    "sdkjfhskdjfh lsdkfjlskdjf 8374 wpeori",
    "asdfghjkl",
    "qwertzuiop",
    "asdf asdf asdf",
    "poiu lkjhgf",
    "BvXrTplQ, [url=http://ktrzmwq.info/]go[/url], http://owqndz.net/",
    "aaaaaaaaaaaa"
  ])("includes: %s", (message) => expect(isGibberish(message)).toBe(true))

  it.each([
    "",
    "ok",
    "Hello",
    "Danke, passt.",
    "Mkrtchyan Brzeczyszczykiewicz",
    "XKJQWZ-4471",
    "XKJQWZTRPLK",
    "SN 5CG9382XKJ",
    "My key is DvCqVFTmXbQnRkWl and it does not work",
    "здравствуйте",
    "你好",
    "hahahaha",
    "were tree poppop property",
    "weer weer weer",
    "https://site.example.net/DvCqVFTmXbQnRkWl",
    "!!!!!!",
    "Rückruf bitte +49 30 901820",
    "PO 4500098812 / RE-2291"
  ])("does not include: %s", (message) => expect(isGibberish(message)).toBe(false))

  it("can be checked in any text", () =>
    fc.assert(fc.property(fc.string({ unit: anyCharacter, maxLength: 500 }), (text) => {
      expect(typeof isGibberish(text)).toBe("boolean")
      expect(randomnessOf(text)).toBeGreaterThanOrEqual(0)
    })))
})
