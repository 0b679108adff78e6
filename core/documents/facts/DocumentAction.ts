/** Triggers of an action, strongest first. */
export const actionTriggers = ["open", "field", "click", "unreachable"] as const

/**
 * `open`: no user action is needed (the document or a page is opened, closed, printed or shown). `field`: a form field
 * is filled in, formatted or calculated. `click`: a click or hover triggers it. `unreachable`: no known trigger leads
 * to it.
 */
export type ActionTrigger = typeof actionTriggers[number]

/** Action types of ISO 32000-2, table 201, that can reach beyond the displayed page. */
export const actionKinds = [
  "JavaScript",
  "Launch",
  "URI",
  "GoToR",
  "GoToE",
  "Thread",
  "SubmitForm",
  "ImportData",
  "Rendition",
  "Movie",
  "Sound",
  "GoTo3DView",
  "RichMediaExecute"
] as const

export type ActionKind = typeof actionKinds[number]

/** An action of a PDF, or a script, form or redirect of a page of HTML. */
export interface DocumentAction {
  readonly kind: ActionKind
  readonly trigger: ActionTrigger
  /** Address or file that the action opens; null if the action has no target. */
  readonly target: string | null
  /** Source code that the action runs; null if it runs none or if the code could not be read. */
  readonly script: string | null
}
