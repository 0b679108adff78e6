import type { ReasonEntry } from "./ReasonEntry.ts"

/** Reasons for links and paths, in files of every format. */
export const linkReasons = {
  CREDENTIAL_LEAK_PATH: {
    about:
      "Opening a path such as \\\\host\\share sends the user's Windows credentials to that host. Such paths are common in " +
      "companies as links to click or within the local network.",
    cases: {
      link: [10, "A link leads to the share …"],
      linkAction: [10, "A click sends Windows credentials to …"],
      data: [10, "Data is loaded from the share …"],
      dataElsewhere: [20, "Data is loaded from the share … outside of the local network"],
      templateNearby: [10, "The template is loaded from the share …"],
      loadNearby: [16, "Content is loaded from the share …"],
      clickNearby: [16, "A click sends Windows credentials to …"],
      click: [60, "A click sends Windows credentials to …"],
      automatic: [60, "Windows credentials are sent to … without a click"],
      load: [60, "Opening the document loads content from the share …"],
      form: [60, "A form is sent to the share …"],
      macro: [60, "… runs automatically and uses the share …"]
    },
    source: "CVE-2018-4993; MITRE ATT&CK T1187"
  },
  MALICIOUS_URL: {
    about: "A link is on the blocklist or in a threat list.",
    cases: { listed: [80, "A link is listed by …: …"] },
    source: "the sources that `/readyz` names"
  },
  BRAND_LOOKALIKE: {
    about:
      "A link possibly or certainly imitates a brand; or a short text mentions an account with a brand, but none of its links " +
      "leads to that brand.",
    cases: {
      possible: [24, "… imitates …: …"],
      certain: [45, "… imitates …: …"],
      digitsInPath: [45, "A link spells … with digits instead of letters: …"],
      impersonation: [45, "The text mentions an account with …, but links to …"]
    },
    source: "Unicode TR 39; MITRE ATT&CK T1583.001"
  },
  LINK_TEXT_MISMATCH: {
    about: "A link shows one domain and leads to another.",
    cases: { otherDomain: [30, "A link shows … and leads to …"] },
    source: "M3AAWG, Anti-phishing best common practices"
  },
  SUSPICIOUS_LINK: {
    about:
      "A link of a type common in attacks: to a URL shortener or private address, to an IP address or program (worse in " +
      "documents with few links), with a scheme that attacks use, in a folder of a server's own files, or with a misleading name before the host.",
    cases: {
      shortener: [8, "A link leads to a URL shortener: …"],
      nearby: [8, "A link leads to the local network: …"],
      serverFolder: [16, "A link leads to a page in a folder of the server's own files: …"],
      addressOfMany: [8, "A link leads to an IP address: …"],
      programOfMany: [8, "A link leads to a program: …"],
      address: [24, "A link leads to an IP address: …"],
      program: [24, "A link leads to a program: …"],
      programFile: [24, "A link leads to the program …"],
      programNearby: [24, "A link leads to the program …"],
      command: [24, "A link runs the command …"],
      macro: [24, "A link runs the macro or command …"],
      script: [24, "A link runs the script …"],
      addressOfFew: [45, "A link leads to an IP address: …"],
      programOfFew: [45, "A link leads to a program: …"],
      programElsewhere: [45, "A link leads to the program …"],
      attackedScheme: [45, "A link uses a scheme that attacks use: …"],
      moniker: [45, "A link opens an object of a file on another computer, past Protected View: …"],
      otherHost: [45, "A link shows a different name before its real host: …"]
    },
    source: "RFC 3986, 7.6; APWG"
  },
  QR_LINK: {
    about: "A picture contains a link as a QR code.",
    cases: { code: [8, "A QR code leads to …"] },
    source: "ISO/IEC 18004; FBI PSA I-011822"
  },
  SOCIAL_LURE: {
    about:
      "The document lures its reader: it claims that something is wrong or waiting, asks for a step, and links to a host " +
      "that has nothing to do with its sender; or it asks to paste a command or to call a number; or a link covers the page.",
    cases: {
      request: [18, "The document is little more than a request to open …"],
      poster: [18, "A single link that covers the page leads to …"],
      overlay: [35, "A click almost anywhere on the page opens …"],
      paste: [45, "The text asks to paste a command and run it"],
      enable: [24, "The text asks to turn off the protection of the program that shows it"],
      call: [24, "The text reports a payment and asks to call a number to cancel it"],
      archive: [24, "The text has a password for the archive at …"],
      account: [20, "The text reports a problem with an account, and links to …, which it does not name"],
      gate: [20, "The text asks to sign in to see a file, and links to …, which it does not name"],
      shared: [18, "The text announces a file, and links to …, which the text does not name"],
      parcel: [20, "The text reports a held delivery, and links to …, which it does not name"],
      gain: [20, "The text promises money, and links to …, which it does not name"],
      authority: [20, "The text speaks for an authority, and links to …, which it does not name"],
      bank: [20, "The text gives new bank details, and links to …, which it does not name"],
      update: [20, "The text asks to update a program, and links to …, which it does not name"],
      bill: [18, "The text presses for a payment, and links to …, which it does not name"],
      scan: [20, "The text asks to scan a code for an account, and the code leads to …, which it does not name"]
    },
    source: "MITRE ATT&CK T1204.001, T1204.004, T1566.002"
  }
} as const satisfies Record<string, ReasonEntry>
