export const themes = ["auto", "light", "dark", "contrast"] as const
export const sizes = ["normal", "flexible", "compact", "invisible"] as const
export const appearances = ["always", "execute", "interaction-only"] as const
/** `focus`: with the first touch of the form. `submit`: when it is sent. `manual`: when the page says so. */
export const executions = ["focus", "auto", "submit", "manual"] as const

type Callback = (detail?: string) => unknown

/** What `render` takes. Everything but the functions can stand in the markup as well, as `data-…`. */
export interface RenderOptions {
  readonly sitekey?: string
  readonly theme?: typeof themes[number]
  readonly size?: typeof sizes[number]
  readonly appearance?: typeof appearances[number]
  /** `render` and `execute` are understood as `auto` and `manual`. */
  readonly execution?: typeof executions[number] | "render" | "execute"
  /** A language tag, or `auto`. */
  readonly language?: string
  /** Whether the form gets a hidden field with the token, and its name. */
  readonly "response-field"?: boolean | "true" | "false"
  readonly "response-field-name"?: string
  /** `auto` renews tokens before they end. */
  readonly "refresh-expired"?: "auto" | "manual" | "never"
  /** Functions, or in the markup names of global ones. */
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
  /** Null where the page wants no field. */
  readonly field: string | null
  readonly renews: boolean
  /** Calls what the page named for this, if anything; true where it says that it took care. */
  readonly call: (name: CallbackName, detail?: string) => boolean
}

export type CallbackName = "callback" | `${"error" | "expired" | "timeout" | "unsupported"}-callback`

const synonyms: Readonly<Record<string, string>> = { render: "auto", execute: "manual" }

const oneOf = <A extends string>(known: readonly [A, ...ReadonlyArray<A>], value: unknown): A =>
  known.find((name) => name === value) ?? known[0]

/** The options of a script win over those of the markup. What is unknown is as if it were not there. */
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

/** A mistake of the page's function is the page's: it is told as one, and stops nothing here. */
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
