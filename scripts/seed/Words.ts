/**
 * Made-up first names. All domains in this file are reserved (RFC 2606), except for the public and disposable email
 * providers.
 */
export const firstNames = [
  "ann",
  "bela",
  "carla",
  "deniz",
  "emil",
  "fatima",
  "greta",
  "hugo",
  "ines",
  "jonas",
  "karin",
  "liam",
  "mira",
  "nils",
  "olga",
  "paul",
  "quentin",
  "rosa",
  "sven",
  "tara",
  "uwe",
  "vera",
  "wim",
  "yusuf",
  "zoe"
]

export const lastNames = [
  "adler",
  "berg",
  "costa",
  "dubois",
  "eriksen",
  "fischer",
  "garcia",
  "horvat",
  "ivanov",
  "jensen",
  "kovacs",
  "lang",
  "moreau",
  "novak",
  "olsen",
  "petrov",
  "quist",
  "rossi",
  "silva",
  "toth",
  "urban",
  "vogel",
  "weber",
  "young",
  "zimmer"
]

/** Hosts of companies, below a top-level domain that can receive email. */
export const companyHosts = [
  "bright-windows",
  "north-harbour",
  "old-mill",
  "red-kite",
  "silver-birch",
  "stone-bridge",
  "two-rivers",
  "west-gate",
  "blue-lantern",
  "corner-bakery",
  "field-and-forest",
  "green-valley",
  "hill-top",
  "iron-works",
  "jade-garden"
].map((name) => `${name}.example.net`)

/** Host blocked by a rule of the account. */
export const blockedHost = "competitor.example.net"
export const publicHosts = ["gmail.com", "outlook.com", "yahoo.com", "gmx.de", "icloud.com"]
export const throwawayHosts = ["mailinator.com", "guerrillamail.com", "10minutemail.com", "temp-mail.org"]
export const mailboxRoles = ["info", "sales", "admin", "office", "support"]

export const documentNames = [
  "invoice",
  "offer",
  "contract",
  "cv",
  "order",
  "report",
  "price list",
  "delivery note",
  "minutes",
  "application",
  "statement",
  "catalogue",
  "purchase order",
  "certificate",
  "timesheet"
]

export const hostileHosts = [
  "paypa1-login",
  "parcel-redelivery",
  "bank-secure-check",
  "office365-verify",
  "prize-claim",
  "wallet-restore",
  "tax-refund-now",
  "account-unlock",
  "invoice-viewer",
  "voice-message"
].map((name) => `${name}.example`)

export const formNames = ["contact form", "newsletter", "demo request", "support"]
