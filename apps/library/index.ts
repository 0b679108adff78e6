/**
 * Gatehouse as a library: `import { checkEmail, layerEmbedded } from "gatehouse"`.
 *
 * Use cases are Effects that require ports. `layerEmbedded` provides all of them, and you can replace any port with a layer of your own. No
 * HTTP server, database, account or credit is involved.
 */

// Email addresses
export { bulkEmailsMax } from "../../core/emails/BulkLimit.ts"
export {
  checkEmail,
  type EmailCheck,
  type EmailCheckInput,
  type EmailSignals,
  screenEmail
} from "../../core/emails/CheckEmail.ts"
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
export { mailboxKey, normalizedAddress } from "../../core/mail-addresses/MailboxKey.ts"

// URLs
export { decideListing, decideUrl } from "../../core/threats/blocklist/BlocklistDecision.ts"
export type {
  BlocklistEntry,
  BlocklistTarget,
  ListingAction,
  NewBlocklistEntry
} from "../../core/threats/blocklist/BlocklistEntry.ts"
export {
  blocklistTarget,
  EntryTooBroad,
  type GuardedTarget,
  InvalidBlocklistTarget
} from "../../core/threats/blocklist/BlocklistGuard.ts"
export { blocklistTargetsOf } from "../../core/threats/blocklist/BlocklistTargets.ts"
export { type GuardReason, type HostGuard, hostGuard } from "../../core/threats/blocklist/HostGuard.ts"
export { screenUrl, screenWebUrl, type UrlVerdict } from "../../core/threats/ScreenUrl.ts"
export type { HostKnowledge } from "../../core/urls/HostKnowledge.ts"
export { InvalidUrl, parseWebUrl, type WebUrl } from "../../core/urls/WebUrl.ts"

// Documents
export { documentResponse } from "../../core/documents/DocumentResponse.ts"
export {
  checkDocument,
  type DocumentType,
  documentTypeOf,
  UnsupportedDocument
} from "../../core/documents/facts/DocumentType.ts"
export { reasonCatalog, type ReasonCode } from "../../core/documents/reasons/ReasonCatalog.ts"
export type { ReasonEntry } from "../../core/documents/reasons/ReasonEntry.ts"
export { type DocumentFile, type DocumentScan, scanDocument } from "../../core/documents/ScanDocument.ts"

// Leads
export { analyzeLead, type LeadPorts } from "../../core/leads/AnalyzeLead.ts"
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
export type { Disguise, Evidence, MessageJudgment } from "../../core/messages/normalize/MessageJudgment.ts"

// Phishing reports
export { acceptedDaysDefault, acceptedScopeDefault } from "../../core/submissions/AcceptanceDefaults.ts"
export { forwardSubmission, NotAccepted, NotPublic } from "../../core/submissions/ForwardSubmission.ts"
export {
  AlreadyReviewed,
  decideReview,
  type Review,
  type ReviewResult,
  reviewSubmission
} from "../../core/submissions/ReviewSubmission.ts"
export type { Submission, SubmissionState } from "../../core/submissions/Submission.ts"
export { submitPhishingLink } from "../../core/submissions/SubmitPhishingLink.ts"
export { collectTriageFacts, type TriageFacts, type TriageListings } from "../../core/submissions/TriageFacts.ts"
export { type TriageCode, triageRules } from "../../core/submissions/TriageRules.ts"

// Block rules
export type { BlockRule, BlockRuleKind } from "../../core/block-rules/BlockRules.ts"
export { canonicalRuleValue, InvalidBlockRule } from "../../core/block-rules/BlockRuleValue.ts"
export { compileBlockRules, type CompiledBlockRules } from "../../core/block-rules/CompiledBlockRules.ts"
export { type IpAddress, isIpAddress, parseIpAddress } from "../../core/kernel/networks/IpAddress.ts"

