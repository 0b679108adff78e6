import { wordsMillisMax } from "./Limits.ts"
import { pause } from "./Wire.ts"

/** Texts of one language, from `languages/xx.json`. */
export interface Words {
  /** Name of the box for screen readers. */
  readonly name: string
  readonly idle: string
  readonly working: string
  readonly verified: string
  readonly degraded: string
  readonly expired: string
  readonly error: string
  /** The site is not configured for this host. */
  readonly refused: string
  /** Follows `error` and `refused`: the form can still be sent. */
  readonly anyway: string
  /** Label of the button that retries. */
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
  anyway: "You can still send the form.",
  again: "Check again"
}

/** Languages available as `languages/xx.json` next to the script. */
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

/** Returns the first of these languages that is available; otherwise English. */
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

/** Returns the language that the page requests, or else those of the browser. */
export const wantedLanguages = (requested: string): ReadonlyArray<string> => {
  if (requested !== "" && requested !== "auto") return [requested]
  const page = document.documentElement.lang
  return page === "" ? navigator.languages : [page, ...navigator.languages]
}

export const directionOf = (language: string): "ltr" | "rtl" => rightToLeft.includes(language) ? "rtl" : "ltr"

const loading = new Map<string, Promise<Words>>()

/** Loads the texts of a language; English if they fail to load. */
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
