import { Layer } from "effect"
import { StorageHealth } from "../../../core/kernel/StorageHealth.ts"
import * as AccountsMemory from "./AccountsMemory.ts"
import { AnswersMemory } from "./AnswersMemory.ts"
import * as ApiKeysMemory from "./ApiKeysMemory.ts"
import * as AuditLogMemory from "./AuditLogMemory.ts"
import * as BlocklistMemory from "./BlocklistMemory.ts"
import * as BlockRulesMemory from "./BlockRulesMemory.ts"
import * as IdempotencyMemory from "./IdempotencyMemory.ts"
import * as InvitationsMemory from "./InvitationsMemory.ts"
import * as KeyRingMemory from "./KeyRingMemory.ts"
import * as LeadsMemory from "./LeadsMemory.ts"
import * as LedgerMemory from "./LedgerMemory.ts"
import * as MemberSessionsMemory from "./MemberSessionsMemory.ts"
import * as MembersMemory from "./MembersMemory.ts"
import * as PasswordLinksMemory from "./PasswordLinksMemory.ts"
import * as RateLimiterMemory from "./RateLimiterMemory.ts"
import * as RequestHistoryMemory from "./RequestHistoryMemory.ts"
import * as SettingsMemory from "./SettingsMemory.ts"
import * as ShieldTrafficMemory from "./ShieldTrafficMemory.ts"
import * as SignInTriesMemory from "./SignInTriesMemory.ts"
import * as SingleUseMemory from "./SingleUseMemory.ts"
import * as SitesMemory from "./SitesMemory.ts"
import * as SubmissionsMemory from "./SubmissionsMemory.ts"

const people = Layer.mergeAll(
  InvitationsMemory.layer,
  MembersMemory.layer,
  MemberSessionsMemory.layer,
  PasswordLinksMemory.layer
).pipe(
  Layer.provide(MembersMemory.PeopleMemory.layer)
)

const health = Layer.succeed(StorageHealth, { state: () => ({ isWritable: true, problem: null }), failed: () => {} })

/** Every storage port without a database: all of it is gone when the process ends. */
export const layer = Layer.mergeAll(
  AccountsMemory.layer,
  ApiKeysMemory.layer,
  AuditLogMemory.layer,
  BlocklistMemory.layer,
  BlockRulesMemory.layer,
  health,
  IdempotencyMemory.layer,
  KeyRingMemory.layer,
  people,
  LeadsMemory.layer,
  LedgerMemory.layer,
  RateLimiterMemory.layer,
  SettingsMemory.layer,
  ShieldTrafficMemory.layer,
  SignInTriesMemory.layer,
  SingleUseMemory.layer,
  SitesMemory.layer,
  SubmissionsMemory.layer
).pipe(Layer.provide(AnswersMemory.layer), Layer.provideMerge(RequestHistoryMemory.layer))
