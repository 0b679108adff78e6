import { distinctPointsOf, type ReasonCases } from "../../scoring/ReasonCase.ts"

/**
 * Groups of signals. The signals of a group detect the same thing in different ways, so only the highest weight in a
 * group counts. The weights of different groups are combined.
 */
export const leadGroups = ["rule", "link", "text", "topic", "disguise", "gibberish", "email", "identity"] as const

export type LeadGroup = typeof leadGroups[number]

/** Meaning and weight of a signal. `docs/reference/lead-reasons.md` is generated from the entries. */
export interface LeadEntry {
  /** Name in the response's `categories`. */
  readonly category: string
  readonly group: LeadGroup
  /** Cases of the signal with their points and messages. */
  readonly cases: ReasonCases
  /**
   * Used instead of cases if the points depend on a probability. Points between two pairs are interpolated linearly.
   */
  readonly curve?: ReadonlyArray<readonly [probability: number, points: number]>
  /** Minimum risk score of a lead with the signal. */
  readonly riskAtLeast?: number
  /** Sentence that describes when the signal applies. */
  readonly about: string
}

/** Minimum points of a signal with a reason. Signals with fewer points appear only as a category. */
export const reasonPointsMin = 5

/** Minimum spam probability with which a text with enough words is spam without other signals. */
export const decisiveProbabilityMin = 0.92

