import { Layer } from "effect"
import { StorageHealth } from "../../../core/kernel/StorageHealth.ts"
import { accountsLayer, apiKeysLayer, managementKeysLayer, settingsLayer } from "./AccountsMemory.ts"
import * as AuditLogMemory from "./AuditLogMemory.ts"
import * as BlocklistMemory from "./BlocklistMemory.ts"
import * as BlockRulesMemory from "./BlockRulesMemory.ts"
import * as IdempotencyMemory from "./IdempotencyMemory.ts"
import * as LeadsMemory from "./LeadsMemory.ts"
import * as LedgerMemory from "./LedgerMemory.ts"
import {
  invitationsLayer,
  memberSessionsLayer,
  membersLayer,
  MembersState,
  passwordLinksLayer,
  signInAttemptsLayer
} from "./MembersMemory.ts"
import * as RateLimiterMemory from "./RateLimiterMemory.ts"
import * as RequestHistoryMemory from "./RequestHistoryMemory.ts"
import { keyRingLayer, shieldTrafficLayer, singleUseLayer, sitesLayer } from "./ShieldMemory.ts"
import * as SubmissionsMemory from "./SubmissionsMemory.ts"
import { conditionsLayer, webhooksLayer } from "./webhooks/WebhooksMemory.ts"

const people = Layer.mergeAll(
  invitationsLayer,
  membersLayer,
  memberSessionsLayer,
  passwordLinksLayer
).pipe(
  Layer.provide(MembersState.layer)
)

const health = Layer.succeed(StorageHealth, {
  state: () => ({ isWritable: true, problem: null }),
  reportFailure: () => {}
})

/** Provides all storage ports in memory, without a database. The data is lost when the process ends. */
export const layer = Layer.mergeAll(
  accountsLayer,
  apiKeysLayer,
  AuditLogMemory.layer,
  BlocklistMemory.layer,
  BlockRulesMemory.layer,
  conditionsLayer,
  health,
  IdempotencyMemory.layer,
  keyRingLayer,
  people,
  LeadsMemory.layer,
  LedgerMemory.layer,
  managementKeysLayer,
  RateLimiterMemory.layer,
  settingsLayer,
  shieldTrafficLayer,
  signInAttemptsLayer,
  singleUseLayer,
  sitesLayer,
  SubmissionsMemory.layer,
  webhooksLayer
).pipe(
  Layer.provide(IdempotencyMemory.StoredResponsesMemory.layer),
  Layer.provideMerge(RequestHistoryMemory.layer)
)
