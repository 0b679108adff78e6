import type { ReasonEntry } from "./ReasonEntry.ts"

/** Reasons for links and paths, in files of every format. */
export const linkReasons = {
  CREDENTIAL_LEAK_PATH: {
    about:
      "A path such as \\\\host\\share: opening it sends the user's Windows credentials to that host. As a link that has to be " +
      "clicked, or as a place in the local network, it is common in companies.",
    cases: {
      link: [10, "A link leads to the share …"],
      linkAction: [10, "Windows credentials are sent to … on a click"],
      data: [10, "Data comes from the share …"],
      templateNearby: [10, "It loads from the share …"],
      loadNearby: [16, "It loads from the share …"],
      clickNearby: [16, "Windows credentials are sent to … on a click"],
      click: [60, "Windows credentials are sent to … on a click"],
      automatic: [60, "Windows credentials are sent to … by itself"],
      load: [60, "Opening it loads from the share …"],
      form: [60, "A form is sent to the share …"],
      macro: [60, "… runs by itself and names …"]
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
      "A link imitates a brand: perhaps, or beyond doubt; or a short text mentions an account with a brand, and none of its " +
      "links leads to that brand.",
    cases: {
      possible: [24, "… imitates …: …"],
      certain: [45, "… imitates …: …"],
      digitsInPath: [45, "A link spells … with digits: …"],
      impersonation: [45, "It speaks of an account with … and leads to …"]
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
      "A link of a kind that is common in attacks: to a shortener or a private address, to an IP address or a program (worse " +
      "where the document contains little else), by a scheme that attacks use, or with another host shown before the host.",
    cases: {
      shortener: [8, "A link leads to a shortener: …"],
      nearby: [8, "A link leads to a machine nearby: …"],
      addressOfMany: [8, "A link leads to a bare address: …"],
      programOfMany: [8, "A link leads to a program: …"],
      address: [24, "A link leads to a bare address: …"],
      program: [24, "A link leads to a program: …"],
      programFile: [24, "A link leads to the program …"],
      programNearby: [24, "A link leads to the program …"],
      command: [24, "A link runs the command …"],
      macro: [24, "A link runs the macro or command …"],
      script: [24, "A link runs the script …"],
      addressOfFew: [45, "A link leads to a bare address: …"],
      programOfFew: [45, "A link leads to a program: …"],
      programElsewhere: [45, "A link leads to the program …"],
      attackedScheme: [45, "A link runs …"],
      otherHost: [45, "A link shows another host before the one that it leads to: …"]
    },
    source: "RFC 3986, 7.6; APWG"
  },
  QR_LINK: {
    about: "A picture contains a link as a QR code.",
    cases: { code: [8, "A QR code leads to …"] },
    source: "ISO/IEC 18004; FBI PSA I-011822"
  },
  SOCIAL_LURE: {
    about: "Little more than a request to click, or a link that covers the whole page.",
    cases: {
      request: [18, "Little more than a request to follow a link to …"],
      overlay: [35, "A click anywhere on the page leads to …"]
    },
    source: "MITRE ATT&CK T1204.001"
  }
} as const satisfies Record<string, ReasonEntry>
