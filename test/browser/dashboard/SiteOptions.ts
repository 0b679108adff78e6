import { siteOptionsDefault } from "../../../core/sites/Site.ts"

/** Options of a new site, in the form that the account API accepts. */
export const siteOptions = { ...siteOptionsDefault, spamDetection: false }
