import { complainOfKeys, makeRegistry, type ShieldApi, whenRead } from "./Api.ts"
import { lazyEngine, type Signals } from "./LoadEngine.ts"

declare global {
  interface Window {
    shield?: ShieldApi
  }
}

/**
 * The script's own element; where a bundler runs it, the one that names it. A picture in somebody's comment that is called
 * `currentScript` would else stand in its place, and name whence everything more is loaded.
 */
const script = () => {
  const { currentScript } = document
  return currentScript instanceof HTMLScriptElement
    ? currentScript
    : document.querySelector<HTMLScriptElement>("script[src*=\"/shield/\"][src*=\"widget.js\"]")
}

const start = () => {
  const me = script()
  const url = new URL(me?.src || "/shield/widget.js", location.href)
  let signals: Signals | undefined
  let isWarm = false
  const files = new URL(".", url).href.slice(0, -1)
  const { solver, startCollecting } = lazyEngine(files)
  const { api, renderAll, sweep } = makeRegistry({
    // Files of one version lie apart, at `/shield/v1/VERSION`; whom to ask does not.
    base: files.replace(/\/v1\/[\w-]+$/, ""),
    files,
    nonce: me?.nonce ?? "",
    solver,
    signals: () => signals ??= startCollecting(),
    warm: () => {
      void solver.profileHere(files).catch(() => undefined)
      if (isWarm || url.origin === location.origin) return
      isWarm = true
      document.head.append(preconnect(url.origin))
    }
  }, () => {
    signals?.stop()
    signals = undefined
  })
  window.shield = api
  whenRead(() => {
    const isExplicit = url.searchParams.get("render") === "explicit"
    const look = () => {
      sweep()
      if (!isExplicit) renderAll()
    }
    look()
    if (!isExplicit) complainOfKeys()
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
    const onload = url.searchParams.get("onload")
    const known = onload === null ? undefined : (window as unknown as Record<string, unknown>)[onload]
    if (typeof known === "function") known()
    document.dispatchEvent(new CustomEvent("shield:ready"))
  })
}

/** Requests without credentials have connections of their own, which the script has not opened. */
const preconnect = (href: string): HTMLLinkElement =>
  Object.assign(document.createElement("link"), { rel: "preconnect", crossOrigin: "anonymous", href })

// A page that names the script twice gets one. An element whose id is `shield` is found by that name as well.
if (typeof window.shield?.render !== "function") start()
