import type { ShieldLog, ShieldLogReason } from "./Decision.ts"

const toConsole: ShieldLog = (entry, detail) => console.error("shield:", entry, detail)

/** Writes an entry. A log that does not work is no reason to lose a form. */
export const tell = (
  log: ShieldLog = toConsole,
  reason: ShieldLogReason,
  ip: string | null,
  detail: string
): void => {
  try {
    const writing: unknown = log({ reason, ip, at: new Date().toISOString() }, detail)
    if (writing instanceof Promise) writing.catch(() => {})
  } catch {
    // As above.
  }
}
