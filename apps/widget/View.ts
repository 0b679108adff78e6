import { announceMillis } from "./Limits.ts"
import type { Settings } from "./Options.ts"
import type { WidgetState } from "./Session.ts"
import { directionOf, type Translation } from "./Translations.ts"

const shapes = {
  shield: "M18 9.5l7 2.6v5.4c0 4.6-3 7.8-7 9.5-4-1.7-7-4.9-7-9.5v-5.4z",
  check: "M11.5 18.6l4.4 4.4 8.6-9.6",
  alert: "M18 11.5v8M18 24v.1",
  again: "M27 18a9 9 0 1 1-2.7-6.4l2.7 2.6M27 8.5v5.7h-5.7"
}

const glyphs: Readonly<Record<WidgetState, keyof typeof shapes>> = {
  idle: "shield",
  working: "shield",
  verified: "check",
  degraded: "check",
  expired: "again",
  error: "again",
  refused: "alert"
}

/** States that screen readers announce. */
const announced: ReadonlyArray<WidgetState> = ["verified", "degraded", "error", "refused"]

export interface WidgetView {
  readonly show: (state: WidgetState) => void
  readonly progress: (part: number) => void
  readonly translate: (words: Translation, language: string) => void
  readonly end: () => void
}

export interface ViewOptions {
  readonly host: HTMLElement
  readonly settings: Settings
  /** CSP nonce for a style element, in browsers without constructable style sheets. */
  readonly nonce: string
  readonly onAgain: () => void
}

/**
 * Renders the visible box in a shadow tree. Uses neither markup strings nor inline styles, because a page's policy
 * could forbid them.
 */
