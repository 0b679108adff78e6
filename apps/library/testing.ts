/**
 * Proofs for what you add to Gatehouse, for any test framework: contracts for adapters, and laws for scoring rules.
 *
 * A contract is data: the promises of a port, each as an effect that requires the port. Gatehouse's own adapters are
 * tested by the same contracts. An effect fails or dies if the adapter breaks its promise.
 *
 * @example
 * import { Effect } from "effect"
 * import { contractCases, submissionsContract } from "gatehouse/testing"
 * import { test } from "node:test"
 *
 * for (const { name, run } of contractCases(submissionsContract, () => SubmissionsFile.layer(newPath()))) {
 *   test(name, () => Effect.runPromise(run))
 * }
 */
export { accountSettingsContract } from "../../test/contracts/kit/AccountSettings.ts"
export { auditLogContract } from "../../test/contracts/kit/AuditLog.ts"
export { blocklistContract } from "../../test/contracts/kit/Blocklist.ts"
export {
  type Contract,
  type ContractCase,
  contractCases,
  type ContractStorage,
  type ReadyCase
} from "../../test/contracts/kit/Contract.ts"
export { ContractBroken } from "../../test/contracts/kit/Expect.ts"
export { idempotencyContract } from "../../test/contracts/kit/Idempotency.ts"
export { keyRingContract } from "../../test/contracts/kit/KeyRing.ts"
export { leadsContract } from "../../test/contracts/kit/Leads.ts"
export { ledgerContract } from "../../test/contracts/kit/Ledger.ts"
export { managementKeysContract } from "../../test/contracts/kit/ManagementKeys.ts"
export { membersContract } from "../../test/contracts/kit/Members.ts"
export { memberSessionsContract } from "../../test/contracts/kit/MemberSessions.ts"
export { passwordLinksContract } from "../../test/contracts/kit/PasswordLinks.ts"
export { requestHistoryContract } from "../../test/contracts/kit/RequestHistory.ts"
export { requestHistoryChangesContract } from "../../test/contracts/kit/RequestHistoryChanges.ts"
export { shieldTrafficContract } from "../../test/contracts/kit/ShieldTraffic.ts"
export { signInAttemptsContract } from "../../test/contracts/kit/SignInAttempts.ts"
export { singleUseContract } from "../../test/contracts/kit/SingleUse.ts"
export { sitesContract } from "../../test/contracts/kit/Sites.ts"
export {
  accountsContract,
  apiKeysContract,
  blockRulesContract,
  siteSecretsContract
} from "../../test/contracts/kit/Storage.ts"
export { submissionsContract } from "../../test/contracts/kit/Submissions.ts"
export * from "../../test/harness/index.ts"
