import { clickToReadMillisMax, doubleSubmitMillisMax, shieldWaitMillisMax } from "./Limits.ts"
import type { Session } from "./Session.ts"
import { sleep } from "./Wire.ts"

// Uses the methods of the prototype. Inputs named `submit` or `requestSubmit` would hide those of the form.
const { dispatchEvent, getAttribute, requestSubmit, submit } = HTMLFormElement.prototype

export interface FormOptions {
  readonly form: HTMLFormElement
  /** The widget's element in the form. */
  readonly host: Element
  readonly session: Session
  /** Whether a form without a token waits for a token. False if only the page starts checks. */
  readonly waits: boolean
  /** Writes `session.token()` to the form's field. */
  readonly fill: () => void
  /** Name of the form's field for the token; null if the page does not want a field. */
  readonly field: string | null
  /** Called if the form is sent without a token after the maximum wait. */
  readonly onTimeout: () => void
}

/**
 * Delays the submission of a form until a fresh token is available, by at most `shieldWaitMillisMax`. Stops the first
 * `submit` event before the page sees it. Then `requestSubmit` with the same submitter causes a second event, which the
 * page and the browser handle as usual. Returns a function that removes the guard.
 */
export const guardForm = ({ field, fill, form, host, onTimeout, session, waits }: FormOptions): () => void => {
  const root = host.getRootNode()
  const target = root === document ? window : root
  const control = new AbortController()
  let isWaiting = false
  /** The last event that reached the page, and its time. */
  let passedEvent: Event | null = null
  let passedAt = 0
  let isPassing = false

  const letThrough = (event: Event) => {
    fill()
    passedEvent = event
    passedAt = Date.now()
    // Keeps the value of the field, because the page's listeners read it after this event. `markUsed` only prevents
    // sending the token twice.
    session.markUsed()
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

  /**
   * Reports whether a submit is the second one of a double click. In that case, the page accepted a submit less than
   * `doubleSubmitMillisMax` ago, and no input has changed since.
   */
  const isDoubleSubmit = () =>
    passedEvent !== null && !passedEvent.defaultPrevented && Date.now() - passedAt < doubleSubmitMillisMax

  const onSubmit = (event: SubmitEvent) => {
    // Ignores events that a script dispatched. They do not submit the form.
    if (event.target !== form || !event.isTrusted || event.defaultPrevented) return
    const submitter = event.submitter ?? null
    if (isPassing) return letThrough(event)
    if (isDialog(form, submitter)) return
    const isBlocked = isWaiting || isDoubleSubmit()
    if (!isBlocked && (session.isReady() || (!waits && session.token() === ""))) return letThrough(event)
    event.preventDefault()
    event.stopImmediatePropagation()
    if (isBlocked) return
    isWaiting = true
    let hasTimedOut = true
    const timeout = sleep(shieldWaitMillisMax)
    const done = session.latest().then(() => {
      hasTimedOut = false
    })
    void Promise.race([done, timeout]).then(() => {
      if (hasTimedOut && !session.isValid()) onTimeout()
      send(submitter)
    })
  }

  const onInput = ({ target }: Event) => {
    if ((target as HTMLInputElement).form === form) passedEvent = null
  }

  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    isWaiting = false
    passedEvent = null
  }

  listenCapturing(target, "submit", onSubmit, control.signal)
  listenCapturing(target, "input", onInput, control.signal)
  watchReads(target, form, field, session, control.signal)
  listenCapturing(window, "pageshow", onPageShow, control.signal)
  return () => control.abort()
}

/**
 * Fills the field when the browser or the page reads the form. A read right after a click on a button counts as a
 * submission, because some pages send forms without `submit`.
 */
const watchReads = (
  target: EventTarget,
  form: HTMLFormElement,
  field: string | null,
  session: Session,
  signal: AbortSignal
) => {
  let clickedAt = 0
  listenCapturing(target, "click", ({ target }: Event) => {
    if (target instanceof Element && target.closest("button,[role=button],[type=button]") !== null) {
      clickedAt = Date.now()
    }
  }, signal)
  listenCapturing(form, "formdata", ({ formData }: FormDataEvent) => {
    if (field !== null) formData.set(field, session.token())
    if (Date.now() - clickedAt < clickToReadMillisMax) session.markUsed()
  }, signal)
}

/** Reports whether the submission only closes a dialog and sends nothing. */
const isDialog = (form: HTMLFormElement, submitter: HTMLElement | null): boolean =>
  (submitter?.getAttribute("formmethod") ?? getAttribute.call(form, "method") ?? "").toLowerCase() === "dialog"

const resubmit = (form: HTMLFormElement, submitter: HTMLElement | null) => {
  // Enables the button during the submission. Pages often disable a clicked button, but the form data would omit a
  // disabled button.
  const wasDisabled = submitter !== null && submitter.hasAttribute("disabled")
  if (wasDisabled) submitter.removeAttribute("disabled")
  try {
    requestOnce(form, submitter)
  } catch {
    // Submits without the button, which is no longer part of the form.
    requestOnce(form, null)
  } finally {
    if (wasDisabled) submitter.setAttribute("disabled", "")
  }
}

const requestOnce = (form: HTMLFormElement, submitter: HTMLElement | null) => {
  // Safari before version 16 does not support `requestSubmit`, so the code below clicks the button or dispatches the
  // event.
  if (requestSubmit !== undefined) return requestSubmit.call(form, submitter)
  if (submitter !== null) return HTMLElement.prototype.click.call(submitter)
  if (dispatchEvent.call(form, new Event("submit", { bubbles: true, cancelable: true }))) submit.call(form)
}

const { addEventListener } = EventTarget.prototype

/**
 * Adds a capturing listener, which runs before the page's listeners until the signal aborts. Also works on forms with
 * an input named `addEventListener`.
 */
export const listenCapturing = (
  target: EventTarget,
  names: string,
  listener: (event: any) => void,
  signal: AbortSignal
) => {
  for (const name of names.split(" ")) addEventListener.call(target, name, listener, { signal, capture: true })
}
