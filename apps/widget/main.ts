import { makeWidgetRegistry, type ShieldApi, warnOfMissingKeys, whenParsed } from "./Api.ts"
import { makeLazyEngine, type Signals } from "./LoadEngine.ts"

declare global {
  interface Window {
    shield?: ShieldApi
  }
}

/**
 * Returns this script's element or, in a bundle, the script element with the widget's URL. Guards against DOM
 * clobbering: an image named `currentScript` in user content replaces `document.currentScript`, and could determine
 * where files are loaded from.
 */
const script = () => {
  const { currentScript } = document
  return currentScript instanceof HTMLScriptElement
    ? currentScript
    : document.querySelector<HTMLScriptElement>("script[src*=\"/shield/\"][src*=\"widget.js\"]")
}

const start = () => {
  const element = script()
  const url = new URL(element?.src || "/shield/widget.js", location.href)
  let signals: Signals | undefined
  let isWarm = false
  const files = new URL(".", url).href.slice(0, -1)
  const { solver, startCollecting } = makeLazyEngine(files)
  const { api, renderAll, sweep } = makeWidgetRegistry({
    // The files of a version are at `/shield/v1/VERSION`. The API has no version in its path.
    base: files.replace(/\/v1\/[\w-]+$/, ""),
    files,
    nonce: element?.nonce ?? "",
    solver,
    signals: () => signals ??= startCollecting(),
    preload: () => {
      void solver.supportedProfile(files).catch(() => undefined)
      if (isWarm || url.origin === location.origin) return
      isWarm = true
      document.head.append(preconnect(url.origin))
    }
  }, () => {
    signals?.stop()
    signals = undefined
  })
  window.shield = api
  whenParsed(() => {
    const isExplicit = url.searchParams.get("render") === "explicit"
    const update = () => {
      sweep()
      if (!isExplicit) renderAll()
    }
    update()
    if (!isExplicit) warnOfMissingKeys()
    new MutationObserver(update).observe(document, { childList: true, subtree: true })
    const onload = url.searchParams.get("onload")
    const onloadCallback = onload === null ? undefined : (window as unknown as Record<string, unknown>)[onload]
    if (typeof onloadCallback === "function") onloadCallback()
    document.dispatchEvent(new CustomEvent("shield:ready"))
  })
}

/**
 * Returns a link that opens a connection for requests without credentials. Such requests do not use the connection of
 * the script.
 */
const preconnect = (href: string): HTMLLinkElement =>
  Object.assign(document.createElement("link"), { rel: "preconnect", crossOrigin: "anonymous", href })

// Starts only once, even if the page includes the script twice. An element with the id `shield` also appears as
// `window.shield`.
if (typeof window.shield?.render !== "function") start()
