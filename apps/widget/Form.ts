import { clickToReadMillisMax, doubleSubmitMillis, shieldWaitMillisMax } from "./Limits.ts"
import type { Session } from "./Session.ts"
import { sleep } from "./Wire.ts"

// A form may contain inputs named `submit` or `requestSubmit`, which would hide its methods.
const { dispatchEvent, getAttribute, requestSubmit, submit } = HTMLFormElement.prototype

export interface FormOptions {
  readonly form: HTMLFormElement
  /** The widget's element in the form. */
  readonly host: Element
  readonly session: Session
  /** Whether a form without a token waits for one. False if only the page decides when to check. */
  readonly waits: boolean
  /** Writes `session.token()` to the form's field. */
  readonly fill: () => void
  /** Name of that field; null if the page does not want one. */
  readonly field: string | null
  /** Called if the form is sent without a token after the maximum wait. */
  readonly onTimeout: () => void
}

/**
 * Delays the submission of a form until a fresh token is available, at most `shieldWaitMillisMax` in all. Stops the first `submit`
 * event before the page sees it. The second one, from `requestSubmit` with the same submitter, then runs the page's and the browser's
 * handling as if it were the first. Returns a function that removes the guard.
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
    // The page's listeners read the field after this event, so keep its value. `markUsed` only prevents sending the token twice.
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
   * Reports the second half of a double click. The page accepted a submit within `doubleSubmitMillis`, and no input has changed
   * since.
   */
  const isDoubleSubmit = () =>
    passedEvent !== null && !passedEvent.defaultPrevented && Date.now() - passedAt < doubleSubmitMillis

  const onSubmit = (event: SubmitEvent) => {
    // Events dispatched by a script submit nothing by themselves, so leave them to that script.
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

  listen(target, "submit", onSubmit, control.signal)
  listen(target, "input", onInput, control.signal)
  watchReads(target, form, field, session, control.signal)
  listen(window, "pageshow", onPageShow, control.signal)
  return () => control.abort()
}

/**
 * Fills the field when the browser or the page reads the form. A read right after a click on a button counts as a submission, because
 * some pages send forms without `submit`.
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
    if (Date.now() - clickedAt < clickToReadMillisMax) session.markUsed()
  }, signal)
}

/** Reports whether the submission only closes a dialog and sends nothing. */
const isDialog = (form: HTMLFormElement, submitter: HTMLElement | null): boolean =>
  (submitter?.getAttribute("formmethod") ?? getAttribute.call(form, "method") ?? "").toLowerCase() === "dialog"

const resubmit = (form: HTMLFormElement, submitter: HTMLElement | null) => {
  // Pages often disable the clicked button, which would remove its name and value from the form data.
  const wasDisabled = submitter !== null && submitter.hasAttribute("disabled")
  if (wasDisabled) submitter.removeAttribute("disabled")
  try {
    requestOnce(form, submitter)
  } catch {
    // The button is no longer part of the form.
    requestOnce(form, null)
  } finally {
    if (wasDisabled) submitter.setAttribute("disabled", "")
  }
}

const requestOnce = (form: HTMLFormElement, submitter: HTMLElement | null) => {
  // Safari supports `requestSubmit` from version 16 on.
  if (requestSubmit !== undefined) return requestSubmit.call(form, submitter)
  if (submitter !== null) return HTMLElement.prototype.click.call(submitter)
  if (dispatchEvent.call(form, new Event("submit", { bubbles: true, cancelable: true }))) submit.call(form)
}

const { addEventListener } = EventTarget.prototype

/**
 * Adds a capturing listener that runs before the page's, until the signal aborts. Also works on forms with an input named
 * `addEventListener`.
 */
export const listen = (target: EventTarget, names: string, listener: (event: any) => void, signal: AbortSignal) => {
  for (const name of names.split(" ")) addEventListener.call(target, name, listener, { signal, capture: true })
}
