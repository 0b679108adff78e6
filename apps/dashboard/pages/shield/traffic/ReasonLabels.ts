import { glossary } from "../../../parts/text/Glossary.ts"

interface ReasonLabel {
  readonly title: string
  readonly about: string
}

/** Reasons why the widget's own requests were refused: invalid data from the browser. */
export const refusedLabels: Readonly<Record<string, ReasonLabel>> = {
  hostname: {
    title: "Unknown host name",
    about: "The widget stands on a host name that this site does not list. If it is yours, add it under Options."
  },
  expired: {
    title: "Check expired",
    about: "The form lay open for longer than a check lasts. The widget begins again."
  },
  used: { title: "Used before", about: "The same check was answered twice." },
  answers: { title: "Wrong answer", about: "A puzzle was solved wrongly. People's browsers do not do that." },
  counters: { title: "No answers", about: "There was not one number for each puzzle." },
  challenge: {
    title: "Forged check",
    about: "The check was not begun by this server, or with a key that is gone."
  },
  ticket: { title: "Forged ticket", about: "The ticket was not made by this server, or with a key that is gone." },
  other: { title: "Something else", about: "Reasons beyond those that are counted by name." }
}

/** Reasons why verifications failed. */
export const rejectedLabels: Readonly<Record<string, ReasonLabel>> = {
  "honeypot": { title: "Honeypot filled in", about: "The hidden field held something: a program filled in the form." },
  "invalid token": { title: "Forged proof", about: "The proof was not made by this server." },
  "expired token": {
    title: "Form sent after the proof ran out",
    about: "More than five minutes lay between the check and the form."
  },
  "duplicate token": {
    title: "Sent again",
    about: "Proof counts once: the form was sent twice, or somebody copied the proof."
  },
  "invalid hostname": { title: "Other host name", about: "The proof was made on a page that this site does not list." },
  "missing token": {
    title: "No proof",
    about: "The form came without proof, and the site lets no more such forms pass."
  },
  "degraded token": {
    title: "Proof from an outage",
    about: "It was made while something was out of order, and the site lets no more such forms pass."
  },
  "low score": { title: "Low score", about: "The score was below the lowest that passes on this site." },
  "invalid email": { title: "No address", about: "The address cannot receive mail." },
  "email blocked": { title: "Blocked address", about: "A rule of this account blocks the address or its domain." },
  "disposable email": { title: glossary.throwaway, about: "The site rejects throwaway addresses." },
  "ip blocked": { title: "Blocked network", about: "A rule of this account blocks the visitor's network." },
  "country blocked": { title: "Blocked country", about: "A rule of this account blocks the visitor's country." },
  "other": { title: "Something else", about: "Reasons beyond those that are counted by name." }
}

/** Reasons why a form was let through without proof that a person sent it. */
export const degradedLabels: Readonly<Record<string, ReasonLabel>> = {
  empty: {
    title: "Nothing was sent",
    about: "Scripts are off or blocked, or the browser could not reach this server. Anybody can send a form so."
  },
  edge: {
    title: "Gatehouse was away",
    about: "The server that you put in front of Gatehouse answered in its place, while it was away or slow."
  },
  store: { title: "Database away", about: "Whether the proof was used before could not be looked up." },
  puzzles: { title: "Puzzle check away", about: "The answers to puzzles could not be checked." },
  test: { title: "Test key", about: "It was made with a test key." },
  other: { title: "Something else", about: "Reasons beyond those that are counted by name." }
}

/** Returns the label of a reason. A reason from a newer server may be unknown and is shown as it is. */
export const reasonLabel = (words: Readonly<Record<string, ReasonLabel>>, why: string): ReasonLabel =>
  (Object.hasOwn(words, why) ? words[why] : undefined) ?? { title: why, about: "" }
