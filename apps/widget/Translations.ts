import { translationMillisMax } from "./Limits.ts"
import { sleep } from "./Wire.ts"

/** Texts of one language, from `languages/xx.json`. */
export interface Translation {
  /** Name of the box for screen readers. */
  readonly name: string
  readonly idle: string
  readonly working: string
  readonly verified: string
  readonly degraded: string
  readonly expired: string
  readonly error: string
  /** Text for a site that is not set up for this host. */
  readonly refused: string
  /** Text after `error` and `refused`: the form can still be sent. */
  readonly anyway: string
  /** Label of the button that retries. */
  readonly again: string
}

export const english: Translation = {
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
const translatedLanguages =
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

/** Returns the first wanted language that is available; otherwise English. */
export const matchLanguage = (wanted: ReadonlyArray<string>): string => {
  for (const tag of wanted) {
    const [language = "", ...rest] = tag.toLowerCase().split("-")
    const isHant = rest.includes("hant")
    for (const name of [isHant ? "zh-tw" : `${language}-${rest.pop()}`, language]) {
      const known = synonyms[name] ?? name
      if (known === "en" || translatedLanguages.includes(known)) return known
    }
  }
  return "en"
}

/** Returns the language of the setting. Without a setting, returns the languages of the page and the browser. */
export const preferredLanguages = (setting: string): ReadonlyArray<string> => {
  if (setting !== "" && setting !== "auto") return [setting]
  const page = document.documentElement.lang
  return page === "" ? navigator.languages : [page, ...navigator.languages]
}

export const directionOf = (language: string): "ltr" | "rtl" => rightToLeft.includes(language) ? "rtl" : "ltr"

const loading = new Map<string, Promise<Translation>>()

/** Loads the texts of a language. If loading fails or takes too long, returns the English texts. */
export const loadTranslation = (language: string, files: string): Promise<Translation> => {
  if (language === "en") return Promise.resolve(english)
  const url = `${files}/languages/${language}.json`
  const known = loading.get(url) ?? fetchTranslation(url)
  loading.set(url, known)
  return Promise.race([known, sleep(translationMillisMax).then(() => english)])
}

const fetchTranslation = async (url: string): Promise<Translation> => {
  try {
    const answer = await fetch(url, { credentials: "omit" })
    return answer.ok ? { ...english, ...(await answer.json() as Partial<Translation>) } : english
  } catch {
    return english
  }
}
