import { Layer } from "effect"
import * as AccountsSql from "./AccountsSql.ts"
import * as ApiKeysSql from "./ApiKeysSql.ts"
import * as AuditLogSql from "./AuditLogSql.ts"
import * as BlocklistSql from "./BlocklistSql.ts"
import * as BlockRulesSql from "./BlockRulesSql.ts"
import { GroupCommit } from "./GroupCommit.ts"
import * as HealthSql from "./HealthSql.ts"
import * as IdempotencySql from "./IdempotencySql.ts"
import { type InstanceConfig, Instances } from "./Instances.ts"
import * as InvitationsSql from "./InvitationsSql.ts"
import * as KeyRingSql from "./KeyRingSql.ts"
import * as LeadsSql from "./LeadsSql.ts"
import * as LedgerSql from "./LedgerSql.ts"
import * as MemberSessionsSql from "./MemberSessionsSql.ts"
import * as MembersSql from "./MembersSql.ts"
import * as PasswordLinksSql from "./PasswordLinksSql.ts"
import * as RequestHistorySql from "./RequestHistorySql.ts"
import { RequestRows } from "./RequestRows.ts"
import * as SettingsSql from "./SettingsSql.ts"
import * as ShieldTrafficSql from "./ShieldTrafficSql.ts"
import * as SignInTriesSql from "./SignInTriesSql.ts"
import * as SingleUseSql from "./SingleUseSql.ts"
import * as SitesSql from "./SitesSql.ts"
import * as SubmissionsSql from "./SubmissionsSql.ts"

/** Every storage port, on the database of the `SqlClient`, and who shares it. The schema must be there: see `migrate`. */
export const layer = (instance: InstanceConfig) =>
  Layer.mergeAll(
    AccountsSql.layer,
    ApiKeysSql.layer,
    AuditLogSql.layer,
    BlocklistSql.layer,
    BlockRulesSql.layer,
    HealthSql.layer,
    IdempotencySql.layer,
    InvitationsSql.layer,
    KeyRingSql.layer,
    LeadsSql.layer,
    LedgerSql.layer,
    MembersSql.layer,
    MemberSessionsSql.layer,
    PasswordLinksSql.layer,
    RequestHistorySql.layer,
    SettingsSql.layer,
    ShieldTrafficSql.layer,
    SignInTriesSql.layer,
    SingleUseSql.layer,
    SitesSql.layer,
    SubmissionsSql.layer
  ).pipe(
    Layer.provide(RequestRows.layer),
    Layer.provide(GroupCommit.layer),
    Layer.provideMerge(Instances.layer(instance))
  )
