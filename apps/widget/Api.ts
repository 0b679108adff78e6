import { type RenderOptions, settingsOf } from "./Options.ts"
import type { State } from "./Session.ts"
import { makeWidget, type Page, type Widget } from "./Widget.ts"

/** An id that `render` gave, the element, a selector of it, or nothing for the first widget of the page. */
type Which = string | Element | undefined

/** `window.shield`, in the shape that those who know Turnstile expect. */
export interface ShieldApi {
  /** Calls back once the page is read and `render` can be used. */
  readonly ready: (callback: () => void) => void
  /** Puts a widget into an element; its id, or undefined where there is no such element or no site key. */
  readonly render: (container: string | Element, options?: RenderOptions) => string | undefined
  /** Checks now; a promise of the token. */
  readonly execute: (which?: Which) => Promise<string>
  /** Forgets the token: after a form was sent by script, for the next time. */
  readonly reset: (which?: Which) => void
  /** The token, or undefined. */
  readonly getResponse: (which?: Which) => string | undefined
  readonly isExpired: (which?: Which) => boolean
  readonly getState: (which?: Which) => State | undefined
  /** Takes the widget out of the page, with its listeners and its field. */
  readonly remove: (which?: Which) => void
}

export interface Registry {
  readonly api: ShieldApi
  /** Renders what is marked for it in the page. */
  readonly renderAll: () => void
  /** Takes away the widgets whose elements left the page; those that moved go on. */
  readonly sweep: () => void
}

const marked = ".shield-widget"
/** Templates leave an attribute empty until they know its value. */
const withKey = `${marked}[data-sitekey]:not([data-sitekey=""])`

/** What the widget cannot do without; anything older lets its forms go as they are. */
const isSupported = () =>
  typeof fetch === "function" && typeof AbortController === "function" && "attachShadow" in Element.prototype

export const makeRegistry = (page: Page, onEmpty: () => void): Registry => {
  const widgets = new Map<Element, Widget>()
  /** Taken away by the page, which left their elements where they were. */
  const dismissed = new WeakSet<Element>()
  let count = 0

  const find = (which: Which): Widget | undefined => {
    if (which === undefined) return widgets.values().next().value
    const known = typeof which === "string" ? [...widgets.values()].find(({ id }) => id === which) : widgets.get(which)
    return known ?? (typeof which === "string" ? widgets.get(elementOf(which) as Element) : undefined)
  }

  const render = (container: string | Element, options: RenderOptions = {}): string | undefined => {
    const host = elementOf(container)
    if (!(host instanceof HTMLElement)) return complain(`there is no element ${String(container)}`)
    const known = widgets.get(host)
    if (known !== undefined) return known.id
    if (!options.sitekey && !host.dataset["sitekey"]) return complain("data-sitekey is missing")
    if (!isSupported()) {
      settingsOf(host, options).call("unsupported-callback")
      return complain("this browser is too old")
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
      ready: (callback) => whenRead(callback),
      render,
      execute: async (which) => {
        const widget = find(which)
        if (widget === undefined) throw new Error("Shield: no such widget")
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
    renderAll: () => document.querySelectorAll(withKey).forEach((host) => dismissed.has(host) || render(host)),
    sweep: () => {
      for (const widget of widgets.values()) {
        if (widget.host.isConnected) widget.rehang()
        else remove(widget)
      }
    }
  }
}

/** Tells of elements that are marked, but not for which site. */
export const complainOfKeys = () => {
  if (document.querySelector(`${marked}:not(${withKey})`) !== null) complain("data-sitekey is missing")
}

const complain = (what: string): undefined => {
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

/** Calls back when the document is read: now, or soon. */
export const whenRead = (callback: () => void) => {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => callback(), { once: true })
  else callback()
}
