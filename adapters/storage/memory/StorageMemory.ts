import { Layer } from "effect"
import * as AccountsMemory from "./AccountsMemory.ts"
import { AnswersMemory } from "./AnswersMemory.ts"
import * as ApiKeysMemory from "./ApiKeysMemory.ts"
import * as BlocklistMemory from "./BlocklistMemory.ts"
import * as BlockRulesMemory from "./BlockRulesMemory.ts"
import * as IdempotencyMemory from "./IdempotencyMemory.ts"
import * as KeyRingMemory from "./KeyRingMemory.ts"
import * as LeadsMemory from "./LeadsMemory.ts"
import * as LedgerMemory from "./LedgerMemory.ts"
import * as RateLimiterMemory from "./RateLimiterMemory.ts"
import * as RequestHistoryMemory from "./RequestHistoryMemory.ts"
import * as ShieldTrafficMemory from "./ShieldTrafficMemory.ts"
import * as SingleUseMemory from "./SingleUseMemory.ts"
import * as SitesMemory from "./SitesMemory.ts"
import * as SubmissionsMemory from "./SubmissionsMemory.ts"

/** Every storage port without a database: all of it is gone when the process ends. */
export const layer = Layer.mergeAll(
  AccountsMemory.layer,
  ApiKeysMemory.layer,
  BlocklistMemory.layer,
  BlockRulesMemory.layer,
  IdempotencyMemory.layer,
  KeyRingMemory.layer,
  LeadsMemory.layer,
  LedgerMemory.layer,
  RateLimiterMemory.layer,
  ShieldTrafficMemory.layer,
  SingleUseMemory.layer,
  SitesMemory.layer,
  SubmissionsMemory.layer
).pipe(Layer.provide(AnswersMemory.layer), Layer.provideMerge(RequestHistoryMemory.layer))
