/**
 * Sets the clock of this process or page `millis` ahead of the system's. Only `Date` changes; timers do not.
 *
 * The function refers to no other code of this file, so Playwright's `addInitScript` can run it in a page.
 */
export const shiftClock = (millis: number): void => {
  const system = globalThis.Date
  const now = () => system.now() + millis
  globalThis.Date = new Proxy(system, {
    apply: () => new system(now()).toString(),
    construct: (target, args, as) => Reflect.construct(target, args.length === 0 ? [now()] : args, as) as object,
    get: (target, name) => name === "now" ? now : Reflect.get(target, name) as unknown
  })
}
