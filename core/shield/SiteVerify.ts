import { Effect } from "effect"
import type { BlockRules } from "../ports/BlockRules.ts"
import type { EmailLists } from "../ports/EmailLists.ts"
import type { Geo } from "../ports/Geo.ts"
import type { LanguageDetector } from "../ports/LanguageDetector.ts"
import type { PublicSuffixes } from "../ports/PublicSuffixes.ts"
import type { Seals } from "../ports/Seals.ts"
import type { Secrets } from "../ports/Secrets.ts"
import type { ShieldTraffic } from "../ports/ShieldTraffic.ts"
import type { SingleUse } from "../ports/SingleUse.ts"
import type { Sites } from "../ports/Sites.ts"
import type { SpamClassifier } from "../ports/SpamClassifier.ts"
import type { VisitorTraffic } from "../ports/VisitorTraffic.ts"
import type { SiteVerification, VerificationQuestion } from "./SiteVerification.ts"

/** What a verification asks of the world. */
export type VerificationPorts =
  | Sites
  | Secrets
  | Seals
  | SingleUse
  | BlockRules
  | EmailLists
  | PublicSuffixes
  | Geo
  | SpamClassifier
  | LanguageDetector
  | VisitorTraffic
  | ShieldTraffic

/** Tells a site's server whether a form came from a person. Never fails: what is wrong is a rejection. */
export const siteVerify = (
  _question: VerificationQuestion
): Effect.Effect<SiteVerification, never, VerificationPorts> => Effect.die("not written yet")
