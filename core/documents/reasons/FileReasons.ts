import type { ReasonEntry } from "./ReasonEntry.ts"

/** Reasons for files of every format: embedded files, encryption, damage, tampering and incomplete scans. */
export const fileReasons = {
  EMBEDDED_FILE: {
    about: "A file is attached.",
    cases: { attached: [4, "The file … is attached"] },
    source: "ISO 32000-2, 7.11.4; ECMA-376 part 1, 15.2.11"
  },
  EMBEDDED_EXECUTABLE: {
    about: "An attached file is a program, a script, a web page, or hides its extension.",
    cases: {
      page: [20, "The attached file … is a web page"],
      program: [65, "The attached file … is a program"],
      shortcut: [65, "The attached file … is a shortcut that starts a program"],
      hiddenEnding: [65, "The attached file … hides its extension"],
      runnable: [65, "The attached file … runs when opened"],
      script: [65, "The attached file … is a script"]
    },
    source: "Microsoft, blocked attachments in Outlook"
  },
  EMBEDDED_ACTIVE_DOCUMENT: {
    about: "An attached document would itself be rated `warn` or `block`.",
    cases: {
      warn: [20, "The attached document … is suspicious: …"],
      block: [40, "The attached document … is dangerous: …"]
    },
    source: "the scan of the attachment"
  },
  XML_EXTERNAL_ENTITY: {
    about: "The XML declares internal entities, or entities loaded from another place.",
    cases: {
      internal: [18, "The XML declares entities"],
      external: [45, "The XML loads external entities"]
    },
    source: "OWASP, XML External Entity"
  },
  ENCRYPTED: {
    about: "The document needs a password, so its content was not scanned.",
    cases: { unknownPassword: [20, "The content is encrypted and was not scanned"] },
    source: "ISO 32000-2, 7.6; MS-OFFCRYPTO"
  },
  ENCRYPTED_DEFAULT_PASSWORD: {
    about:
      "The document is encrypted with the default password of Office, which hides its content only from scanners. Worse with " +
      "macros inside.",
    cases: {
      plain: [20, "Encrypted with the default password, which hides the content only from scanners"],
      macros: [45, "Macros encrypted with the default password, which hides them only from scanners"]
    },
    source: "MS-OFFCRYPTO 2.3; \"VelvetSweatshop\""
  },
  POLYGLOT: {
    about: "The file is also a valid file of another type.",
    cases: { otherType: [50, "The file is also a valid … file"] },
    source: "MITRE ATT&CK T1036.008"
  },
  ARCHIVE_TAMPERED: {
    about: "Records of the package contradict each other about its contents.",
    cases: { contradiction: [35, "The package contradicts itself: …"] },
    source: "PKWARE APPNOTE 4.3"
  },
  RESOURCE_BOMB: {
    about: "Opening the file would use far more memory or time than its size suggests.",
    cases: {
      growth: [60, "The content expands excessively: …"],
      tooMuch: [60, "Reading the document takes too much …"]
    },
    source: "CWE-409, CWE-776"
  },
  PARTIAL_SCAN: {
    about:
      "Part of the document was not scanned: a limit was reached, or the malware engine gave no verdict. Less severe for " +
      "the rest of a very long text.",
    cases: {
      text: [8, "Partially scanned, limit reached: …"],
      limit: [16, "Partially scanned, limit reached: …"],
      links: [16, "Only … of the links were checked"],
      brokenReader: [16, "The document made the reader fail: …"],
      engine: [16, "The malware engine … gave no verdict"]
    },
    source: "docs/operating/limits.md"
  },
  MALWARE_SIGNATURE: {
    about: "The second engine, which operators can connect, found known malware.",
    cases: { known: [80, "The malware engine … found …"] },
    source: "docs/operating/malware-engine.md"
  },
  UNREAD_CONTENT: {
    about:
      "An attachment, an embedded object or an archive was not scanned: its type is unknown, or the archive is encrypted, " +
      "damaged or too large. Pictures, fonts, media and plain text count as scanned.",
    cases: {
      file: [20, "The file … was not scanned because it is …"],
      content: [20, "The content was not scanned because it is …"]
    },
    source: "MS-CFB; ECMA-376 part 2; PKWARE APPNOTE 4.3"
  },
  HIDDEN_TEXT: {
    about:
      "The document contains text that its readers do not see. This alone is harmless. The text layer of a scanned page does " +
      "not count.",
    cases: { hidden: [2, "Hidden text (…): …"] },
    source: "ISO 32000-2, 9.3.6; ECMA-376 part 1, 17.3.2.41"
  },
  HIDDEN_INSTRUCTIONS: {
    about: "Text that readers do not see gives orders to a language model.",
    cases: { hidden: [20, "Hidden instructions for a language model (…): …"] },
    source: "OWASP, LLM01:2025 Prompt Injection"
  },
  MODEL_INSTRUCTIONS: {
    about:
      "Visible text gives orders to a language model, or quotes such orders. This alone does not change the rating.",
    cases: { visible: [1, "Visible instructions for a language model: …"] },
    source: "OWASP, LLM01:2025 Prompt Injection"
  },
  MALFORMED: {
    about: "The file is damaged and was scanned as far as possible.",
    cases: { damaged: [4, "Damaged: …"] },
    source: "the format's standard"
  }
} as const satisfies Record<string, ReasonEntry>
