/**
 * The rules of Gatehouse: use cases, ports, failures and limits, without I/O. Runs on every platform that runs Effect.
 *
 * Use cases are Effects that require ports. The other entry points of the library provide the ports: `gatehouse/data`,
 * `gatehouse/documents`, `gatehouse/webRisk` and `gatehouse/storage`.
 *
 * @example
 * import { Effect } from "effect"
 * import { checkEmail, noBlockRules } from "gatehouse/core"
 * import { EmailListsEmbedded, PublicSuffixesTldts } from "gatehouse/data"
 *
 * checkEmail({ email: "ann@gmial.com", rules: noBlockRules }).pipe(
 *   Effect.provide([EmailListsEmbedded.layer, PublicSuffixesTldts.layer])
 * )
 */

// Accounts
export { type Account, accountNameDefault } from "../../core/accounts/Account.ts"
export { AccountNotFound, Accounts } from "../../core/accounts/Accounts.ts"
export {
  type AccountSettings,
  accountSettingsDefault,
  AccountSettingsStore
} from "../../core/accounts/AccountSettings.ts"
export { createAccount } from "../../core/accounts/ManageAccounts.ts"

// API keys and rate limits
export { type ApiKey, requestsPerMinuteDefault, requestsPerMinuteMax } from "../../core/keys/ApiKey.ts"
export { ApiKeyNotFound, ApiKeys, apiKeyStaleMillisMax } from "../../core/keys/ApiKeys.ts"
export { authenticate, InvalidApiKey } from "../../core/keys/Authenticate.ts"
export { createApiKey, InvalidRateLimit, type NewApiKey, revokeApiKey } from "../../core/keys/ManageKeys.ts"
export { type RateDecision, rateWindowMillis, retryAfterSecondsOf, SlidingWindow } from "../../core/keys/RateLimit.ts"
export { RateLimiter } from "../../core/keys/RateLimiter.ts"

// Credits
export { costTable, creditsMax, type Operation } from "../../core/credits/CostTable.ts"
export { Ledger, type LedgerAttachments, type LedgerAudit } from "../../core/credits/Ledger.ts"
export type { LedgerCommand } from "../../core/credits/LedgerCommand.ts"
export {
  type Balance,
  type CreditsFailure,
  decide,
  emptyBalance,
  evolve,
  InsufficientCredits,
  InvalidAmount,
  type LedgerResult,
  NotReserved,
  type RequestMovements
} from "../../core/credits/LedgerRules.ts"
export {
  adjustCredits,
  type CreditChange,
  grantCredits,
  InvalidCreditChange
} from "../../core/credits/ManageCredits.ts"
export {
  type Bucket,
  entriesOf,
  type LedgerEntry,
  type LedgerLine,
  type Movement,
  type MovementKind
} from "../../core/credits/Movement.ts"
export { runCharged, type WorkCharge } from "../../core/credits/RunCharged.ts"

// Email addresses
export { bulkEmailsMax } from "../../core/emails/BulkLimit.ts"
export {
  checkEmail,
  checkEmailWithoutVisitor,
  type EmailCheck,
  type EmailCheckInput,
  type EmailPorts,
  type EmailSignals
} from "../../core/emails/CheckEmail.ts"
export { checkEmailForAccount, checkEmailsForAccount } from "../../core/emails/CheckEmailForAccount.ts"
export {
  type BulkEmailCheck,
  type BulkError,
  checkEmails,
  type EmailBatch,
  parseEmailBatch
} from "../../core/emails/CheckEmails.ts"
export {
  type EmailAddress,
  type EmailProblem,
  InvalidEmailAddress,
  parseEmailAddress
} from "../../core/mail-addresses/EmailAddress.ts"
export { EmailLists } from "../../core/mail-addresses/EmailLists.ts"
export { mailboxKey, normalizedAddress } from "../../core/mail-addresses/MailboxKey.ts"

