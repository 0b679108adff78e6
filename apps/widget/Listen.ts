const { addEventListener } = EventTarget.prototype

/** Listens before the page does, until the signal; on forms, too, that have an input named `addEventListener`. */
export const listen = (target: EventTarget, names: string, listener: (event: any) => void, signal: AbortSignal) => {
  for (const name of names.split(" ")) addEventListener.call(target, name, listener, { signal, capture: true })
}
