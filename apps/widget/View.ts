import { announceMillis } from "./Limits.ts"
import type { Settings } from "./Options.ts"
import type { State } from "./Session.ts"
import { style } from "./Style.ts"
import { directionOf, type Words } from "./Words.ts"

const shapes = {
  shield: "M18 9.5l7 2.6v5.4c0 4.6-3 7.8-7 9.5-4-1.7-7-4.9-7-9.5v-5.4z",
  check: "M11.5 18.6l4.4 4.4 8.6-9.6",
  alert: "M18 11.5v8M18 24v.1",
  again: "M27 18a9 9 0 1 1-2.7-6.4l2.7 2.6M27 8.5v5.7h-5.7"
}

const glyphs: Readonly<Record<State, keyof typeof shapes>> = {
  idle: "shield",
  working: "shield",
  verified: "check",
  degraded: "check",
  expired: "again",
  error: "again",
  refused: "alert"
}

/** States that a person should hear of without looking. */
const announced: ReadonlyArray<State> = ["verified", "degraded", "error", "refused"]

export interface View {
  readonly show: (state: State) => void
  readonly progress: (part: number) => void
  readonly speak: (words: Words, language: string) => void
  readonly end: () => void
}

export interface ViewOptions {
  readonly host: HTMLElement
  readonly settings: Settings
  readonly isTest: boolean
  /** For browsers that cannot construct style sheets. */
  readonly nonce: string
  readonly onAgain: () => void
}

/** What a person sees: a box in a shadow tree, without any markup or inline style that a page's policy could forbid. */
export const makeView = ({ host, isTest, nonce, onAgain, settings }: ViewOptions): View => {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" })
  const glyph = drawn("path", { class: "glyph" })
  const again = element("button", "again", { type: "button" }, icon("6 6 24 24", drawn("path", { d: shapes.again })))
  const mark = element("span", "mark", {}, icon("0 0 36 36", ring("rail"), ring("arc"), glyph))
  const title = element("span", "title", {})
  const hint = element("span", "hint", {})
  const brand = element("span", "brand", {}, icon("6 6 24 24", drawn("path", { d: shapes.shield })), "Shield")
  const live = element("span", "live", { role: "status", "aria-live": "polite" })
  const words = element("span", "words", {}, title, hint)
  const box = element("div", "box", { role: "group" }, mark, words, brand)
  if (isTest) brand.append(element("span", "test", {}, "TEST"))
  again.addEventListener("click", onAgain)
  root.replaceChildren(box, live)
  dress(root, nonce)

  let state: State = "idle"
  let texts: Words | null = null
  let silence: ReturnType<typeof setTimeout> | undefined

  const announce = (text: string) => {
    clearTimeout(silence)
    live.textContent = text
    silence = setTimeout(() => {
      live.textContent = ""
    }, announceMillis)
  }

  const write = () => {
    const isOver = state === "error" || state === "refused"
    title.textContent = texts?.[state] ?? ""
    hint.textContent = isOver ? texts?.anyway ?? "" : ""
    hint.hidden = !isOver
  }

  const show = (next: State) => {
    const isNew = next !== state
    state = next
    const isAgain = next === "error" || next === "expired"
    // The focus stays here when the button goes.
    if (!isAgain && root.activeElement === again) {
      box.tabIndex = -1
      box.focus()
    }
    // A button that is not there does not come between a page, or its tests, and the buttons of its form.
    if (isAgain) mark.replaceWith(again)
    else again.replaceWith(mark)
    glyph.setAttribute("d", shapes[glyphs[next]])
    box.className = `box ${settings.theme} ${settings.size} ${next}`
    box.hidden = !isShown(settings, next)
    if (next === "working" && isNew) progress(0)
    write()
    if (isNew && texts !== null && announced.includes(next)) announce(`${title.textContent}. ${hint.textContent}`)
  }

  const progress = (part: number) => box.style.setProperty("--part", String(0.1 + part * 0.75))

  show("idle")
  return {
    show,
    progress,
    speak: (next, language) => {
      texts = next
      for (const each of [box, live]) {
        each.lang = language
        each.dir = directionOf(language)
      }
      box.setAttribute("aria-label", next.name)
      again.setAttribute("aria-label", next.again)
      again.title = next.again
      write()
    },
    end: () => {
      clearTimeout(silence)
      root.replaceChildren()
    }
  }
}

const isShown = ({ appearance, size }: Settings, state: State): boolean => {
  if (size === "invisible") return false
  if (appearance === "execute") return state !== "idle"
  // Nobody is asked to do anything here: there is only bad news to be seen.
  return appearance === "always" || state === "error" || state === "refused"
}

type Attributes = Readonly<Record<string, string>>
type Children = ReadonlyArray<Node | string>

const filled = <A extends Element>(made: A, attributes: Attributes, children: Children): A => {
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

const element = (name: string, part: string, attributes: Attributes, ...children: Children): HTMLElement =>
  filled(document.createElement(name), { class: part, part, ...attributes }, children)

const drawn = (name: string, attributes: Attributes, ...children: Children): SVGElement =>
  filled(document.createElementNS("http://www.w3.org/2000/svg", name) as SVGElement, attributes, children)

const icon = (viewBox: string, ...children: Children) => drawn("svg", { viewBox, "aria-hidden": "true" }, ...children)

const ring = (name: string) => drawn("circle", { class: name, cx: "18", cy: "18", r: "16", pathLength: "100" })

let sheet: CSSStyleSheet | undefined

/** A constructed style sheet needs no leave by `style-src`. Safari knows them since 16.4. */
const dress = (root: ShadowRoot, nonce: string) => {
  try {
    if (sheet === undefined) {
      sheet = new CSSStyleSheet()
      sheet.replaceSync(style)
    }
    root.adoptedStyleSheets = [sheet]
  } catch {
    const made = document.createElement("style")
    made.nonce = nonce
    made.textContent = style
    root.append(made)
  }
}