// Rules, scores and bands
export { type Band, BandTable, clampScore, scoreMax, scoreMin } from "../../core/scoring/Band.ts"
export { type DocumentRating, documentRatings } from "../../core/scoring/Bands.ts"
export { type LeadVerdict, leadVerdicts } from "../../core/scoring/Bands.ts"
export { type ShieldBand, shieldBands } from "../../core/scoring/Bands.ts"
export { byWeightThenCode, combineSignals, type Scoring, type Signal } from "../../core/scoring/CombineSignals.ts"
export type { Reason, Rule } from "../../core/scoring/RuleSet.ts"
export { combineRisk, judge, type Judgment, type RuleSet, type Weight } from "../../core/scoring/RuleSet.ts"

// The credit ledger, as pure functions.
export { costTable, creditsMax, type Operation } from "../../core/credits/CostTable.ts"
export type { LedgerCommand } from "../../core/credits/LedgerCommand.ts"
export { type CreditsFailure, InsufficientCredits, InvalidAmount, NotReserved } from "../../core/credits/LedgerRules.ts"
export { type Balance, decide, emptyBalance, evolve, type RequestMovements } from "../../core/credits/LedgerRules.ts"
export {
  type Bucket,
  entriesOf,
  type LedgerEntry,
  type LedgerLine,
  type Movement,
  type MovementKind
} from "../../core/credits/Movement.ts"

// Ports that the screening use cases require
export { DocumentReader, type JudgedDocument, UnreadableDocument } from "../../core/documents/DocumentReader.ts"
export { Geo } from "../../core/kernel/networks/Geo.ts"
export { EmailLists } from "../../core/mail-addresses/EmailLists.ts"
export { LanguageDetector } from "../../core/messages/LanguageDetector.ts"
export { SpamClassifier } from "../../core/messages/SpamClassifier.ts"
export { SubmissionNotFound, Submissions } from "../../core/submissions/Submissions.ts"
export {
  ReportFailed,
  type ReportReceipt,
  type ThreatReport,
  ThreatReports
} from "../../core/submissions/ThreatReports.ts"
export { Blocklist, BlocklistEntryNotFound } from "../../core/threats/blocklist/Blocklist.ts"
export { type SourceStatus, type Threat, WebRisk, WebRiskUnavailable } from "../../core/threats/WebRisk.ts"
export { PopularDomains } from "../../core/urls/PopularDomains.ts"
export { PublicSuffixes } from "../../core/urls/PublicSuffixes.ts"

// Fair queues: the documents of one requester wait for each other
export { QueueFull } from "../../core/queues/QueueFull.ts"
export { CurrentRequester, type Requester } from "../../core/queues/Requester.ts"

// Layers
export * as DocumentReaderInline from "../../adapters/documents/pool/DocumentReaderInline.ts"
export * as DocumentReaderPool from "../../adapters/documents/pool/DocumentReaderPool.ts"
export * as GeoMmdb from "../../adapters/geo/GeoMmdb.ts"
export * as LanguageEld from "../../adapters/language/LanguageEld.ts"
export * as EmailListsEmbedded from "../../adapters/lists/EmailListsEmbedded.ts"
export * as EmailListsMemory from "../../adapters/lists/EmailListsMemory.ts"
export * as PopularDomainsEmbedded from "../../adapters/lists/PopularDomainsEmbedded.ts"
export * as PopularDomainsMemory from "../../adapters/lists/PopularDomainsMemory.ts"
export * as PublicSuffixesTldts from "../../adapters/lists/PublicSuffixesTldts.ts"
export * as SpamClassifierEmbedded from "../../adapters/spam/SpamClassifierEmbedded.ts"
export * as BlocklistMemory from "../../adapters/storage/memory/BlocklistMemory.ts"
export * as SubmissionsMemory from "../../adapters/storage/memory/SubmissionsMemory.ts"
export { layerEmbedded, layerThreatLists, noBlockRules } from "./Embedded.ts"