/** All signals that a lead can have, with their points and messages. */
export const leadCatalog = {
  MALICIOUS_URL: {
    category: "malicious_url",
    group: "link",
    cases: { listed: [100, "A link leads to a known threat: … is listed by …."] },
    riskAtLeast: 100,
    about: "A link in the message, the website, the company or the name is on the blocklist or in a threat list."
  },
  UNCHECKED_URL: {
    category: "unchecked_url",
    group: "link",
    cases: {
      unanswered: [25, "A link could not be checked and may be unsafe: …."],
      unreadable: [25, "A link is malformed and could not be checked: …."],
      tooMany: [25, "The lead has more text or links than Gatehouse checks."]
    },
    riskAtLeast: 25,
    about:
      "A link was not checked, so it may be unsafe: a required threat source did not answer in time, the link is malformed, or " +
      "there are more links than the limit."
  },
  BRAND_LOOKALIKE: {
    category: "suspicious_url",
    group: "link",
    cases: {
      possible: [25, "… imitates …: …."],
      certain: [45, "… imitates …: …."]
    },
    about: "A link's domain possibly or certainly imitates a brand."
  },
  IP_URL: {
    category: "suspicious_url",
    group: "link",
    cases: { address: [45, "A link leads to an IP address instead of a host name: …."] },
    about: "A link leads to a public IP address instead of a host name."
  },
  DECEPTIVE_URL: {
    category: "suspicious_url",
    group: "link",
    cases: { otherName: [45, "A link shows a different name before its real host: …."] },
    about: "A link shows a different name before its real host (https://bank.example@other.example)."
  },
  LINK_MARKUP: {
    category: "link_markup",
    group: "link",
    cases: { markup: [50, "The message contains links written as HTML or BBCode."] },
    about: "The message contains links written as HTML or BBCode, which is typical of form-filling programs."
  },
  MANY_LINKS: {
    category: "many_links",
    group: "link",
    cases: {
      from3: [14, "The message contains … links."],
      from6: [22, "The message contains … links."],
      from12: [32, "The message contains … links."],
      cutOff: [45, "The message contains more than … links."]
    },
    about: "The message contains at least 3, 6 or 12 links, or more than the limit."
  },
  DISGUISED_URL: {
    category: "disguised_url",
    group: "link",
    cases: { written: [15, "A link is disguised so that programs miss it: …."] },
    about:
      "A link is disguised so that programs miss it, as in hxxp, example[.]com or example (dot) com, or with invisible " +
      "characters."
  },
  URL_SHORTENER: {
    category: "url_shortener",
    group: "link",
    cases: { shortener: [12, "A shortened link hides its target: …."] },
    about: "A link leads to a URL shortener, which hides its target."
  },
  SPAM_CONTENT: {
    category: "spam_content",
    group: "text",
    cases: {},
    curve: [[0.4, 0], [0.5, 18], [0.7, 32], [0.8, 45], [0.9, 70], [decisiveProbabilityMin, 80], [0.97, 84], [1, 88]],
    about: "The text of the message reads like spam. Short messages count less."
  },
  SEO_OFFER: topic("seo_offer", 6, "search engine optimization"),
  LINK_BUILDING: topic("link_building", 6, "backlinks, guest posts or paid placement"),
  CONTACT_LISTS: topic("contact_lists", 6, "lists of addresses or leads"),
  FAKE_ENGAGEMENT: topic("fake_engagement", 6, "paid followers, likes or reviews"),
  FORM_MARKETING: topic("form_marketing", 6, "bulk messages through contact forms"),
  OUTSOURCING: topic("outsourcing", 6, "websites, apps, videos or staff"),
  LOAN: topic("loan", 8, "loans or funding"),
  JOB_OFFER: topic("job_offer", 8, "easy work from home"),
  REPLICA_GOODS: topic("replica_goods", 8, "replicas or heavily discounted brands"),
  CRYPTO: topic("crypto", 8, "cryptocurrency or trading with guaranteed profits"),
  GAMBLING: topic("gambling", 8, "casinos or bets"),
  PHARMACY: topic("pharmacy", 8, "medicines or remedies"),
  ADULT: topic("adult", 8, "sex or dating"),
  ACCOUNT_PHISHING: topic("account_phishing", 8, "an alleged problem with an account, a parcel or a payment"),
  ADVANCE_FEE: topic("advance_fee", 10, "an inheritance, a prize or a fund to share"),
  EXTORTION: topic("extortion", 10, "a threat to publish something or to attack unless money is paid"),
  OBFUSCATED_TEXT: {
    category: "obfuscated_text",
    group: "disguise",
    cases: {
      styled: [15, "The text is disguised to mislead filters: …."],
      leet: [20, "The text is disguised to mislead filters: …."],
      spaced: [25, "The text is disguised to mislead filters: …."],
      invisible: [30, "The text is disguised to mislead filters: …."],
      homoglyphs: [35, "The text is disguised to mislead filters: …."]
    },
    about:
      "The message is disguised so that programs misread it: stylized letters, digits instead of letters, spaced-out letters, " +
      "invisible characters within words, or lookalike letters of other scripts."
  },
  GIBBERISH_MESSAGE: {
    category: "gibberish",
    group: "gibberish",
    cases: {
      repeated: [55, "The message repeats a single letter."],
      random: [55, "The message consists of random letters or neighboring keys."]
    },
    about: "The message consists of random letters, one repeated letter or neighboring keys."
  },
  GIBBERISH_NAME: {
    category: "gibberish",
    group: "gibberish",
    cases: { random: [20, "The name “…” looks like random letters."] },
    about: "The name consists of random letters."
  },
  BLOCKED_EMAIL: {
    category: "blocked_email",
    group: "rule",
    cases: { rule: [90, "A block rule of the account blocks the address at …."] },
    about: "The account's own rules block the address or its domain."
  },
  DISPOSABLE_EMAIL: {
    category: "disposable_email",
    group: "email",
    cases: { listed: [45, "… provides disposable addresses."] },
    about: "The address belongs to a service that provides disposable addresses."
  },
  INVALID_EMAIL: {
    category: "invalid_email",
    group: "email",
    cases: {
      unknownTopLevel: [20, "… cannot receive mail: its top-level domain does not exist."],
      syntax: [40, "The email address is invalid: …."]
    },
    about: "The address cannot receive mail: its top-level domain does not exist, or it is not an email address."
  },
  LOOKALIKE_EMAIL: {
    category: "suspicious_email",
    group: "email",
    cases: { certain: [30, "The address's domain … imitates …."] },
    about: "The domain of the address imitates a brand beyond doubt."
  },
  RANDOM_EMAIL: {
    category: "suspicious_email",
    group: "email",
    cases: { localPart: [15, "The part before the @ of the address looks computer-generated."] },
    about: "The part before the @ consists of random letters and digits."
  },
  EMAIL_TYPO: {
    category: "email_typo",
    group: "email",
    cases: { provider: [6, "The domain … is probably a typo for …."] },
    about: "The domain of the address is probably a typo of a large mail provider's domain."
  },
  DOMAIN_MISMATCH: {
    category: "domain_mismatch",
    group: "email",
    cases: { unrelated: [5, "The address is at …, but the … is …."] },
    about: "The address and the website or company have unrelated domains."
  },
  ROLE_ACCOUNT: {
    category: "role_account",
    group: "email",
    cases: { role: [3, "The address belongs to a function, not to a person."] },
    about: "The address belongs to a function such as info or admin, not to a person."
  },
  RELAY_EMAIL: {
    category: "relay_email",
    group: "email",
    cases: { relay: [3, "… forwards mail and hides the real address."] },
    about: "The address is an alias of a service that forwards mail and hides the real address."
  },
  PUBLIC_EMAIL: {
    category: "public_email",
    group: "email",
    cases: { provider: [1, "… is a public mail provider."] },
    about: "The address belongs to a public mail provider. On its own, this is not a risk."
  },
  URL_IN_NAME: {
    category: "url_in_name",
    group: "identity",
    cases: {
      company: [20, "The company name is a link: …."],
      domain: [20, "The name contains a domain: …."],
      link: [55, "The name contains a link: …."]
    },
    about: "The name contains a link or a domain, or the company name is a link with a scheme or path."
  },
  REPEATED_TEXT: {
    category: "repeated_text",
    group: "identity",
    cases: { same: [22, "Name, company and message are the same: “…”."] },
    about: "Name, company and message are the same."
  },
  BOT_NAME: {
    category: "bot_name",
    group: "identity",
    cases: { digits: [22, "The name “…” is one word followed by digits, as programs generate them."] },
    about: "The name is one word followed by three or four digits, as programs generate them."
  }
} as const satisfies Record<string, LeadEntry>

export type LeadCode = keyof typeof leadCatalog

export type LeadCategory = typeof leadCatalog[LeadCode]["category"]

export type LeadCasesOf<Code extends LeadCode> = (typeof leadCatalog)[Code]["cases"]

/** Returns the possible points of a signal, or the points of its curve, in ascending order. */
export const leadPointsOf = ({ cases, curve }: LeadEntry): ReadonlyArray<number> =>
  curve === undefined ? distinctPointsOf(cases) : curve.map(([, points]) => Math.max(1, points))

/**
 * Creates the entry of a topic. Topics are reported only for messages with a spam probability of at least 0.5, because
 * the words do not show whether something is offered or requested.
 */
function topic<Category extends string, Points extends number>(category: Category, points: Points, about: string) {
  return {
    category,
    group: "topic",
    cases: { topic: [points, "It is about …: …."] },
    about: `The message reads like spam, and is about ${about}.`
  } as const
}
