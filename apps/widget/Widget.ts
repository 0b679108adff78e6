import { type FormOptions, guardForm, listen } from "./Form.ts"
import type { Signals, Solver } from "./LoadEngine.ts"
import { type RenderOptions, type Settings, settingsOf } from "./Options.ts"
import { makeSession, type Session, type State } from "./Session.ts"
import { loadTranslation, matchLanguage, preferredLanguages } from "./Translations.ts"
import { makeView, type View } from "./View.ts"
import { Failure, type FailureReason } from "./Wire.ts"

export interface Page {
  /** `https://HOST/shield`, without a trailing slash. */
  readonly base: string
  /** URL of the folder with the script and the files that it may load. */
  readonly files: string
  readonly nonce: string
  readonly solver: Solver
  readonly signals: () => Signals
  /** Called when the user is about to interact with a form. */
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
  /** Attaches to the current form of the element, which may have changed. */
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

  // User actions before the first challenge count too.
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

const showTranslation = (view: View, wanted: string, files: string) => {
  const language = matchLanguage(preferredLanguages(wanted))
  void loadTranslation(language, files).then((words) => view.translate(words, language))
}

type Emit = (name: string, detail: object) => void

const emitter = (id: string, host: HTMLElement): Emit => (name, detail) => {
  host.dispatchEvent(new CustomEvent(`shield:${name}`, { detail: { id, ...detail }, bubbles: true, composed: true }))
}

const emitState = (state: State, settings: Settings, emit: Emit) => {
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

/** Starts and renews checks on user activity: in the form, or anywhere on the page if there is no form. */
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
  // Even if the check does not start on interaction, interaction replaces a token that was used.
  const onTouch = () => {
    if (isEager || session.state() !== "idle") session.recordActivity()
  }
  listen(form ?? document, "focusin pointerdown keydown input", onTouch, signal)
  const onOver = () => {
    if (execution === "focus" && session.state() === "idle") warm()
  }
  if (form !== null) listen(form, "pointerover", onOver, signal)
  // The submit button may be outside the form. Events dispatched by scripts are not user actions.
  listen(
    document,
    "keydown pointerdown click input",
    ({ isTrusted }: Event) => isTrusted && session.recordAction(),
    signal
  )
  listen(form ?? document, "change", session.recordInput, signal)
  listen(document, "visibilitychange", () => document.hidden || session.resume(), signal)
  listen(window, "pageshow", ({ persisted }: PageTransitionEvent) => persisted && reset(), signal)
  startAutomatically(settings, session)
  if (execution === "focus" && form !== null && document.activeElement?.closest("form") === form) {
    session.recordActivity()
  }
  return () => control.abort()
}
