import { wordsMillisMax } from "./Limits.ts"
import { pause } from "./Wire.ts"

/** The texts of one language: `languages/xx.json`. */
export interface Words {
  /** What this box is, for screen readers. */
  readonly name: string
  readonly idle: string
  readonly working: string
  readonly verified: string
  readonly degraded: string
  readonly expired: string
  readonly error: string
  /** Not set up for this host. */
  readonly refused: string
  /** Beside `error` and `refused`: the form can be sent. */
  readonly anyway: string
  /** The button that checks again. */
  readonly again: string
}

export const english: Words = {
  name: "Protection from bots",
  idle: "Protected from bots",
  working: "Checking…",
  verified: "You are verified",
  degraded: "Ready to send",
  expired: "The check has expired",
  error: "Could not check",
  refused: "Not set up for this site",
  anyway: "You can send the form all the same.",
  again: "Check again"
}

/** Those that lie beside the script as `languages/xx.json`. */
const shipped =
  "ar bg ca cs da de el es et eu fa fi fr ga he hi hr hu id is it ja ko lt lv ms nb nl pl pt ro ru sk sl sr sv th tr uk ur vi zh zh-tw"
    .split(" ")

const rightToLeft = ["ar", "fa", "he", "ur"]

const synonyms: Readonly<Record<string, string>> = {
  no: "nb",
  nn: "nb",
  iw: "he",
  in: "id",
  "zh-hk": "zh-tw",
  "zh-mo": "zh-tw"
}

/** The first language of these that there are words in; English where there is none. */
export const languageOf = (wanted: ReadonlyArray<string>): string => {
  for (const tag of wanted) {
    const [language = "", ...rest] = tag.toLowerCase().split("-")
    const isHant = rest.includes("hant")
    for (const name of [isHant ? "zh-tw" : `${language}-${rest.pop()}`, language]) {
      const known = synonyms[name] ?? name
      if (known === "en" || shipped.includes(known)) return known
    }
  }
  return "en"
}

/** What the page, then what the browser asks for. */
export const wantedLanguages = (asked: string): ReadonlyArray<string> => {
  if (asked !== "" && asked !== "auto") return [asked]
  const page = document.documentElement.lang
  return page === "" ? navigator.languages : [page, ...navigator.languages]
}

export const directionOf = (language: string): "ltr" | "rtl" => rightToLeft.includes(language) ? "rtl" : "ltr"

const loading = new Map<string, Promise<Words>>()

/** The words of a language; English where they do not come. */
export const wordsIn = (language: string, files: string): Promise<Words> => {
  if (language === "en") return Promise.resolve(english)
  const url = `${files}/languages/${language}.json`
  const known = loading.get(url) ?? loadWords(url)
  loading.set(url, known)
  return Promise.race([known, pause(wordsMillisMax).then(() => english)])
}

const loadWords = async (url: string): Promise<Words> => {
  try {
    const answer = await fetch(url, { credentials: "omit" })
    return answer.ok ? { ...english, ...(await answer.json() as Partial<Words>) } : english
  } catch {
    return english
  }
}
