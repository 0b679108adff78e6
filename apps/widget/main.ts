import { makeRegistry, type ShieldApi, whenRead } from "./Api.ts"
import type { Signals } from "./Parts.ts"
import { startCollecting } from "./signals/Collect.ts"
import { profileHere, solve } from "./solver/Solve.ts"

declare global {
  interface Window {
    shield?: ShieldApi
  }
}

/** The script's own element; where a bundler runs it, the one that names it. */
const script = () =>
  document.currentScript as HTMLScriptElement | null ??
    document.querySelector<HTMLScriptElement>("script[src*=\"/shield/\"][src*=\"widget.js\"]")

const start = () => {
  const me = script()
  const url = new URL(me?.src || "/shield/widget.js", location.href)
  let signals: Signals | undefined
  const { api, renderIn, sweep } = makeRegistry({
    base: new URL(".", url).href.replace(/\/$/, ""),
    nonce: me?.nonce ?? "",
    solver: { profileHere, solve },
    signals: () => signals ??= startCollecting(document)
  }, () => {
    signals?.stop()
    signals = undefined
  })
  window.shield = api
  whenRead(() => {
    if (url.searchParams.get("render") !== "explicit") {
      renderIn(document)
      new MutationObserver(() => renderIn(document)).observe(document, { childList: true, subtree: true })
    }
    new MutationObserver(sweep).observe(document, { childList: true, subtree: true })
    const onload = url.searchParams.get("onload")
    const known = onload === null ? undefined : (window as unknown as Record<string, unknown>)[onload]
    if (typeof known === "function") known()
    document.dispatchEvent(new CustomEvent("shield:ready"))
  })
}

// A page that names the script twice gets one.
if (window.shield === undefined) start()
