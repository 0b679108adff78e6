/** What sets an action off, the strongest first. */
export const actionTriggers = ["open", "field", "click", "unreachable"] as const

/**
 * `open`: nobody has to do anything (the document or a page is opened, closed, printed, shown). `field`: a form field is
 * filled in, formatted or calculated. `click`: someone points at it. `unreachable`: nothing that is known of leads to it.
 */
export type ActionTrigger = typeof actionTriggers[number]

/** Action types of ISO 32000-2, table 201, that can reach beyond the page that is shown. */
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

/** An action that a document holds. */
export interface DocumentAction {
  readonly kind: ActionKind
  readonly trigger: ActionTrigger
  /** Address or file that it goes to; null where it names none. */
  readonly target: string | null
  /** Source text of a script. */
  readonly script: string | null
  /** Number of the object that it stands in. */
  readonly object: number
}
