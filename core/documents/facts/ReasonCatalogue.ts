/** What a reason of a document's score means, for users: the table in the README is made of this. */
export interface ReasonEntry {
  /** What it says about the document. */
  readonly about: string
  /** Points that it may take, by how bad it is. */
  readonly penalties: readonly [number, ...ReadonlyArray<number>]
  /** Where the construct, or the attack, is described. */
  readonly source: string
}

/** Penalties from here on lead to `warn`, for a score of 85 is still `ok`. */
export const warnPenaltyMin = 16
/** Penalties from here on lead to `block`, for a score of 70 is still `warn`. */
export const blockPenaltyMin = 31

/**
 * Every reason that a document's score can have. One finding of a code counts, the worst; the others are told in its
 * message. Penalties to 15 leave a document `ok`, 16 to 30 make it `warn`, from 31 on `block`.
 */
export const reasonCatalogue = {
  JAVASCRIPT: {
    about:
      "A PDF holds scripts. Formatting and checking of form fields, and printing, is harmless (5); others that need a click " +
      "(20) or run by themselves (25) deserve a look; scripts that call out, open files or hide what they do block (60).",
    penalties: [5, 20, 25, 60],
    source: "ISO 32000-2, 12.6.4.17; Adobe, JavaScript for Acrobat API Reference"
  },
  AUTO_ACTION: {
    about: "A PDF goes somewhere, sends or plays something by itself when it is opened.",
    penalties: [35],
    source: "ISO 32000-2, 12.6.3 and 12.6.4"
  },
  LAUNCH_ACTION: {
    about:
      "A PDF starts a program or opens a file: on a click a document that lies beside it, as a link does (8), a file beside " +
      "it of another kind or with an odd name (20), a file elsewhere (40), a program, an address, or anything by itself (70).",
    penalties: [8, 20, 40, 70],
    source: "ISO 32000-2, 12.6.4.6"
  },
  REMOTE_DOCUMENT_ACTION: {
    about: "A click in a PDF opens a document that lies elsewhere: by a path (20), or on the web (35).",
    penalties: [20, 35],
    source: "ISO 32000-2, 12.6.4.3, 12.6.4.4 and 12.6.4.7"
  },
  FORM_SUBMIT: {
    about:
      "A form sends what is filled in on a click (10), to a bare address (25), or imports data from a file (25) or from " +
      "the web (35).",
    penalties: [10, 25, 35],
    source: "ISO 32000-2, 12.7.6.2 and 12.7.6.4"
  },
  EXTERNAL_STREAM: {
    about: "A PDF loads parts of itself from elsewhere (40), or names a picture on the disk of whoever made it (4).",
    penalties: [4, 40],
    source: "ISO 32000-2, 7.3.8.2 (F) and 8.10.4; PDF Insecurity (RUB NDS), PDF101"
  },
  CREDENTIAL_LEAK_PATH: {
    about:
      "A path such as \\\\host\\share: opening it sends the user's Windows credentials to that host (60). As a link that " +
      "has to be clicked, or as a place within the own network, it is common in companies (10 or 16).",
    penalties: [10, 16, 60],
    source: "CVE-2018-4993; MITRE ATT&CK T1187"
  },
  OBFUSCATED_NAMES: {
    about: "Names of active content are spelled with escapes that nobody needs.",
    penalties: [35],
    source: "ISO 32000-2, 7.3.5"
  },
  HIDDEN_OBJECT: {
    about:
      "Active content that the current version of the file does not use, or a link that nothing leads to (16); other content " +
      "that reaches out though nothing leads to it (35).",
    penalties: [16, 35],
    source: "PDF Insecurity (RUB NDS), shadow attacks"
  },
  RICH_MEDIA: {
    about: "Sound or 3D (8), video, Flash or other media that a player has to open (18).",
    penalties: [8, 18],
    source: "ISO 32000-2, 13"
  },
  XFA_FORM: {
    about: "An XML form: plain (5), with scripts (12), or one that sends what is filled in (20).",
    penalties: [5, 12, 20],
    source: "Adobe, XFA Specification 3.3"
  },
  XML_EXTERNAL_ENTITY: {
    about: "XML that declares entities: within the file (18), or from elsewhere (45).",
    penalties: [18, 45],
    source: "OWASP, XML External Entity"
  },
  EXPLOIT: {
    about: "Something in a font, picture, function or equation that only an attack on the reader writes there.",
    penalties: [70],
    source: "CVE-2009-3459, CVE-2017-11882, CVE-2024-4367"
  },
  EMBEDDED_FILE: {
    about: "A file is attached.",
    penalties: [4],
    source: "ISO 32000-2, 7.11.4; ECMA-376 part 1, 15.2.11"
  },
  EMBEDDED_EXECUTABLE: {
    about: "A program or a script is attached, or a file that hides its ending (65); a page for the browser (20).",
    penalties: [20, 65],
    source: "Microsoft, blocked attachments in Outlook"
  },
  EMBEDDED_ACTIVE_DOCUMENT: {
    about: "An attached document would itself be rated warn (20) or block (40).",
    penalties: [20, 40],
    source: "the scan of the attachment"
  },
  MACRO_PRESENT: {
    about: "The document holds macros (18), or modules with nothing in them (8).",
    penalties: [8, 18],
    source: "MS-OVBA; OpenDocument 1.3, part 3, 14"
  },
  MACRO_AUTORUN: {
    about: "A macro runs by itself, for instance when the document is opened.",
    penalties: [25],
    source: "Microsoft, auto macros and document events"
  },
  MACRO_SUSPICIOUS: {
    about: "A macro runs by itself and writes files, starts programs, or hides what it does.",
    penalties: [60],
    source: "MITRE ATT&CK T1204.002, T1059.005"
  },
  MACRO_OBFUSCATED: {
    about: "The text of a macro is written so that nobody can read it.",
    penalties: [25],
    source: "MITRE ATT&CK T1027"
  },
  MACRO_HIDDEN: {
    about:
      "Macros where nobody expects them: in a file type without macros, or with a source that is not what runs (45); " +
      "or without the compiled code that Office writes (16).",
    penalties: [16, 45],
    source: "MS-OVBA 2.3.4.1; MITRE ATT&CK T1564.007"
  },
  XLM_MACRO: {
    about: "Excel 4.0 macros: a sheet (35), a hidden one (45), or one that runs by itself or calls the system (70).",
    penalties: [35, 45, 70],
    source: "MS-XLS 2.4.28; Microsoft, XLM macros and AMSI (2021)"
  },
  DDE_LINK: {
    about: "A field or cell starts another program by dynamic data exchange (35), a shell or the like (75).",
    penalties: [35, 75],
    source: "Microsoft ADV170021"
  },
  REMOTE_TEMPLATE: {
    about:
      "The document loads its template from elsewhere (55), from one of the usual document stores (20), or from a local path (2).",
    penalties: [2, 20, 55],
    source: "MITRE ATT&CK T1221"
  },
  REMOTE_OBJECT: {
    about:
      "The document loads objects, frames or parts of itself from elsewhere: a document beside it, or one of the usual " +
      "document stores (6), any host or a program (45), or in the way of a known attack (75).",
    penalties: [6, 45, 75],
    source: "CVE-2017-0199, CVE-2021-40444, CVE-2022-30190"
  },
  REMOTE_CONTENT: {
    about:
      "The document fetches contents when it is opened or refreshed: other workbooks, and data from the own network (4), " +
      "pictures and mail merge sources (8), data from elsewhere (16), text (25); or a click in it starts a program (25).",
    penalties: [4, 8, 16, 25],
    source: "ECMA-376 part 1, 17.16 and 18.13"
  },
  ALT_CHUNK: {
    about: "Part of the text lies in the package in another format, which Word imports when it opens it.",
    penalties: [18],
    source: "ECMA-376 part 1, 17.17.2"
  },
  OLE_PACKAGE: {
    about: "A file is packed as an object that opens with a double click.",
    penalties: [8],
    source: "MS-OLEDS 2.3.6"
  },
  EXPLOIT_OBJECT: {
    about:
      "An object of a class that is known from attacks: as Office would write it (8), or as only an attack does (60).",
    penalties: [8, 60],
    source: "CVE-2017-11882, CVE-2017-0199, CVE-2018-8174"
  },
  ACTIVEX_CONTROL: {
    about: "An ActiveX control (18), or a field of a form that was copied from a web page (8).",
    penalties: [8, 18],
    source: "MS-OFORMS"
  },
  CUSTOM_UI_ONLOAD: {
    about: "A ribbon that calls a macro when the document is opened (20), in another file (55).",
    penalties: [20, 55],
    source: "MS-CUSTOMUI 2.2.10"
  },
  ADDIN_LOADER: {
    about:
      "The document is, or loads, an add-in: one of Office's own store or of one's own company (8), any other (20).",
    penalties: [8, 20],
    source: "MITRE ATT&CK T1137.006"
  },
  RTF_OBJECT_UPDATE: {
    about: "An object is run when the text is opened, without a click.",
    penalties: [45],
    source: "RTF 1.9.1, \\objupdate; CVE-2017-0199"
  },
  OBFUSCATED_OBJECT: {
    about: "The data of an object is written so that scanners do not find it.",
    penalties: [40],
    source: "MITRE ATT&CK T1027"
  },
  ENCRYPTED: {
    about: "A password is needed: what is inside was not seen.",
    penalties: [20],
    source: "ISO 32000-2, 7.6; MS-OFFCRYPTO"
  },
  ENCRYPTED_DEFAULT_PASSWORD: {
    about:
      "Encrypted with the password that Office tries by itself: that hides from scanners and from nobody else (20), and " +
      "macros all the more (45).",
    penalties: [20, 45],
    source: "MS-OFFCRYPTO 2.3; \"VelvetSweatshop\""
  },
  POLYGLOT: {
    about: "The file is a live file of another kind at the same time.",
    penalties: [50],
    source: "MITRE ATT&CK T1036.008"
  },
  ARCHIVE_TAMPERED: {
    about: "The package says two things about what it holds.",
    penalties: [35],
    source: "PKWARE APPNOTE 4.3"
  },
  RESOURCE_BOMB: {
    about: "Opening the file would use far more memory or time than its size lets expect.",
    penalties: [60],
    source: "CWE-409, CWE-776"
  },
  PARTIAL_SCAN: {
    about:
      "A limit was reached before the end: the rest was not looked at (16), or only the rest of a very long text (8).",
    penalties: [8, 16],
    source: "limits in the README"
  },
  UNREAD_CONTENT: {
    about:
      "An attachment, an embedded object or an archive has a type that Gatehouse does not read. Pictures, fonts, media and " +
      "plain text count as read.",
    penalties: [20],
    source: "MS-CFB; ECMA-376 part 2; PKWARE APPNOTE 4.3"
  },
  MALFORMED: {
    about: "The file is damaged; it was read as far as it goes.",
    penalties: [4],
    source: "the format's standard"
  },
  MALICIOUS_URL: {
    about: "A link is on the blocklist or in a threat list.",
    penalties: [80],
    source: "the sources that `/readyz` names"
  },
  BRAND_LOOKALIKE: {
    about:
      "A link imitates a brand: perhaps (24), or beyond doubt (45); or a short text speaks of an account with a brand, and its " +
      "links lead to nothing of the brand's (45).",
    penalties: [24, 45],
    source: "Unicode TR 39; MITRE ATT&CK T1583.001"
  },
  LINK_TEXT_MISMATCH: {
    about: "A link shows one domain and goes to another.",
    penalties: [30],
    source: "M3AAWG, Anti-phishing best common practices"
  },
  SUSPICIOUS_LINK: {
    about:
      "A link of a kind that is common in attacks: to a shortener or a machine nearby (8); to a bare address, or to a " +
      "program (24), all the more where there is little else in the document (45); by a scheme that is attacked, or with " +
      "another host before the host (45).",
    penalties: [8, 24, 45],
    source: "RFC 3986, 7.6; APWG"
  },
  QR_LINK: { about: "A picture holds a link as a QR code.", penalties: [8], source: "ISO/IEC 18004; FBI PSA I-011822" },
  SOCIAL_LURE: {
    about: "Little more than a request to click (18), or a link that lies over the whole page (35).",
    penalties: [18, 35],
    source: "MITRE ATT&CK T1204.001"
  }
} as const satisfies Record<string, ReasonEntry>

export type ReasonCode = keyof typeof reasonCatalogue