// URLs and the blocklist
export { Blocklist, BlocklistEntryNotFound } from "../../core/threats/blocklist/Blocklist.ts"
export { decideListing, decideUrl } from "../../core/threats/blocklist/BlocklistDecision.ts"
export type {
  BlocklistEntry,
  BlocklistTarget,
  ListingAction,
  NewBlocklistEntry
} from "../../core/threats/blocklist/BlocklistEntry.ts"
export {
  EntryTooBroad,
  type GuardedTarget,
  InvalidBlocklistTarget,
  parseBlocklistTarget
} from "../../core/threats/blocklist/BlocklistGuard.ts"
export { blocklistTargetsOf } from "../../core/threats/blocklist/BlocklistTargets.ts"
export { type GuardReason, type HostGuard, hostGuard } from "../../core/threats/blocklist/HostGuard.ts"
export {
  Download,
  type Downloaded,
  DownloadFailed,
  DownloadRefused,
  type DownloadStatus
} from "../../core/threats/Download.ts"
export { type Listing, screenUrl, screenWebUrl, type UrlVerdict } from "../../core/threats/ScreenUrl.ts"
export {
  type SourceKind,
  type SourceState,
  type SourceStatus,
  type Threat,
  type ThreatType,
  type UrlRisk,
  WebRisk,
  WebRiskUnavailable
} from "../../core/threats/WebRisk.ts"
export type { HostKnowledge } from "../../core/urls/HostKnowledge.ts"
export { PopularDomains } from "../../core/urls/PopularDomains.ts"
export { PublicSuffixes } from "../../core/urls/PublicSuffixes.ts"
export { InvalidUrl, parseWebUrl, type WebUrl } from "../../core/urls/WebUrl.ts"

// Documents
export { DocumentReader, type JudgedDocument, UnreadableDocument } from "../../core/documents/DocumentReader.ts"
export { formatDocumentResponse } from "../../core/documents/DocumentResponse.ts"
export { type DocumentType, documentTypeOf } from "../../core/documents/facts/DocumentType.ts"
export {
  type EngineStatus,
  type EngineVerdict,
  MalwareEngine,
  type MalwareEngineService,
  MalwareEngineUnavailable
} from "../../core/documents/MalwareEngine.ts"
export { reasonCatalog, type ReasonCode } from "../../core/documents/reasons/ReasonCatalog.ts"
export type { ReasonEntry } from "../../core/documents/reasons/ReasonEntry.ts"
export {
  type DocumentFile,
  type DocumentScan,
  type DocumentUpload,
  scanDocument,
  scanUpload
} from "../../core/documents/ScanDocument.ts"
export { checkDocument, UnsupportedDocument } from "../../core/documents/UnsupportedDocument.ts"

// Leads
export { analyzeLead, type LeadPorts } from "../../core/leads/AnalyzeLead.ts"
export { analyzeLeadForAccount, type LeadRequester } from "../../core/leads/AnalyzeLeadForAccount.ts"
export { LeadQueue, type LeadQueueLimits } from "../../core/leads/LeadQueue.ts"
export type { LeadMark, LeadOutcome, LeadRecord } from "../../core/leads/records/LeadRecord.ts"
export { type LeadFilter, LeadNotFound, Leads } from "../../core/leads/records/Leads.ts"
export type { Lead } from "../../core/leads/signals/Lead.ts"
export type { LeadAnalysis } from "../../core/leads/signals/LeadAnalysis.ts"
export {
  leadCatalog,
  type LeadCategory,
  type LeadCode,
  type LeadEntry,
  type LeadGroup
} from "../../core/leads/signals/LeadCatalog.ts"
export { type LeadWeight, riskOf as leadRiskOf } from "../../core/leads/signals/LeadRisk.ts"
export type { LeadSignal } from "../../core/leads/signals/LeadSignal.ts"
export { LanguageDetector } from "../../core/messages/LanguageDetector.ts"
export type { Disguise, Evidence, MessageJudgment } from "../../core/messages/normalize/MessageJudgment.ts"
export { SpamClassifier } from "../../core/messages/SpamClassifier.ts"

