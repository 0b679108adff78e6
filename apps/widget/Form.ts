import { doubleSubmitMillis, readMillisMax, shieldWaitMillisMax } from "./Limits.ts"
import type { Session } from "./Session.ts"
import { pause } from "./Wire.ts"

// A form may have inputs named `submit` or `requestSubmit`, which hide its methods.
const { dispatchEvent, getAttribute, requestSubmit, submit } = HTMLFormElement.prototype

export interface FormOptions {
  readonly form: HTMLFormElement
  /** The widget's element in it. */
  readonly host: Element
  readonly session: Session
  /** Whether a form without a token waits for one (not where the page alone decides when to check). */
  readonly waits: boolean
  /** Puts what `session.token()` says into the form's field. */
  readonly fill: () => void
  /** The name of that field; null where the page wants none. */
  readonly field: string | null
  /** The form waited as long as it may, and goes without a token. */
  readonly onTimeout: () => void
}

/**
 * Lets a form wait for a fresh token before it is sent: `shieldWaitMillisMax` in all, then it goes with what there is.
 * The first `submit` event is held back before the page sees it; the second one, made by `requestSubmit` with the same
 * submitter, runs everything that the page and the browser do as if it were the first. Returns what ends this.
 */
export const guardForm = ({ field, fill, form, host, onTimeout, session, waits }: FormOptions): () => void => {
  const root = host.getRootNode()
  const target = root === document ? window : root
  const control = new AbortController()
  let isWaiting = false
  /** The event that the page saw last, and when. */
  let passed: Event | null = null
  let passedAt = 0
  let isPassing = false

  const pass = (event: Event) => {
    fill()
    passed = event
    passedAt = Date.now()
    // What listeners of the page do with the field comes after this event; `spend` only forbids to send it again.
    session.spend()
  }

  const send = (submitter: HTMLElement | null) => {
    isWaiting = false
    isPassing = true
    try {
      resubmit(form, submitter)
    } finally {
      isPassing = false
    }
  }

  /** The second half of a double click: the page let the first submit go, and nothing was changed since. */
  const isTwice = () => passed !== null && !passed.defaultPrevented && Date.now() - passedAt < doubleSubmitMillis

  const onSubmit = (event: SubmitEvent) => {
    // Events that a script dispatches send nothing by themselves: whoever made them goes on alone.
    if (event.target !== form || !event.isTrusted || event.defaultPrevented) return
    const submitter = event.submitter ?? null
    if (isPassing) return pass(event)
    if (isDialog(form, submitter)) return
    const isHeld = isWaiting || isTwice()
    if (!isHeld && (session.isReady() || (!waits && session.token() === ""))) return pass(event)
    event.preventDefault()
    event.stopImmediatePropagation()
    if (isHeld) return
    isWaiting = true
    let isLate = true
    const late = pause(shieldWaitMillisMax)
    const done = session.latest().then(() => {
      isLate = false
    })
    void Promise.race([done, late]).then(() => {
      if (isLate && !session.isValid()) onTimeout()
      send(submitter)
    })
  }

  const onInput = ({ target }: Event) => {
    if ((target as HTMLInputElement).form === form) passed = null
  }

  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    isWaiting = false
    passed = null
  }

  listen(target, "submit", onSubmit, control.signal)
  listen(target, "input", onInput, control.signal)
  watchReads(target, form, field, session, control.signal)
  listen(window, "pageshow", onPageShow, control.signal)
  return () => control.abort()
}

/**
 * Fills in the field when the browser or the page reads the form. Right after a click on a button, reading it counts as sending it:
 * some pages do that without `submit`.
 */
const watchReads = (
  target: EventTarget,
  form: HTMLFormElement,
  field: string | null,
  session: Session,
  signal: AbortSignal
) => {
  let clickedAt = 0
  listen(target, "click", ({ target }: Event) => {
    if (target instanceof Element && target.closest("button,[role=button],[type=button]") !== null) {
      clickedAt = Date.now()
    }
  }, signal)
  listen(form, "formdata", ({ formData }: FormDataEvent) => {
    if (field !== null) formData.set(field, session.token())
    if (Date.now() - clickedAt < readMillisMax) session.spend()
  }, signal)
}

/** A form that closes a dialog is not sent anywhere. */
const isDialog = (form: HTMLFormElement, submitter: HTMLElement | null): boolean =>
  (submitter?.getAttribute("formmethod") ?? getAttribute.call(form, "method") ?? "").toLowerCase() === "dialog"

const resubmit = (form: HTMLFormElement, submitter: HTMLElement | null) => {
  // Pages disable the button that was clicked; its name and value would be missing then.
  const wasDisabled = submitter !== null && submitter.hasAttribute("disabled")
  if (wasDisabled) submitter.removeAttribute("disabled")
  try {
    requestOnce(form, submitter)
  } catch {
    // The button is gone from the form.
    requestOnce(form, null)
  } finally {
    if (wasDisabled) submitter.setAttribute("disabled", "")
  }
}

const requestOnce = (form: HTMLFormElement, submitter: HTMLElement | null) => {
  // Safari knows it since 16.
  if (requestSubmit !== undefined) return requestSubmit.call(form, submitter)
  if (submitter !== null) return HTMLElement.prototype.click.call(submitter)
  if (dispatchEvent.call(form, new Event("submit", { bubbles: true, cancelable: true }))) submit.call(form)
}

const { addEventListener } = EventTarget.prototype

/** Listens before the page does, until the signal; on forms, too, that have an input named `addEventListener`. */
export const listen = (target: EventTarget, names: string, listener: (event: any) => void, signal: AbortSignal) => {
  for (const name of names.split(" ")) addEventListener.call(target, name, listener, { signal, capture: true })
}
