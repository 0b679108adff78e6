/**
 * What signals are about. Within a group only the weightiest signal counts: two ways to see one thing are one reason. Groups
 * are independent of each other, so that what they say is combined.
 */
export const leadGroups = ["rule", "link", "text", "topic", "disguise", "gibberish", "email", "identity"] as const

export type LeadGroup = typeof leadGroups[number]

/** What a signal of a lead means, for users: `docs/lead-reasons.md` is made of this. */
export interface LeadEntry {
  /** As it stands in the answer's `categories`. */
  readonly category: string
  readonly group: LeadGroup
  /** Points that it may have, by how bad it is; what the probability of spam gives lies between these. */
  readonly points: readonly [number, ...ReadonlyArray<number>]
  /** The risk score that it forces, whatever else holds. */
  readonly riskAtLeast?: number
  /** When it applies. */
  readonly about: string
}

/** Signals with fewer points are told by their category alone. */
export const reasonPointsMin = 5

/** Every signal that a lead can have. */
export const leadCatalogue = {
  MALICIOUS_URL: {
    category: "malicious_url",
    group: "link",
    points: [100],
    riskAtLeast: 100,
    about: "A link in the message, the website, the company or the name is on the blocklist or in a threat list."
  },
  UNCHECKED_URL: {
    category: "unchecked_url",
    group: "link",
    points: [25],
    riskAtLeast: 25,
    about:
      "A link was not looked up: a threat source that is needed did not answer, or not in time, the link cannot be read, or there " +
      "is more than is looked through. It is not known to be safe."
  },
  BRAND_LOOKALIKE: {
    category: "suspicious_url",
    group: "link",
    points: [25, 45],
    about: "A link's domain imitates a brand: perhaps (25), or beyond doubt (45)."
  },
  IP_URL: {
    category: "suspicious_url",
    group: "link",
    points: [45],
    about: "A link leads to a public IP address in place of a name."
  },
  DECEPTIVE_URL: {
    category: "suspicious_url",
    group: "link",
    points: [45],
    about: "A link shows another name before the host that it leads to (https://bank.example@other.example)."
  },
  LINK_MARKUP: {
    category: "link_markup",
    group: "link",
    points: [50],
    about: "The message holds links written as HTML or BBCode, as programs that fill in forms write them."
  },
  MANY_LINKS: {
    category: "many_links",
    group: "link",
    points: [14, 22, 32, 45],
    about: "The message holds 3 links or more (14), 6 (22), 12 (32), or more than are looked through (45)."
  },
  DISGUISED_URL: {
    category: "disguised_url",
    group: "link",
    points: [15],
    about:
      "A link is written so that programs do not see it: `hxxp`, `example[.]com`, `example (dot) com`, unseen signs."
  },
  URL_SHORTENER: {
    category: "url_shortener",
    group: "link",
    points: [12],
    about: "A link leads to a service that hides where it goes in the end."
  },
  SPAM_CONTENT: {
    category: "spam_content",
    group: "text",
    points: [1, 18, 32, 45, 70, 80, 84, 88],
    about:
      "The text of the message reads like spam. By the probability, linear between: 0.4 gives 0, 0.5 18, 0.7 32, 0.8 45, " +
      "0.9 70, 0.92 80, 0.97 84, 1 88; with fewer than 8 words at most 74."
  },
  SEO_OFFER: topic("seo_offer", 6, "search engine optimisation"),
  LINK_BUILDING: topic("link_building", 6, "backlinks, guest posts or paid placement"),
  CONTACT_LISTS: topic("contact_lists", 6, "lists of addresses or leads"),
  FAKE_ENGAGEMENT: topic("fake_engagement", 6, "followers, likes or reviews for money"),
  FORM_MARKETING: topic("form_marketing", 6, "messages sent through the forms of many sites"),
  OUTSOURCING: topic("outsourcing", 6, "websites, apps, videos or staff"),
  LOAN: topic("loan", 8, "loans or funding"),
  JOB_OFFER: topic("job_offer", 8, "easy work from home"),
  REPLICA_GOODS: topic("replica_goods", 8, "replicas, or brands at a fraction of the price"),
  CRYPTO: topic("crypto", 8, "crypto currency or trading with a sure profit"),
  GAMBLING: topic("gambling", 8, "casinos or bets"),
  PHARMACY: topic("pharmacy", 8, "medicines or remedies"),
  ADULT: topic("adult", 8, "sex or dating"),
  ACCOUNT_PHISHING: topic("account_phishing", 8, "an account, a parcel or a payment that waits for the reader's data"),
  ADVANCE_FEE: topic("advance_fee", 10, "an inheritance, a prize or a fund to share"),
  EXTORTION: topic("extortion", 10, "a threat to publish something or to attack, unless paid"),
  OBFUSCATED_TEXT: {
    category: "obfuscated_text",
    group: "disguise",
    points: [15, 20, 25, 30, 35],
    about:
      "The message is written so that programs do not read what people read: letters of another shape (15), digits in the " +
      "place of letters (20), letters apart from one another (25), unseen signs within words (30), letters of other scripts " +
      "(35)."
  },
  GIBBERISH_MESSAGE: {
    category: "gibberish",
    group: "gibberish",
    points: [55],
    about: "The message is made of letters at random, of one repeated letter or of neighbouring keys."
  },
  GIBBERISH_NAME: {
    category: "gibberish",
    group: "gibberish",
    points: [20],
    about: "The name is made of letters at random."
  },
  BLOCKED_EMAIL: {
    category: "blocked_email",
    group: "rule",
    points: [90],
    about: "The account's own rules block the address or its domain."
  },
  DISPOSABLE_EMAIL: {
    category: "disposable_email",
    group: "email",
    points: [45],
    about: "The address is of a service that hands out throwaway addresses."
  },
  INVALID_EMAIL: {
    category: "invalid_email",
    group: "email",
    points: [20, 40],
    about: "No mail can be sent to it: the domain's ending is not known (20), or it is no address (40)."
  },
  LOOKALIKE_EMAIL: {
    category: "suspicious_email",
    group: "email",
    points: [30],
    about: "The domain of the address imitates a brand beyond doubt."
  },
  RANDOM_EMAIL: {
    category: "suspicious_email",
    group: "email",
    points: [15],
    about: "What stands before the @ is made of letters and digits at random."
  },
  EMAIL_TYPO: {
    category: "email_typo",
    group: "email",
    points: [6],
    about: "The domain of the address is probably a slip of the keyboard for that of a large provider."
  },
  DOMAIN_MISMATCH: {
    category: "domain_mismatch",
    group: "email",
    points: [5],
    about: "The address and the website are of two domains that have nothing to do with each other."
  },
  ROLE_ACCOUNT: {
    category: "role_account",
    group: "email",
    points: [3],
    about: "The address names a function and not a person, such as info or admin."
  },
  RELAY_EMAIL: {
    category: "relay_email",
    group: "email",
    points: [3],
    about: "The address is an alias of a service that forwards mail and hides the real address."
  },
  PUBLIC_EMAIL: {
    category: "public_email",
    group: "email",
    points: [1],
    about: "The address is of a provider that anybody can have one with. By itself it means nothing."
  },
  URL_IN_NAME: {
    category: "url_in_name",
    group: "identity",
    points: [20, 55],
    about:
      "The company is written as a web address with its scheme or a path (20), the name holds a domain (20), or such an address (55)."
  },
  REPEATED_TEXT: {
    category: "repeated_text",
    group: "identity",
    points: [22],
    about: "Name, company and message are the same."
  },
  BOT_NAME: {
    category: "bot_name",
    group: "identity",
    points: [22],
    about: "The name is one word with three or four digits behind it, as programs make them up."
  }
} as const satisfies Record<string, LeadEntry>

export type LeadCode = keyof typeof leadCatalogue

export type LeadCategory = typeof leadCatalogue[LeadCode]["category"]

/** A topic is told of a message that reads like spam (0.5 and more): whether it is offered or asked for, the text decides. */
function topic<Category extends string, Points extends number>(category: Category, points: Points, about: string) {
  return {
    category,
    group: "topic",
    points: [points],
    about: `The message reads like spam, and is about ${about}.`
  } as const
}