// Phishing reports
export { acceptedDaysDefault, acceptedScopeDefault } from "../../core/submissions/AcceptanceDefaults.ts"
export {
  forwardSubmission,
  SubmissionHostNotPublic,
  SubmissionNotAccepted
} from "../../core/submissions/ForwardSubmission.ts"
export {
  AlreadyReviewed,
  decideReview,
  type Review,
  type ReviewResult,
  reviewSubmission
} from "../../core/submissions/ReviewSubmission.ts"
export type { Submission, SubmissionOrder, SubmissionState } from "../../core/submissions/Submission.ts"
export { SubmissionNotFound, Submissions } from "../../core/submissions/Submissions.ts"
export { submitPhishingLink } from "../../core/submissions/SubmitPhishingLink.ts"
export {
  ReportFailed,
  type ReportReceipt,
  type ReportState,
  type ThreatReport,
  ThreatReports
} from "../../core/submissions/ThreatReports.ts"
export { collectTriageFacts, type TriageFacts, type TriageListings } from "../../core/submissions/TriageFacts.ts"
export { type TriageCode, triageRules } from "../../core/submissions/TriageRules.ts"

// Shield and its sites
export {
  type ChallengeRequest,
  issueChallenge,
  type IssuedChallenge
} from "../../core/shield/challenges/IssueChallenge.ts"
export { PuzzleCheck, PuzzleCheckBusy } from "../../core/shield/challenges/PuzzleCheck.ts"
export { KeyRing, newRingKey, type RingKey } from "../../core/shield/KeyRing.ts"
export type { PuzzleAnswer, PuzzleProfile, PuzzleWork } from "../../core/shield/Puzzle.ts"
export type { RequestFacts } from "../../core/shield/SessionJudgment.ts"
export {
  ChallengeUsed,
  ProofExpired,
  ProofRefused,
  type ShieldFailure,
  SiteRefused
} from "../../core/shield/ShieldFailure.ts"
export { challengeSecondsMax, ticketSecondsMax, tokenSecondsMax } from "../../core/shield/ShieldTimes.ts"
export {
  type ShieldEvent,
  type ShieldHour,
  ShieldTraffic,
  type ShieldVerifications
} from "../../core/shield/ShieldTraffic.ts"
export { SingleUse, SingleUseUnavailable } from "../../core/shield/SingleUse.ts"
export { redeemChallenge, type RedeemResult, type SolvedChallenge } from "../../core/shield/tokens/RedeemChallenge.ts"
export { type RefreshRequest, type RefreshResult, refreshToken } from "../../core/shield/tokens/RefreshToken.ts"
export type {
  RejectionReason,
  SiteVerification,
  SubmittedForm,
  VerificationRequest
} from "../../core/shield/verification/SiteVerification.ts"
export { siteVerify, type VerificationPorts, verifyFor } from "../../core/shield/verification/SiteVerify.ts"
export { type VisitorRates, VisitorTraffic } from "../../core/shield/VisitorTraffic.ts"
export { InvalidSiteOption } from "../../core/sites/CheckSiteOptions.ts"
export {
  changeSite,
  createSite,
  deleteSite,
  rotateSiteSecret,
  type SiteChange,
  TooManySites
} from "../../core/sites/ManageSites.ts"
export { type Site, type SiteOptions, siteOptionsDefault } from "../../core/sites/Site.ts"
export { InvalidHostname } from "../../core/sites/SiteHostnames.ts"
export { SiteNotFound, Sites } from "../../core/sites/Sites.ts"

// Block rules
export { type BlockRule, type BlockRuleKind, BlockRuleNotFound, BlockRules } from "../../core/block-rules/BlockRules.ts"
export { InvalidBlockRule, parseRuleValue } from "../../core/block-rules/BlockRuleValue.ts"
export { compileBlockRules, type CompiledBlockRules, noBlockRules } from "../../core/block-rules/CompiledBlockRules.ts"

// Rules, scores and bands
export { type Band, BandTable, clampScore, scoreMax, scoreMin } from "../../core/scoring/Band.ts"
export {
  type DocumentRating,
  documentRatings,
  type LeadVerdict,
  leadVerdicts,
  type ShieldBand,
  shieldBands
} from "../../core/scoring/Bands.ts"
export { byWeightThenCode, combineSignals, type Scoring, type Signal } from "../../core/scoring/CombineSignals.ts"
export {
  combineRisk,
  judge,
  type Judgment,
  type Reason,
  type Rule,
  type RuleSet,
  type RuleWeight
} from "../../core/scoring/RuleSet.ts"

export * from "./CoreRecords.ts"
