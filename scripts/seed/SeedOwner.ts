export const seedOwner = "owner@example.com"
/** Password of all members. It need not be secret, because the database contains no real data. */
export const seedPassword = "seeded for looking around"
