import type { ReasonEntry } from "./ReasonEntry.ts"

/** Reasons for Office files: OOXML, OpenDocument, OLE2 and RTF. */
export const officeReasons = {
  MACRO_PRESENT: {
    about: "The document contains macros, or modules without any code.",
    cases: {
      empty: [8, "A VBA project without code"],
      vba: [18, "VBA macros: …"],
      openDocument: [18, "The document contains a … macro"],
      onClick: [18, "A click runs …"]
    },
    source: "MS-OVBA; OpenDocument 1.3, part 3, 14"
  },
  MACRO_AUTORUN: {
    about: "A macro runs without a click, for example when the document is opened.",
    cases: {
      procedure: [25, "… runs automatically"],
      event: [25, "The event … runs …"]
    },
    source: "Microsoft, auto macros and document events"
  },
  MACRO_SUSPICIOUS: {
    about:
      "A macro runs without a click and writes files, starts programs, fetches or sends data, presses keys or hides its effects.",
    cases: {
      acting: [60, "… runs automatically and uses …"],
      obfuscated: [60, "… runs automatically and is obfuscated"],
      fileElsewhere: [60, "The event … runs a file outside the document: …"],
      event: [60, "The event … runs a macro that uses …"]
    },
    source: "MITRE ATT&CK T1204.002, T1059.005"
  },
  MACRO_OBFUSCATED: {
    about: "The source code of a macro is obfuscated.",
    cases: { text: [25, "The macros are obfuscated: …"] },
    source: "MITRE ATT&CK T1027"
  },
  MACRO_HIDDEN: {
    about:
      "The document contains macros that its file type does not allow, whose source code differs from the compiled code, or that " +
      "lack the compiled code that Office writes.",
    cases: {
      purged: [16, "The compiled code of the macros was removed"],
      misplaced: [45, "Macros in a file type that does not allow them"],
      stomped: [45, "The source code of the macros differs from the compiled code that runs"]
    },
    source: "MS-OVBA 2.3.4.1; MITRE ATT&CK T1564.007"
  },
  XLM_MACRO: {
    about:
      "The workbook contains a sheet of Excel 4.0 macros. Worse if the sheet is hidden, runs without a click or calls the system.",
    cases: {
      sheet: [35, "The workbook contains the Excel 4.0 macro sheet …"],
      nameWithoutSheet: [35, "… runs an Excel 4.0 macro automatically"],
      hiddenSheet: [45, "The Excel 4.0 macro sheet … is hidden"],
      automatic: [70, "… runs an Excel 4.0 macro automatically"],
      calling: [70, "The Excel 4.0 macro sheet … calls …"]
    },
    source: "MS-XLS 2.4.28; Microsoft, XLM macros and AMSI (2021)"
  },
  DDE_LINK: {
    about:
      "A field or cell starts another program through Dynamic Data Exchange (DDE). Worse for shells and similar programs.",
    cases: {
      asks: [35, "A field requests data from another program: …"],
      starts: [75, "A field starts …"]
    },
    source: "Microsoft ADV170021"
  },
  REMOTE_TEMPLATE: {
    about: "The document loads its template from a remote host, a common document store, or a local path.",
    cases: {
      local: [2, "The template is …"],
      documentStore: [20, "The template is loaded from …"],
      remote: [55, "The template is loaded from …"]
    },
    source: "MITRE ATT&CK T1221"
  },
  REMOTE_OBJECT: {
    about:
      "The document loads objects, frames or parts of itself from elsewhere: from the same folder, a common document store, " +
      "another host or a program, or as known attacks do.",
    cases: {
      file: [6, "… is loaded from the file …"],
      documentStore: [6, "… is loaded from …"],
      web: [45, "… is loaded from …"],
      scheme: [45, "… is loaded from …"],
      program: [45, "… is loaded from the program …"],
      attack: [75, "… is loaded from …, as in known attacks"]
    },
    source: "CVE-2017-0199, CVE-2021-40444, CVE-2022-30190"
  },
  REMOTE_CONTENT: {
    about:
      "The document loads content when it is opened or refreshed: other workbooks, data from the local network, pictures, mail " +
      "merge sources, remote data or text. Or a click starts a program.",
    cases: {
      workbook: [4, "Cells refer to …"],
      nearbyData: [4, "Data is loaded from …"],
      reference: [4, "The document refers to …"],
      contents: [8, "Content is loaded from …"],
      data: [16, "Data is loaded from …"],
      text: [25, "Text is loaded from …"],
      programOnClick: [25, "A click starts a program"]
    },
    source: "ECMA-376 part 1, 17.16 and 18.13"
  },
  ALT_CHUNK: {
    about: "Part of the text is stored in another format, which Word imports when it opens the document.",
    cases: { imported: [18, "Text of type … is imported"] },
    source: "ECMA-376 part 1, 17.17.2"
  },
  OLE_PACKAGE: {
    about: "A file is embedded as an object that opens with a double-click.",
    cases: { file: [8, "The file … opens with a double-click"] },
    source: "MS-OLEDS 2.3.6"
  },
  EXPLOIT_OBJECT: {
    about:
      "The document contains an object of a class that attacks use. Less severe if it is stored as Office writes it.",
    cases: {
      legacy: [8, "An object of the class of …, stored as Office writes it"],
      control: [60, "A control of the class of …"],
      attack: [60, "An object of the class of …"]
    },
    source: "CVE-2017-11882, CVE-2017-0199, CVE-2018-8174"
  },
  ACTIVEX_CONTROL: {
    about:
      "The document contains an ActiveX control, which can show a web page, or a form field copied from a web page.",
    cases: {
      webField: [8, "A form field copied from a web page"],
      control: [18, "An ActiveX control"],
      controlOfClass: [18, "An ActiveX control …"],
      browser: [35, "A control shows the web page …"]
    },
    source: "MS-OFORMS"
  },
  CUSTOM_UI_ONLOAD: {
    about: "A custom ribbon calls a macro when the document is opened. Worse if the macro is in another file.",
    cases: {
      ownMacro: [20, "The ribbon calls … when the document is opened"],
      otherFile: [55, "The ribbon calls … in another file"]
    },
    source: "MS-CUSTOMUI 2.2.10"
  },
  ADDIN_LOADER: {
    about: "The document is or loads an add-in. Less severe for add-ins from the Office store or the user's company.",
    cases: {
      vettedStore: [8, "An add-in is loaded: …"],
      other: [20, "An add-in is loaded: …"],
      remote: [35, "An add-in is loaded from outside of the local network: …"]
    },
    source: "MITRE ATT&CK T1137.006"
  },
  RTF_OBJECT_UPDATE: {
    about: "An object runs when the document is opened, without a click.",
    cases: {
      object: [45, "An object runs when the document is opened"],
      objectOfProgram: [45, "An object (…) runs when the document is opened"]
    },
    source: "RTF 1.9.1, \\objupdate; CVE-2017-0199"
  },
  OBFUSCATED_OBJECT: {
    about: "The data of an object is encoded to evade scanners.",
    cases: {
      malformed: [40, "An object is encoded differently from how Office writes it"],
      disguised: [40, "Data is disguised: …"]
    },
    source: "MITRE ATT&CK T1027"
  }
} as const satisfies Record<string, ReasonEntry>
