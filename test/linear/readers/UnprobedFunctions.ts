/** Functions that take text or bytes but need no probe. */
export interface UnprobedFunctions {
  /** Names of functions by file, or folders. A folder includes all functions in it. */
  readonly functions: Readonly<Record<string, ReadonlyArray<string>>> | { readonly folders: ReadonlyArray<string> }
  readonly reason: string
}

/** Functions without a probe. Do not list functions that read untrusted input: they need a probe. */
export const unprobedFunctions: ReadonlyArray<UnprobedFunctions> = [
  {
    functions: {
      folders: ["adapters/storage", "adapters/geo", "adapters/lists", "adapters/spam", "adapters/webrisk/snapshots"]
    },
    reason: "reads data of this installation, of the release or of the operator"
  },
  {
    functions: {
      folders: [
        "adapters/http/api",
        "adapters/http/account/handlers",
        "adapters/puzzles",
        "adapters/documents/office-crypto"
      ]
    },
    reason: "makes declarations and responses, or reads seeds, answers and keys of fixed sizes"
  },
  {
    functions: {
      "adapters/http/account/api/SessionAuth.ts": ["accessOf"],
      "adapters/http/account/server/AccountErrors.ts": ["buildFaultResponse"],
      "adapters/http/account/server/DashboardFiles.ts": ["readDashboardFiles"],
      "adapters/http/account/session/DashboardCookies.ts": ["setCookie", "clearCookie", "buildCookie"],
      "adapters/http/account/server/ServeDashboard.ts": ["contentSecurityPolicy"],
      "adapters/http/mcp/protocol/JsonRpc.ts": ["errorResponse"],
      "adapters/http/server/messages/Responses.ts": ["buildResponse", "flatErrorBody", "buildUnroutedErrorResponse"],
      "adapters/http/server/pages/BuildFiles.ts": ["readBuild", "readBuiltFile"],
      "adapters/http/server/pages/PageHeaders.ts": ["sendText"],
      "adapters/http/server/pages/DocsSite.ts": ["docsContentSecurityPolicy", "readDocsFiles"],
      "adapters/http/server/pages/StaticFile.ts": ["makeStaticFile"],
      "adapters/http/server/pages/WidgetFiles.ts": ["readWidgetFiles", "serveWidgetFiles"],
      "adapters/documents/pool/Messages.ts": ["limitExceededResult"],
      "adapters/download/DownloadDisabled.ts": ["layer"],
      "adapters/malware/clamd/ClamdExchange.ts": ["scanMessage", "exchange"],
      "adapters/webrisk/google/Json.ts": ["encodeBase64Url"],
      "adapters/webrisk/google/ListUpdates.ts": ["failUpdate"],
      "adapters/webrisk/google/Vendor.ts": ["methodUrl"],
      "adapters/webrisk/safebrowsing/Modes.ts": ["localMode"],
      "adapters/webrisk/safebrowsing/Requests.ts": ["searchUrl"],
      "adapters/webrisk/submission/ReportsDisabled.ts": ["layer"],
      "adapters/webrisk/update/LocalThreatList.ts": ["diffUrl"],
      "adapters/webrisk/update/HashSearch.ts": ["searchUrl"],
      "core/keys/KeyText.ts": ["makeKeyText"],
      "core/kernel/ExportFile.ts": ["exportFile", "formatHeader"],
      "core/members/administration/ManageInvitations.ts": ["joinLink"],
      "core/members/password-changes/MakePasswordLink.ts": ["resetLink"],
      "core/shield/challenges/IssueChallenge.ts": ["newChallengeId"],
      "core/events/AccountEvent.ts": ["eventOfRequest"],
      "core/events/EventCatalog.ts": ["isEventType"],
      "core/kernel/Hex.ts": ["toHex"],
      "core/shield/tokens/RedeemChallenge.ts": ["sampleAnswers"]
    },
    reason: "writes responses, requests, labels and keys"
  },
  {
    functions: {
      "adapters/http/server/connections/ClientAddress.ts": ["makeClientAddressResolver", "makeNetworkTest"],
      "adapters/http/server/connections/FileDescriptors.ts": ["openFilesMax"],
      "adapters/malware/clamd/ClamdAddress.ts": ["parseClamdAddress"],
      "adapters/webrisk/feeds/FeedSpec.ts": ["parseFeedSpec"],
      "adapters/webrisk/feeds/FeedJobs.ts": ["readFeedFile", "readStoredFeed", "fileProblem"],
      "adapters/webrisk/feeds/reading/FindInFeed.ts": ["findInFeed"],
      "adapters/webrisk/feeds/LoadedFeed.ts": ["initialFeedStatus"],
      "core/audit/Audit.ts": ["actorOf"],
      "core/management-keys/ManagementKey.ts": ["managementKeyName"],
      "core/management-keys/ManagementScope.ts": ["isManagementScope", "allowsAccess"],
      "core/members/administration/ManageMembers.ts": ["formatRename", "parseRenameDetail"],
      "core/audit/ActorName.ts": ["parseActorName", "isActorNameOf", "commandLineActorName", "commandLineUser"],
      "core/members/passwords/VerifyPassword.ts": ["signInTarget", "passwordChangeTarget"],
      "core/requests/OperationSums.ts": ["sumByOperation", "keySums", "limitedSums"],
      "core/history/RequestQuery.ts": ["statusRange", "storedFileHash"],
      "core/requests/RequestTally.ts": ["limitedCounterName"],
      "core/requests/MemberKeyId.ts": ["memberKeyId", "apiKeyIdOf"],
      "core/history/VerdictLabels.ts": ["verdictLabelsOf"],
      "core/leads/signals/LeadAnalysis.ts": ["leadExplanations"],
      "core/shield/tokens/DecideProof.ts": ["decideProof", "makeCountedFailure", "isSiteCounted"],
      "core/shield/traffic/ShieldCounts.ts": ["totalCounts", "countsWithPrefix", "solveMillisQuantile"],
      "core/shield/TestSites.ts": ["testKindOf", "testSiteOf"],
      "core/threats/SourceLabel.ts": ["sourceLabel"],
      "core/brands/data/Brand.ts": ["readBrands"],
      "core/brands/letters/Edits.ts": ["deletesOf"],
      "core/messages/model/SpamModel.ts": ["parseSpamModel"],
      "adapters/language/LanguageGrams.ts": ["readLanguageGrams"]
    },
    reason: "reads settings, data of the release, and names and keys that the server has made"
  },
  {
    functions: {
      "adapters/documents/reading/Numbers.ts": ["float64", "int32"],
      "adapters/documents/excel/biff/BiffStrings.ts": ["readWideText", "readLongText"],
      "adapters/documents/excel/biff/Filepass.ts": ["readFilepassCipher"],
      "adapters/documents/excel/Sheets.ts": ["formatSheetPrefix"],
      "adapters/documents/odf/OdfFlat.ts": ["isXml"],
      "adapters/documents/ooxml/package/Relationships.ts": ["roleOf"],
      "adapters/documents/ooxml/package/PartKinds.ts": ["startsLikeMedia"],
      "adapters/documents/pdf/objects/PdfCipher.ts": ["openCipher"],
      "adapters/documents/pdf/fonts/Encodings.ts": ["characterOf"],
      "adapters/traffic/VisitorTrafficMemory.ts": ["addressKeys"],
      "core/kernel/Crc32.ts": ["crc32OfBytes", "crc32OfText"],
      "core/documents/vba/VbaValue.ts": ["isFullyKnown"],
      "core/members/MemberToken.ts": ["digestOfToken"],
      "core/kernel/networks/VisitorAddress.ts": ["networkHash"],
      "core/threats/prefixes/PrefixSearch.ts": ["lowerBound", "equalsAt", "writePrefixes"]
    },
    reason: "reads a number or a key at a fixed place, or one text in one pass without an expression"
  },
  {
    functions: {
      "adapters/documents/excel/formulas/CellFormulas.ts": ["isRevealingText"],
      "adapters/documents/odf/OdfScripts.ts": ["addListener"],
      "adapters/documents/archives/OpenArchive.ts": ["isArchive"],
      "adapters/documents/ole/Equation.ts": ["findEquationFault"],
      "adapters/documents/pool/ScanJob.ts": ["scanCompletely"],
      "adapters/documents/images/Bmp.ts": ["isBmp", "sizeOfBmp"],
      "core/documents/facts/BrowserControl.ts": ["isBrowserControl"],
      "core/documents/judge/DocumentLinks.ts": ["addInLocation"],
      "adapters/documents/images/Gif.ts": ["isGif", "sizeOfGif"],
      "adapters/documents/reading/Inflate.ts": ["gunzip"],
      "adapters/documents/pdf/objects/PdfPredictor.ts": ["undoPredictor"],
      "adapters/webrisk/feeds/reading/NormalizeEntry.ts": ["hostExpression"],
      "adapters/webrisk/feeds/reading/ReadFeed.ts": ["readFeed"],
      "adapters/webrisk/feeds/formats/Format.ts": ["statelessFormat"],
      "core/documents/UnsupportedDocument.ts": ["checkDocument"],
      "core/emails/CheckEmailForAccount.ts": ["checkEmailForAccount", "checkEmailsForAccount"],
      "core/shield/verification/DecideContent.ts": ["decideEmail", "decideVisitor", "isBlank"]
    },
    reason: "hands what it reads to functions that are probed"
  },
  {
    functions: {
      "adapters/webrisk/UrlKeys.ts": ["isInternalHost"],
      "adapters/webrisk/feeds/formats/PhishTank.ts": ["isYes"],
      "core/documents/facts/Target.ts": ["isBareAddress"],
      "core/documents/vba/VbaCalls.ts": ["openEffect"],
      "core/mail-addresses/ProviderTypos.ts": ["isProviderTypo"],
      "core/leads/signals/LeadSignal.ts": ["formatFirstAndCount"],
      "core/leads/signals/RandomLetters.ts": ["isKeyLike"],
      "core/members/passwords/PasswordPolicy.ts": ["isCommonPassword"],
      "core/shield/tokens/DegradedToken.ts": ["isDegradedText"],
      "core/shield/challenges/IssueChallenge.ts": ["allowedHostOf"],
      "core/shield/VisitorHost.ts": ["matchesHostnames"],
      "core/shield/score/RequestFindings.ts": ["isHeadless"],
      "core/shield/score/UserAgent.ts": ["fitsSystem"],
      "core/brands/letters/Edits.ts": ["findSingleEdit", "isWithinTwoEdits"],
      "core/brands/data/LureWords.ts": ["isLoginPath"]
    },
    reason: "reads a short text: its caller has parsed or measured it, or node:zlib limits its result"
  }
]

/** Functions and folders of the table, such as `core/urls/WebUrl.ts parseWebUrl` and `adapters/storage/`. */
export const unprobedNames: ReadonlyArray<string> = unprobedFunctions.flatMap(({ functions }) =>
  "folders" in functions && Array.isArray(functions.folders)
    ? functions.folders.map((folder) => `${folder}/`)
    : Object.entries(functions as Readonly<Record<string, ReadonlyArray<string>>>).flatMap(([file, names]) =>
      names.map((name) => `${file} ${name}`)
    )
)
