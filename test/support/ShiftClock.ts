/**
 * Lets the clock of this process or page run `millis` ahead of the system's: `Date` alone, timers stay. A function by itself, so that
 * `addInitScript` can take it into a page.
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
