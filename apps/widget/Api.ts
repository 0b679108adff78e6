import { type RenderOptions, settingsOf } from "./Options.ts"
import type { WidgetState } from "./Session.ts"
import { makeWidget, type Page, type Widget } from "./Widget.ts"

/**
 * Selects a widget: an id that `render` returned, the element, or a CSS selector. Undefined selects the page's first
 * widget.
 */
type WidgetSelector = string | Element | undefined

/** Type of `window.shield`, compatible with the API of Turnstile. */
export interface ShieldApi {
  /** Calls the function when the document is parsed and `render` can be used. */
  readonly ready: (callback: () => void) => void
  /** Adds a widget to an element. Returns its id, or undefined if the widget cannot be added. */
  readonly render: (container: string | Element, options?: RenderOptions) => string | undefined
  /** Starts a check now, and resolves to the token. */
  readonly execute: (which?: WidgetSelector) => Promise<string>
  /** Discards the token, so that a form sent by a script can be sent again. */
  readonly reset: (which?: WidgetSelector) => void
  /** Returns the token, or undefined if there is none. */
  readonly getResponse: (which?: WidgetSelector) => string | undefined
  readonly isExpired: (which?: WidgetSelector) => boolean
  readonly getState: (which?: WidgetSelector) => WidgetState | undefined
  /** Removes the widget from the page, with its listeners and its field. */
  readonly remove: (which?: WidgetSelector) => void
}

export interface WidgetRegistry {
  readonly api: ShieldApi
  /** Renders a widget in each marked element of the page. */
  readonly renderAll: () => void
  /** Removes widgets whose elements have left the page. Elements that only moved keep their widgets. */
  readonly sweep: () => void
}

const widgetSelector = ".shield-widget"
/** Selector of elements with a nonempty site key. Templates leave the attribute empty until the key is known. */
const keyedWidgetSelector = `${widgetSelector}[data-sitekey]:not([data-sitekey=""])`

/** Reports whether the browser has the required features. Older browsers send their forms without a token. */
const isSupported = () =>
  typeof fetch === "function" && typeof AbortController === "function" && "attachShadow" in Element.prototype

export const makeWidgetRegistry = (page: Page, onEmpty: () => void): WidgetRegistry => {
  const widgets = new Map<Element, Widget>()
  /** Elements whose widgets the page removed. They are not rendered again. */
  const dismissed = new WeakSet<Element>()
  let count = 0

  const find = (which: WidgetSelector): Widget | undefined => {
    if (which === undefined) return widgets.values().next().value
    const known = typeof which === "string" ? [...widgets.values()].find(({ id }) => id === which) : widgets.get(which)
    return known ?? (typeof which === "string" ? widgets.get(elementOf(which) as Element) : undefined)
  }

  const render = (container: string | Element, options: RenderOptions = {}): string | undefined => {
    const host = elementOf(container)
    if (!(host instanceof HTMLElement)) return logProblem(`no element matches ${String(container)}`)
    const known = widgets.get(host)
    if (known !== undefined) return known.id
    if (!options.sitekey && !host.dataset["sitekey"]) return logProblem("data-sitekey is missing")
    if (!isSupported()) {
      settingsOf(host, options).call("unsupported-callback")
      return logProblem("this browser is too old")
    }
    const id = `shield-${++count}`
    dismissed.delete(host)
    widgets.set(host, makeWidget(id, host, options, page))
    return id
  }

  const remove = (widget: Widget | undefined) => {
    if (widget === undefined) return
    widgets.delete(widget.host)
    widget.remove()
    if (widgets.size === 0) onEmpty()
  }

  return {
    api: {
      ready: (callback) => whenParsed(callback),
      render,
      execute: async (which) => {
        const widget = find(which)
        if (widget === undefined) throw new Error("Shield: unknown widget")
        return await widget.execute()
      },
      reset: (which) => find(which)?.reset(),
      getResponse: (which) => find(which)?.session.token() || undefined,
      isExpired: (which) => find(which)?.session.isExpired() ?? false,
      getState: (which) => find(which)?.session.state(),
      remove: (which) => {
        const widget = find(which)
        if (widget !== undefined) dismissed.add(widget.host)
        remove(widget)
      }
    },
    renderAll: () =>
      document.querySelectorAll(keyedWidgetSelector).forEach((host) => dismissed.has(host) || render(host)),
    sweep: () => {
      for (const widget of widgets.values()) {
        if (widget.host.isConnected) widget.reattach()
        else remove(widget)
      }
    }
  }
}

/** Logs a warning about marked elements without a site key. */
export const warnOfMissingKeys = () => {
  if (document.querySelector(`${widgetSelector}:not(${keyedWidgetSelector})`) !== null) {
    logProblem("data-sitekey is missing")
  }
}

const logProblem = (what: string): undefined => {
  console.error(`Shield: ${what}`)
}

const elementOf = (container: string | Element): Element | null => {
  if (typeof container !== "string") return container
  try {
    return document.querySelector(container)
  } catch {
    return null
  }
}

/** Calls the function when the document is parsed: immediately, or on `DOMContentLoaded`. */
export const whenParsed = (callback: () => void) => {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => callback(), { once: true })
  else callback()
}
