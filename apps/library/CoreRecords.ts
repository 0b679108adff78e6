/** Members, records and services of the process. `core.ts` exports them. */

// Request history and idempotency
export {
  type Claim,
  Idempotency,
  idempotencyKeyCharsMax,
  idempotencyRetentionHours,
  type StoredResponse
} from "../../core/history/Idempotency.ts"
export type { RequestDetails, RequestReason } from "../../core/history/RequestDetails.ts"
export {
  type LimitedRequest,
  type NewRequest,
  RequestHistory,
  type RequestRecord,
  type RequestSums
} from "../../core/history/RequestHistory.ts"
export type { RequestFilter, RequestPage, RequestQuery } from "../../core/history/RequestQuery.ts"

// Audit log
export { type Actor, audit, type AuditEvent } from "../../core/audit/Audit.ts"
export type { AuditAction, AuditEntry, NewAuditEntry } from "../../core/audit/AuditEntry.ts"
export { AuditLog } from "../../core/audit/AuditLog.ts"

// Management keys
export { authenticateManagementKey } from "../../core/management-keys/AuthenticateManagementKey.ts"
export {
  createManagementKeyAs,
  InvalidLifetime,
  InvalidScopes,
  type NewManagementKey,
  revokeManagementKeyAs,
  TooManyManagementKeys
} from "../../core/management-keys/ManageManagementKeys.ts"
export type { ManagementKey } from "../../core/management-keys/ManagementKey.ts"
export { ManagementKeyNotFound, ManagementKeys } from "../../core/management-keys/ManagementKeys.ts"
export { type ManagementScope, managementScopes } from "../../core/management-keys/ManagementScope.ts"

// Members of the dashboard
export { type Invitation, InvitationNotFound, Invitations } from "../../core/members/Invitations.ts"
export type { Member } from "../../core/members/Member.ts"
export { EmailTaken, LastOwner, MemberNotFound, Members } from "../../core/members/Members.ts"
export {
  type PasswordLink,
  PasswordLinkNotFound,
  PasswordLinks
} from "../../core/members/password-changes/PasswordLinks.ts"
export { Passwords, PasswordsBusy } from "../../core/members/passwords/Passwords.ts"
export { SignInAttempts } from "../../core/members/passwords/SignInAttempts.ts"
export type { Role } from "../../core/members/Role.ts"
export type { MemberSession } from "../../core/members/sessions/MemberSession.ts"
export { MemberSessions } from "../../core/members/sessions/MemberSessions.ts"

// Names, networks and ids
export { InvalidName } from "../../core/kernel/CheckName.ts"
export type {
  AccountId,
  InvitationId,
  KeyId,
  ManagementKeyId,
  MemberId,
  RequestId,
  SessionId,
  SiteId
} from "../../core/kernel/Ids.ts"
export { Geo } from "../../core/kernel/networks/Geo.ts"
export { type IpAddress, isIpAddress, parseIpAddress } from "../../core/kernel/networks/IpAddress.ts"
export { uuidV7 } from "../../core/kernel/Uuid.ts"

// Services of the process
export { type SealPurpose, Seals } from "../../core/kernel/Seals.ts"
export { Secrets } from "../../core/kernel/Secrets.ts"
export {
  StorageHealth,
  type StorageState,
  StorageUnavailable,
  StorageWaitMillis,
  storageWaitMillisDefault
} from "../../core/kernel/StorageHealth.ts"
export { historyDaysDefault, runMaintenance } from "../../core/maintenance/RunMaintenance.ts"

// Fair queues, which serve requesters in turn
export { QueueFull } from "../../core/queues/QueueFull.ts"
export { CurrentRequester, type Requester } from "../../core/queues/Requester.ts"
