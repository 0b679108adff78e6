/**
 * An id of one kind. Text from outside is assignable to it, an id of another kind is not: an account's id where a key's is wanted does
 * not compile. The property never exists.
 */
export type Id<Kind extends string> = string & { readonly idOf?: Kind }

export type AccountId = Id<"account">
/** Of an API key, or of a member's session where a person uses the dashboard. */
export type KeyId = Id<"key">
export type SiteId = Id<"site">
export type MemberId = Id<"member">
export type SessionId = Id<"session">
export type InvitationId = Id<"invitation">
export type RequestId = Id<"request">
