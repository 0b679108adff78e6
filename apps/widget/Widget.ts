import { type FormOptions, guardForm, listenCapturing } from "./Form.ts"
import type { Signals, Solver } from "./LoadEngine.ts"
import { type RenderOptions, type Settings, settingsOf } from "./Options.ts"
import { makeSession, type Session, type WidgetState } from "./Session.ts"
import { loadTranslation, matchLanguage, preferredLanguages } from "./Translations.ts"
import { makeView, type WidgetView } from "./View.ts"
import { Failure, type FailureReason } from "./Wire.ts"

export interface Page {
  /** URL of the Shield API: `https://HOST/shield`, without a trailing slash. */
  readonly base: string
  /** URL of the folder with the script and the files that it may load. */
  readonly files: string
  readonly nonce: string
  readonly solver: Solver
  readonly signals: () => Signals
  /** Loads the solver and connects to the server, before the user interacts with a form. */
  readonly preload: () => void
}

export interface Widget {
  readonly id: string
  readonly host: HTMLElement
  readonly session: Session
  /** Starts a check now. Resolves to a token, or rejects with the reason. */
  readonly execute: () => Promise<string>
  readonly reset: () => void
  readonly remove: () => void
  /** Attaches the widget to the form that now contains its element. */
  readonly reattach: () => void
}

const advice: Partial<Record<FailureReason, string>> = {
  refused: "this site key is unknown, or its site does not list this page's host name. Add the host name to the site."
}

export const makeWidget = (id: string, host: HTMLElement, options: RenderOptions, page: Page): Widget => {
  const settings = settingsOf(host, options)
  const field = settings.field === null ? null : makeField(settings.field)
  const emit = emitter(id, host)
  let form: HTMLFormElement | null = null
  let detach = () => {}
  let lastReason: FailureReason = "stopped"

  const fill = () => {
    if (field === null) return
    if (!host.contains(field)) host.append(field)
    field.value = session.token()
  }

  const session = makeSession({
    ...page,
    sitekey: settings.sitekey,
    renews: settings.renews,
    form: () => form,
    onProgress: (part) => view.progress(part),
    onChange: (state) => {
      fill()
      view.show(state)
      emitState(state, settings, emit)
    },
    onToken: (token) => {
      emit("verified", { token })
      settings.call("callback", token)
    },
    onFailure: (reason) => {
      lastReason = reason
      emitFailure(reason, settings, emit)
    }
  })
  const view = makeView({ host, settings, nonce: page.nonce, onAgain: () => void session.obtain() })

  const reset = () => {
    session.reset()
    startAutomatically(settings, session)
  }

  const attach = () => {
    form = host.closest("form")
    const unwatch = watch(form, settings, session, reset, page.preload)
    const unguard = form === null ? () => {} : guard({ form, host, session, fill }, settings, emit)
    detach = () => {
      unwatch()
      unguard()
    }
  }

  // Starts to collect signals, because user actions before the first challenge count too.
  page.signals()
  fill()
  attach()
  showTranslation(view, settings.language, page.files)

  return {
    id,
    host,
    session,
    execute: async () => {
      await session.obtain()
      if (session.isValid()) return session.token()
      throw new Failure(lastReason)
    },
    reset,
    remove: () => {
      detach()
      session.end()
      view.end()
      field?.remove()
    },
    reattach: () => {
      if (host.closest("form") === form) return
      detach()
      attach()
    }
  }
}

const showTranslation = (view: WidgetView, wanted: string, files: string) => {
  const language = matchLanguage(preferredLanguages(wanted))
  void loadTranslation(language, files).then((words) => view.translate(words, language))
}

type Emit = (name: string, detail: object) => void

const emitter = (id: string, host: HTMLElement): Emit => (name, detail) => {
  host.dispatchEvent(new CustomEvent(`shield:${name}`, { detail: { id, ...detail }, bubbles: true, composed: true }))
}

const emitState = (state: WidgetState, settings: Settings, emit: Emit) => {
  emit("state", { state })
  if (state !== "expired") return
  emit("expired", {})
  settings.call("expired-callback")
}

const emitFailure = (reason: FailureReason, settings: Settings, emit: Emit) => {
  emit("error", { error: reason })
  const isHandled = settings.call("error-callback", reason)
  if (reason === "refused") console.error(`Shield: ${advice.refused} (${settings.sitekey}, ${location.hostname})`)
  else if (!isHandled) console.warn(`Shield: no token (${reason}). Forms can still be sent.`)
}

const guard = (
  base: Pick<FormOptions, "form" | "host" | "session" | "fill">,
  { call, execution, field }: Settings,
  emit: Emit
) =>
  guardForm({
    ...base,
    field,
    waits: execution !== "manual",
    onTimeout: () => {
      emit("timeout", {})
      call("timeout-callback")
    }
  })

const makeField = (name: string): HTMLInputElement => {
  const field = document.createElement("input")
  field.type = "hidden"
  field.name = name
  field.autocomplete = "off"
  return field
}

const startAutomatically = ({ execution }: Settings, session: Session) => {
  if (execution !== "auto") return
  if (typeof requestIdleCallback === "function") requestIdleCallback(() => session.recordActivity(), { timeout: 1_000 })
  else setTimeout(() => session.recordActivity(), 200)
}

/**
 * Starts and renews checks on user activity: in the form, or anywhere on the page if there is no form. Returns a
 * function that removes the listeners.
 */
const watch = (
  form: HTMLFormElement | null,
  settings: Settings,
  session: Session,
  reset: () => void,
  warm: () => void
): () => void => {
  const control = new AbortController()
  const { signal } = control
  const { execution } = settings
  const isEager = execution === "auto" || execution === "focus"
  // After the first check, interaction also replaces a token that was used.
  const onTouch = () => {
    if (isEager || session.state() !== "idle") session.recordActivity()
  }
  listenCapturing(form ?? document, "focusin pointerdown keydown input", onTouch, signal)
  const onOver = () => {
    if (execution === "focus" && session.state() === "idle") warm()
  }
  if (form !== null) listenCapturing(form, "pointerover", onOver, signal)
  // Listens on the document, because the submit button may be outside the form. Events that scripts dispatch are not
  // user actions.
  listenCapturing(
    document,
    "keydown pointerdown click input",
    ({ isTrusted }: Event) => isTrusted && session.recordAction(),
    signal
  )
  listenCapturing(form ?? document, "change", session.recordInput, signal)
  listenCapturing(document, "visibilitychange", () => document.hidden || session.resume(), signal)
  listenCapturing(window, "pageshow", ({ persisted }: PageTransitionEvent) => persisted && reset(), signal)
  startAutomatically(settings, session)
  if (execution === "focus" && form !== null && document.activeElement?.closest("form") === form) {
    session.recordActivity()
  }
  return () => control.abort()
}
