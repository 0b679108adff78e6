import { Layer } from "effect"
import * as AccountsSql from "./AccountsSql.ts"
import * as ApiKeysSql from "./ApiKeysSql.ts"
import * as BlocklistSql from "./BlocklistSql.ts"
import * as BlockRulesSql from "./BlockRulesSql.ts"
import { GroupCommit } from "./GroupCommit.ts"
import * as IdempotencySql from "./IdempotencySql.ts"
import { type InstanceConfig, Instances } from "./Instances.ts"
import * as KeyRingSql from "./KeyRingSql.ts"
import * as LeadsSql from "./LeadsSql.ts"
import * as LedgerSql from "./LedgerSql.ts"
import * as RequestHistorySql from "./RequestHistorySql.ts"
import * as ShieldTrafficSql from "./ShieldTrafficSql.ts"
import * as SingleUseSql from "./SingleUseSql.ts"
import * as SitesSql from "./SitesSql.ts"
import * as SubmissionsSql from "./SubmissionsSql.ts"

/** Every storage port, on the database of the `SqlClient`, and who shares it. The schema must be there: see `migrate`. */
export const layer = (instance: InstanceConfig) =>
  Layer.mergeAll(
    AccountsSql.layer,
    ApiKeysSql.layer,
    BlocklistSql.layer,
    BlockRulesSql.layer,
    IdempotencySql.layer,
    KeyRingSql.layer,
    LeadsSql.layer,
    LedgerSql.layer,
    RequestHistorySql.layer,
    ShieldTrafficSql.layer,
    SingleUseSql.layer,
    SitesSql.layer,
    SubmissionsSql.layer
  ).pipe(Layer.provide(GroupCommit.layer), Layer.provideMerge(Instances.layer(instance)))