export const makeView = ({ host, nonce, onAgain, settings }: ViewOptions): WidgetView => {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" })
  const glyph = svg("path", { class: "glyph" })
  const again = element("button", "again", { type: "button" }, icon("6 6 24 24", svg("path", { d: shapes.again })))
  const mark = element("span", "mark", {}, icon("0 0 36 36", ring("rail"), ring("arc"), glyph))
  const title = element("span", "title", {})
  const hint = element("span", "hint", {})
  const brand = element("span", "brand", {}, icon("6 6 24 24", svg("path", { d: shapes.shield })), "Shield")
  const live = element("span", "live", { role: "status", "aria-live": "polite" })
  const words = element("span", "words", {}, title, hint)
  const box = element("div", "box", { role: "group" }, mark, words, brand)
  if (settings.sitekey.startsWith("gh_site_test_")) brand.append(element("span", "test", {}, "TEST"))
  again.addEventListener("click", onAgain)
  root.replaceChildren(box, live)
  applyStyles(root, nonce)

  let state: WidgetState = "idle"
  let texts: Translation | null = null
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

  const show = (next: WidgetState) => {
    const isNew = next !== state
    state = next
    const isAgain = next === "error" || next === "expired"
    // Keeps the focus in the widget when the button disappears.
    if (!isAgain && root.activeElement === again) {
      box.tabIndex = -1
      box.focus()
    }
    // Removes the button instead of hiding it, so that the page and its tests find only the form's own buttons.
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
    translate: (next, language) => {
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

const isShown = ({ appearance, size }: Settings, state: WidgetState): boolean => {
  if (size === "invisible") return false
  if (appearance === "execute") return state !== "idle"
  // The user never has to act, so only errors need to be visible.
  return appearance === "always" || state === "error" || state === "refused"
}

type Attributes = Readonly<Record<string, string>>
type Children = ReadonlyArray<Node | string>

const withAttributes = <A extends Element>(made: A, attributes: Attributes, children: Children): A => {
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

const element = (name: string, part: string, attributes: Attributes, ...children: Children): HTMLElement =>
  withAttributes(document.createElement(name), { class: part, part, ...attributes }, children)

const svg = (name: string, attributes: Attributes, ...children: Children): SVGElement =>
  withAttributes(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children)

const icon = (viewBox: string, ...children: Children) => svg("svg", { viewBox, "aria-hidden": "true" }, ...children)

const ring = (name: string) => svg("circle", { class: name, cx: "18", cy: "18", r: "16", pathLength: "100" })

let sheet: CSSStyleSheet | undefined

/**
 * Applies a constructed style sheet, which is not subject to `style-src`. Safari supports it from version 16.4 on.
 * Older browsers get a style element.
 */
const applyStyles = (root: ShadowRoot, nonce: string) => {
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

/**
 * Colors of the light theme. In each theme, text has a contrast of at least 4.5:1 and icons of at least 3:1 (WCAG 2.2,
 * 1.4.3 and 1.4.11).
 */
const light =
  "--bg:#fff;--text:#182230;--muted:#556172;--line:#cfd6df;--rail:#dde3ea;--accent:#2454d6;--good:#14783a;--warn:#b04a06;--on:#fff"
const dark =
  "--bg:#171c24;--text:#f0f4f9;--muted:#a9b4c2;--line:#3a4451;--rail:#36404d;--accent:#86a8ff;--good:#4cd07d;--warn:#ffb454;--on:#0d1117"
const contrast =
  "--bg:#000;--text:#fff;--muted:#fff;--line:#fff;--rail:#767676;--accent:#6cf;--good:#3f3;--warn:#ff0;--on:#000"
/** System colors for forced colors. They override colors that the page sets. */
const system =
  "--s-bg:Canvas;--s-text:CanvasText;--s-muted:CanvasText;--s-line:CanvasText;--s-rail:GrayText;--s-accent:Highlight;--s-good:CanvasText;--s-warn:CanvasText;--s-on:Canvas"

const own = ["bg", "text", "muted", "line", "rail", "accent", "good", "warn", "on"]
  .map((name) => `--s-${name}:var(--shield-${name},var(--${name}))`).join(";")

const style = `
:host{all:initial;display:block}
:host([hidden]),[hidden]{display:none!important}
*{box-sizing:border-box}
.box{${light}}
@media(prefers-color-scheme:dark){.auto{${dark}}}
.dark{${dark}}
@media(prefers-contrast:more){.auto{--muted:var(--text);--line:var(--text)}}
.contrast{${contrast}}
@media(forced-colors:active){.box.box{${system};forced-color-adjust:none}}
.box{${own};--mark:var(--s-rail);display:flex;align-items:center;gap:12px;width:300px;max-width:100%;min-height:65px;padding:5px 14px;border:1px solid var(--s-line);border-radius:var(--shield-radius,10px);background:var(--s-bg);color:var(--s-text);font:500 14px/1.25 var(--shield-font,system-ui,"Segoe UI",Roboto,"Noto Sans",sans-serif);text-align:start}
.contrast{border-width:2px}
.flexible{width:100%;min-width:min(300px,100%)}
.compact{flex-direction:column;justify-content:center;gap:6px;width:150px;min-height:140px;padding:8px;text-align:center}
.working .arc,.degraded,.expired{--mark:var(--s-accent)}
.verified{--mark:var(--s-good)}
.error,.refused{--mark:var(--s-warn)}
.mark,.again{flex:none;width:34px;height:34px}
svg{display:block;width:100%;height:100%;fill:none;stroke:currentColor;stroke-width:2.2;stroke-linecap:round;stroke-linejoin:round}
circle{stroke:var(--mark);transition:fill .25s,stroke .25s,stroke-dashoffset .25s}
.arc{display:none;stroke-dasharray:100;stroke-dashoffset:calc(100 - 100*var(--part));transform:rotate(-90deg);transform-origin:50% 50%}
.glyph,.hint,.brand{color:var(--s-muted)}
.working .arc{display:inline}
.working .mark svg{animation:turn 1.1s linear infinite}
.working .glyph{opacity:0}
.verified circle,.degraded circle{fill:var(--mark)}
.verified .glyph,.degraded .glyph{color:var(--s-on);stroke-width:3;stroke-dasharray:30;animation:draw .35s ease-out}
.refused .glyph{color:var(--mark)}
.again{margin:0;padding:4px;border:2px solid;border-radius:50%;background:none;color:var(--mark);cursor:pointer}
.again:hover{background:var(--mark);border-color:var(--mark);color:var(--s-on)}
:focus-visible{outline:3px solid var(--s-accent);outline-offset:2px}
.words{flex:1;min-width:0;overflow-wrap:anywhere}
.compact .words{flex:none;max-width:100%}
.hint{display:block;margin-top:2px;font-size:12px;font-weight:400}
.brand{display:flex;flex-direction:column;align-items:center;gap:2px;font-size:11px}
.brand svg{width:20px;height:20px}
.compact .brand{flex-direction:row;gap:4px}
.compact.error .brand,.compact.refused .brand{display:none}
.test{padding:0 4px;border-radius:3px;background:var(--s-warn);color:var(--s-on);font:700 10px/14px sans-serif}
.live{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
@keyframes turn{to{transform:rotate(1turn)}}
@keyframes draw{from{stroke-dashoffset:30}}
@media(prefers-reduced-motion:reduce){*{animation:none!important;transition:none!important}}
`
