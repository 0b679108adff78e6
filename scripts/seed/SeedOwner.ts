export const seedOwner = "owner@example.com"
/** Password of all members. The database contains no real data. */
export const seedPassword = "seeded for looking around"
