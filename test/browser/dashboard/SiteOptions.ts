import { siteOptionsDefault } from "../../../core/sites/Site.ts"

/** Options of a new site, as the account API takes them. */
export const siteOptions = { ...siteOptionsDefault, spamDetection: false }
