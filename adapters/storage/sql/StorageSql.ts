import { Layer } from "effect"
import * as AccountsSql from "./accounts/AccountsSql.ts"
import * as ApiKeysSql from "./accounts/ApiKeysSql.ts"
import * as AuditLogSql from "./accounts/AuditLogSql.ts"
import * as ManagementKeysSql from "./accounts/ManagementKeysSql.ts"
import * as SettingsSql from "./accounts/SettingsSql.ts"
import { GroupCommit } from "./commits/GroupCommit.ts"
import * as LedgerSql from "./ledger/LedgerSql.ts"
import * as InvitationsSql from "./members/InvitationsSql.ts"
import * as MemberSessionsSql from "./members/MemberSessionsSql.ts"
import * as MembersSql from "./members/MembersSql.ts"
import * as PasswordLinksSql from "./members/PasswordLinksSql.ts"
import * as SignInTriesSql from "./members/SignInTriesSql.ts"
import * as IdempotencySql from "./requests/IdempotencySql.ts"
import * as RequestHistorySql from "./requests/RequestHistorySql.ts"
import { RequestWriter } from "./requests/RequestRows.ts"
import * as BlocklistSql from "./screening/BlocklistSql.ts"
import * as BlockRulesSql from "./screening/BlockRulesSql.ts"
import * as LeadsSql from "./screening/LeadsSql.ts"
import * as SubmissionsSql from "./screening/SubmissionsSql.ts"
import * as HealthSql from "./servers/HealthSql.ts"
import { type InstanceConfig, Instances } from "./servers/Instances.ts"
import * as KeyRingSql from "./shield/KeyRingSql.ts"
import * as ShieldTrafficSql from "./shield/ShieldTrafficSql.ts"
import * as SingleUseSql from "./shield/SingleUseSql.ts"
import * as SitesSql from "./shield/SitesSql.ts"
import * as ConditionsSql from "./webhooks/ConditionsSql.ts"
import * as WebhooksSql from "./webhooks/WebhooksSql.ts"

/**
 * Provides all storage ports with the database of the `SqlClient`. Run `migrate` first. Instances may share a database.
 */
export const layer = (instance: InstanceConfig) =>
  Layer.mergeAll(
    AccountsSql.layer,
    ApiKeysSql.layer,
    AuditLogSql.layer,
    BlocklistSql.layer,
    BlockRulesSql.layer,
    ConditionsSql.layer,
    HealthSql.layer,
    IdempotencySql.layer,
    InvitationsSql.layer,
    KeyRingSql.layer,
    LeadsSql.layer,
    LedgerSql.layer,
    ManagementKeysSql.layer,
    MembersSql.layer,
    MemberSessionsSql.layer,
    PasswordLinksSql.layer,
    RequestHistorySql.layer,
    SettingsSql.layer,
    ShieldTrafficSql.layer,
    SignInTriesSql.layer,
    SingleUseSql.layer,
    SitesSql.layer,
    SubmissionsSql.layer,
    WebhooksSql.layer
  ).pipe(
    Layer.provide(RequestWriter.layer),
    Layer.provide(GroupCommit.layer),
    Layer.provideMerge(Instances.layer(instance))
  )
