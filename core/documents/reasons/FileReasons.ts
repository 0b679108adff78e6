import type { ReasonEntry } from "./ReasonEntry.ts"

/** Reasons for files of every format: their contents, how these are hidden, and how far they were read. */
export const fileReasons = {
  EMBEDDED_FILE: {
    about: "A file is attached.",
    cases: { attached: [4, "The file … is attached"] },
    source: "ISO 32000-2, 7.11.4; ECMA-376 part 1, 15.2.11"
  },
  EMBEDDED_EXECUTABLE: {
    about: "A program or a script is attached, a file that hides its extension, or a page for the browser.",
    cases: {
      page: [20, "…: a page for the browser"],
      program: [65, "…: a program"],
      shortcut: [65, "…: a shortcut that starts a program"],
      hiddenEnding: [65, "…: a file that hides its ending"],
      runnable: [65, "…: a file that is run when it is opened"],
      script: [65, "…: a script"]
    },
    source: "Microsoft, blocked attachments in Outlook"
  },
  EMBEDDED_ACTIVE_DOCUMENT: {
    about: "An attached document would itself be rated `warn` or `block`.",
    cases: {
      warn: [20, "In the file …: …"],
      block: [40, "In the file …: …"]
    },
    source: "the scan of the attachment"
  },
  XML_EXTERNAL_ENTITY: {
    about: "XML that declares entities: within the file, or from elsewhere.",
    cases: {
      internal: [18, "Its XML declares entities"],
      external: [45, "Its XML loads entities from elsewhere"]
    },
    source: "OWASP, XML External Entity"
  },
  ENCRYPTED: {
    about: "A password is needed: the content was not scanned.",
    cases: { unknownPassword: [20, "Encrypted: what is inside was not seen"] },
    source: "ISO 32000-2, 7.6; MS-OFFCRYPTO"
  },
  ENCRYPTED_DEFAULT_PASSWORD: {
    about:
      "Encrypted with the password that Office tries by itself: that hides the content from scanners only, and is worse if " +
      "there are macros in it.",
    cases: {
      plain: [20, "Encrypted so that only scanners do not see it"],
      macros: [45, "Macros, encrypted so that only scanners do not see them"]
    },
    source: "MS-OFFCRYPTO 2.3; \"VelvetSweatshop\""
  },
  POLYGLOT: {
    about: "The file is a valid file of another type at the same time.",
    cases: { otherType: [50, "It is a live file of the type … as well"] },
    source: "MITRE ATT&CK T1036.008"
  },
  ARCHIVE_TAMPERED: {
    about: "Two records of the package contradict each other about what it contains.",
    cases: { contradiction: [35, "The package says two things: …"] },
    source: "PKWARE APPNOTE 4.3"
  },
  RESOURCE_BOMB: {
    about: "Opening the file would use far more memory or time than its size suggests.",
    cases: {
      growth: [60, "It would grow without measure: …"],
      tooMuch: [60, "Reading it takes more … than a document may"]
    },
    source: "CWE-409, CWE-776"
  },
  PARTIAL_SCAN: {
    about: "A limit was reached before the end: the rest was not scanned, or only the rest of a very long text.",
    cases: {
      text: [8, "Not read to the end: …"],
      limit: [16, "Not read to the end: …"],
      links: [16, "Only … of its links were looked up"],
      brokenReader: [16, "It breaks the reader: …"]
    },
    source: "docs/operating/limits.md"
  },
  UNREAD_CONTENT: {
    about:
      "An attachment, an embedded object or an archive has a type that Gatehouse does not read. Pictures, fonts, media and " +
      "plain text count as read.",
    cases: {
      file: [20, "The file … was not read: it is …"],
      content: [20, "The content was not read: it is …"]
    },
    source: "MS-CFB; ECMA-376 part 2; PKWARE APPNOTE 4.3"
  },
  MALFORMED: {
    about: "The file is damaged; it was read as far as possible.",
    cases: { damaged: [4, "Damaged: …"] },
    source: "the format's standard"
  }
} as const satisfies Record<string, ReasonEntry>
