/** Whose account a seeded database holds. */
export const seedOwner = "owner@example.com"
/** Everybody's, of a database that holds nothing real. */
export const seedPassword = "seeded for looking around"
