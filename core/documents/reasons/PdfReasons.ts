import type { ReasonEntry } from "./ReasonEntry.ts"

/** Reasons for PDF files. */
export const pdfReasons = {
  JAVASCRIPT: {
    about:
      "A PDF contains scripts. Scripts that format or check form fields, or print, are harmless. Others are suspicious, more so " +
      "if they run without a click. Scripts that contact hosts, open files or hide their effects are attacks.",
    cases: {
      empty: [5, "A script is empty"],
      formatting: [5, "Scripts format and check form fields"],
      showing: [5, "Scripts show or find parts of the document"],
      viewing: [5, "A script prints the document or sets how it is displayed"],
      onInput: [20, "A script runs when a field is filled in or clicked"],
      onInputCalling: [20, "A script runs when a field is filled in or clicked and calls …"],
      unreadOnClick: [20, "A script that runs on a click could not be read"],
      onOpen: [25, "A script runs when the document is opened"],
      onOpenCalling: [25, "A script runs when the document is opened and calls …"],
      unreadAutomatic: [25, "A script that runs automatically could not be read"],
      dangerousOnClick: [60, "A script that runs on a click …"],
      dangerousAutomatic: [60, "A script that runs automatically …"],
      dangerousInForm: [60, "A script in the form …"]
    },
    source: "ISO 32000-2, 12.6.4.17; Adobe, JavaScript for Acrobat API Reference"
  },
  AUTO_ACTION: {
    about: "A PDF opens an address, sends a form or plays media when it is opened, without a click.",
    cases: {
      onOpen: [35, "… when the document is opened"],
      onOpenTo: [35, "… when the document is opened (…)"],
      formSent: [35, "A form is sent to … automatically"]
    },
    source: "ISO 32000-2, 12.6.3 and 12.6.4"
  },
  LAUNCH_ACTION: {
    about:
      "A PDF starts a program or opens a file. Opening a document in the same folder on a click is common; files of other types " +
      "or in other places are suspicious. Starting a program, or opening anything without a click, is an attack.",
    cases: {
      document: [8, "A click opens the document … in the same folder"],
      addressInBrackets: [8, "A click opens the web address … as a file"],
      addressOfCom: [20, "A click opens the web address … as a file"],
      nameOnly: [20, "A click opens the file …, which has no extension"],
      otherFile: [20, "A click opens the file …"],
      fileElsewhere: [40, "A click opens the file … in another place"],
      program: [70, "A click starts …"],
      automatic: [70, "… is started automatically"]
    },
    source: "ISO 32000-2, 12.6.4.6"
  },
  REMOTE_DOCUMENT_ACTION: {
    about: "A click in a PDF opens another document by its path or from the web.",
    cases: {
      path: [20, "A click opens the document …"],
      web: [35, "A click opens the document …"]
    },
    source: "ISO 32000-2, 12.6.4.3, 12.6.4.4 and 12.6.4.7"
  },
  FORM_SUBMIT: {
    about: "A click sends the form's data to a host or an IP address, or imports data from a file or the web.",
    cases: {
      send: [10, "The form is sent to …"],
      sendToAddress: [25, "The form is sent to …"],
      importFile: [25, "Data is imported from …"],
      importWeb: [35, "Data is imported from …"]
    },
    source: "ISO 32000-2, 12.7.6.2 and 12.7.6.4"
  },
  EXTERNAL_STREAM: {
    about: "A PDF loads parts of itself from elsewhere, or refers to a picture on its author's disk.",
    cases: {
      ownPicture: [4, "The document refers to the picture …"],
      remote: [40, "Part of the document is loaded from …"]
    },
    source: "ISO 32000-2, 7.3.8.2 (F) and 8.10.4; PDF Insecurity (RUB NDS), PDF101"
  },
  OBFUSCATED_NAMES: {
    about: "Names of active content contain escapes that only serve to hide them.",
    cases: { escapes: [35, "Names are disguised with escapes: …"] },
    source: "ISO 32000-2, 7.3.5"
  },
  HIDDEN_OBJECT: {
    about:
      "The file contains active content or a link that its current version does not use. Worse for an unused action that " +
      "contacts the web.",
    cases: {
      unused: [16, "Hidden content: …"],
      link: [16, "An unused action opens …"],
      action: [35, "An unused action opens …"]
    },
    source: "PDF Insecurity (RUB NDS), shadow attacks"
  },
  PARSER_DISAGREEMENT: {
    about:
      "Viewers differ in what a PDF opens or runs: its cross-reference table leads to other objects than a search of the file " +
      "finds. Both are scanned.",
    cases: { action: [20, "Some viewers run the action …, others do not"] },
    source: "ISO 32000-2, 7.5.4 and 7.5.8; PDF Insecurity (RUB NDS), shadow attacks"
  },
  RICH_MEDIA: {
    about: "The document contains sound, 3D content, video, Flash or other media that a player opens.",
    cases: {
      sound: [8, "A sound is played on a click"],
      plain: [8, "Rich media: …"],
      clicked: [18, "Media is played on a click"],
      active: [18, "Rich media: …"]
    },
    source: "ISO 32000-2, 13"
  },
  XFA_FORM: {
    about: "The document contains an XML form. Worse with scripts, or if it sends its data.",
    cases: {
      plain: [5, "An XML form"],
      scripted: [12, "An XML form with scripts"],
      sending: [20, "An XML form that sends its data"]
    },
    source: "Adobe, XFA Specification 3.3"
  },
  EXPLOIT: {
    about: "A font, picture, function or equation contains something that only exploits contain.",
    cases: { known: [70, "An exploit against the reader: …"] },
    source: "CVE-2009-3459, CVE-2017-11882, CVE-2024-4367"
  }
} as const satisfies Record<string, ReasonEntry>
