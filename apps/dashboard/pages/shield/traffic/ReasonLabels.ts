import { glossary } from "../../../parts/text/Glossary.ts"

interface ReasonLabel {
  readonly title: string
  readonly about: string
}

/** Reasons why the server refused requests of the widget. The browser sent invalid or expired data. */
export const refusedLabels: Readonly<Record<string, ReasonLabel>> = {
  hostname: {
    title: "Unknown host name",
    about: "The site does not list the widget's host name. If it is yours, add it under Options."
  },
  expired: {
    title: "Check expired",
    about: "The check expired while the form was open. The widget then starts a new check."
  },
  used: { title: "Already used", about: "The same check was solved twice." },
  answers: { title: "Wrong answer", about: "A puzzle had a wrong solution. Real browsers do not send one." },
  counters: { title: "Missing answers", about: "The number of solutions did not match the number of puzzles." },
  challenge: {
    title: "Forged check",
    about: "This server did not issue the check, or has retired its key."
  },
  ticket: { title: "Forged ticket", about: "This server did not issue the ticket, or has retired its key." },
  other: { title: "Other", about: "Reasons that are not counted separately." }
}

/** Reasons why verifications failed. */
export const rejectedLabels: Readonly<Record<string, ReasonLabel>> = {
  "honeypot": { title: "Honeypot filled in", about: "The hidden field was filled in, which only programs do." },
  "invalid token": { title: "Forged token", about: "This server did not issue the token." },
  "expired token": {
    title: "Expired token",
    about: "The form was sent more than five minutes after the check."
  },
  "duplicate token": {
    title: "Duplicate token",
    about: "The form was sent twice, or the token was copied. Each token is valid once."
  },
  "invalid hostname": { title: "Wrong host name", about: "The token is from a host name that the site does not list." },
  "missing token": {
    title: "Missing token",
    about: "The form had no token, and the site's options did not allow it."
  },
  "degraded token": {
    title: "Token from an outage",
    about: "The token was issued during an outage, and the site's options did not allow it."
  },
  "low score": { title: "Low score", about: "The score was below the site's minimum." },
  "invalid email": { title: "Invalid address", about: "The email address cannot receive mail." },
  "email blocked": { title: "Blocked address", about: "A rule blocks the email address or its domain." },
  "disposable email": { title: glossary.disposable, about: "The site rejects disposable addresses." },
  "ip blocked": { title: "Blocked network", about: "A rule blocks the visitor's network." },
  "country blocked": { title: "Blocked country", about: "A rule blocks the visitor's country." },
  "other": { title: "Other", about: "Reasons that are not counted separately." }
}

/** Reasons why a form was accepted without proof that a person sent it. */
export const degradedLabels: Readonly<Record<string, ReasonLabel>> = {
  empty: {
    title: "No token",
    about: "Scripts were off or blocked, or the browser could not reach this server. Bots can omit the token too."
  },
  edge: {
    title: "Gatehouse unavailable",
    about: "Gatehouse was down or slow, and the server in front of it responded instead."
  },
  store: { title: "Database unavailable", about: "Gatehouse could not check whether the token was used before." },
  puzzles: { title: "Puzzle check unavailable", about: "Gatehouse could not check the solutions." },
  test: { title: "Test key", about: "The token is from a test key." },
  other: { title: "Other", about: "Reasons that are not counted separately." }
}

/** Returns the label of a reason. A reason that this version does not know becomes its own title. */
export const reasonLabel = (words: Readonly<Record<string, ReasonLabel>>, why: string): ReasonLabel =>
  (Object.hasOwn(words, why) ? words[why] : undefined) ?? { title: why, about: "" }
