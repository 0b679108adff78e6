import type { ReasonEntry } from "./ReasonEntry.ts"

/** Reasons for PDF files. */
export const pdfReasons = {
  JAVASCRIPT: {
    about:
      "A PDF contains scripts. Formatting and checking form fields, and printing, is harmless; others deserve a look, more so " +
      "if they run without a click; scripts that call out, open files or hide what they do are attacks.",
    cases: {
      empty: [5, "A script in which there is nothing"],
      formatting: [5, "Scripts format and check form fields"],
      showing: [5, "Scripts show or find parts of the document"],
      viewing: [5, "A script prints the document, or sets how it is shown"],
      onInput: [20, "A script runs when a field is filled in or clicked"],
      onInputCalling: [20, "A script runs when a field is filled in or clicked and calls …"],
      unreadOnClick: [20, "A script that a click runs could not be read"],
      onOpen: [25, "A script runs when the document is opened"],
      onOpenCalling: [25, "A script runs when the document is opened and calls …"],
      unreadAutomatic: [25, "A script that runs by itself could not be read"],
      dangerousOnClick: [60, "A script that a click runs …"],
      dangerousAutomatic: [60, "A script that runs by itself …"],
      dangerousInForm: [60, "A script of the form …"]
    },
    source: "ISO 32000-2, 12.6.4.17; Adobe, JavaScript for Acrobat API Reference"
  },
  AUTO_ACTION: {
    about: "A PDF opens an address, sends a form or plays media when it is opened, without a click.",
    cases: {
      onOpen: [35, "… when the document is opened"],
      onOpenTo: [35, "… when the document is opened (…)"],
      formSent: [35, "A form is sent to … by itself"]
    },
    source: "ISO 32000-2, 12.6.3 and 12.6.4"
  },
  LAUNCH_ACTION: {
    about:
      "A PDF starts a program or opens a file: on a click a document in the same folder, as a link does, a file of another " +
      "kind or with an odd name, or a file elsewhere; a program, or anything that is opened without a click, is an attack.",
    cases: {
      document: [8, "A click opens the document … beside it"],
      addressInBrackets: [8, "A click opens the address … as if it were a file"],
      addressOfCom: [20, "A click opens the address … as if it were a file"],
      nameOnly: [20, "A click opens the file …, of no known kind"],
      otherFile: [20, "A click opens the file …"],
      fileElsewhere: [40, "A click opens the file …"],
      program: [70, "A click starts …"],
      automatic: [70, "… is started by itself"]
    },
    source: "ISO 32000-2, 12.6.4.6"
  },
  REMOTE_DOCUMENT_ACTION: {
    about: "A click in a PDF opens a document that is elsewhere: by a path, or on the web.",
    cases: {
      path: [20, "A click opens …"],
      web: [35, "A click opens …"]
    },
    source: "ISO 32000-2, 12.6.4.3, 12.6.4.4 and 12.6.4.7"
  },
  FORM_SUBMIT: {
    about:
      "A click sends what is filled in, to a named host or to an IP address, or imports data from a file or the web.",
    cases: {
      send: [10, "The form is sent to …"],
      sendToAddress: [25, "The form is sent to …"],
      importFile: [25, "Data is imported from …"],
      importWeb: [35, "Data is imported from …"]
    },
    source: "ISO 32000-2, 12.7.6.2 and 12.7.6.4"
  },
  EXTERNAL_STREAM: {
    about: "A PDF loads parts of itself from elsewhere, or names a picture on its author's disk.",
    cases: {
      ownPicture: [4, "A picture was taken from the file …"],
      remote: [40, "Part of the document is loaded from …"]
    },
    source: "ISO 32000-2, 7.3.8.2 (F) and 8.10.4; PDF Insecurity (RUB NDS), PDF101"
  },
  OBFUSCATED_NAMES: {
    about: "Names of active content are spelled with escapes that have no purpose.",
    cases: { escapes: [35, "Names are disguised: …"] },
    source: "ISO 32000-2, 7.3.5"
  },
  HIDDEN_OBJECT: {
    about:
      "Active content that the current version of the file does not use, or a link that nothing leads to; an action that " +
      "nothing leads to and that contacts the web is worse.",
    cases: {
      unused: [16, "Out of sight: …"],
      link: [16, "Nothing leads to an action that opens …"],
      action: [35, "Nothing leads to an action that opens …"]
    },
    source: "PDF Insecurity (RUB NDS), shadow attacks"
  },
  RICH_MEDIA: {
    about: "Sound or 3D, or video, Flash and other media that a player has to open.",
    cases: {
      sound: [8, "A sound is played on a click"],
      plain: [8, "Rich media: …"],
      clicked: [18, "Media is played on a click"],
      active: [18, "Rich media: …"]
    },
    source: "ISO 32000-2, 13"
  },
  XFA_FORM: {
    about: "An XML form: plain, with scripts, or one that sends what is filled in.",
    cases: {
      plain: [5, "An XML form"],
      scripted: [12, "An XML form with scripts"],
      sending: [20, "An XML form that sends what is filled in"]
    },
    source: "Adobe, XFA Specification 3.3"
  },
  EXPLOIT: {
    about: "Something in a font, picture, function or equation that only an attack on the reader contains.",
    cases: { known: [70, "An attack on the reader: …"] },
    source: "CVE-2009-3459, CVE-2017-11882, CVE-2024-4367"
  }
} as const satisfies Record<string, ReasonEntry>
