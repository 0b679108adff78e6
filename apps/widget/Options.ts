export const themes = ["auto", "light", "dark", "contrast"] as const
export const sizes = ["normal", "flexible", "compact", "invisible"] as const
export const appearances = ["always", "execute", "interaction-only"] as const
/**
 * When the check starts. `focus`: on the first interaction with the form. `auto`: soon after the page has loaded.
 * `submit`: when the form is sent. `manual`: when the page calls `execute`.
 */
export const executions = ["focus", "auto", "submit", "manual"] as const

type Callback = (detail?: string) => unknown

/** Options of `render`. In the markup, each option is a `data-…` attribute. */
export interface RenderOptions {
  readonly sitekey?: string
  readonly theme?: typeof themes[number]
  readonly size?: typeof sizes[number]
  readonly appearance?: typeof appearances[number]
  /** When the check starts. `render` and `execute` are aliases of `auto` and `manual`. */
  readonly execution?: typeof executions[number] | "render" | "execute"
  /** Language tag, or `auto` for the language of the page or the browser. */
  readonly language?: string
  /** Whether to add a hidden field for the token, and the name of the field. */
  readonly "response-field"?: boolean | "true" | "false"
  readonly "response-field-name"?: string
  /** `auto` renews tokens before they expire. Other values let them expire. */
  readonly "refresh-expired"?: "auto" | "manual" | "never"
  /** Callbacks: functions or, in the markup, names of global functions. */
  readonly callback?: Callback | string
  readonly "error-callback"?: Callback | string
  readonly "expired-callback"?: Callback | string
  readonly "timeout-callback"?: Callback | string
  readonly "unsupported-callback"?: Callback | string
}

export interface Settings {
  readonly sitekey: string
  readonly theme: typeof themes[number]
  readonly size: typeof sizes[number]
  readonly appearance: typeof appearances[number]
  readonly execution: typeof executions[number]
  readonly language: string
  /** Name of the field for the token; null if the page does not want a field. */
  readonly field: string | null
  readonly renews: boolean
  /** Calls the page's callback, if there is one. Returns true if the callback reports that it handled the event. */
  readonly call: (name: CallbackName, detail?: string) => boolean
}

export type CallbackName = "callback" | `${"error" | "expired" | "timeout" | "unsupported"}-callback`

const synonyms: Readonly<Record<string, string>> = { render: "auto", execute: "manual" }

const oneOf = <A extends string>(known: readonly [A, ...ReadonlyArray<A>], value: unknown): A =>
  known.find((name) => name === value) ?? known[0]

/**
 * Merges the options of a script with the attributes of the markup. Options take precedence. Ignores invalid values.
 */
export const settingsOf = (host: Element, options: RenderOptions): Settings => {
  const read = (name: keyof RenderOptions): unknown => options[name] ?? host.getAttribute(`data-${name}`)
  const execution = read("execution") as string
  return {
    sitekey: String(read("sitekey") ?? ""),
    theme: oneOf(themes, read("theme")),
    size: oneOf(sizes, read("size")),
    appearance: oneOf(appearances, read("appearance")),
    execution: oneOf(executions, synonyms[execution] ?? execution),
    language: String(read("language") ?? "auto"),
    field: String(read("response-field") ?? true) === "false"
      ? null
      : String(read("response-field-name") || "shield-token"),
    renews: (read("refresh-expired") ?? "auto") === "auto",
    call: (name, detail) => callPage(read(name), detail)
  }
}

/** Calls a callback of the page. An exception is reported as an error of the page, and does not stop the widget. */
const callPage = (wanted: unknown, detail: string | undefined): boolean => {
  const known = typeof wanted === "string" ? (window as unknown as Record<string, unknown>)[wanted] : wanted
  if (typeof known !== "function") return false
  try {
    return Boolean(known(detail))
  } catch (cause) {
    setTimeout(() => {
      throw cause
    })
    return false
  }
}
