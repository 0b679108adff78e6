import { Context } from "effect"

/**
 * What is known of mail domains and local parts. All names are lower-case; domains are in ASCII (punycode) form.
 *
 * Lookups are synchronous: the lists are data, loaded when the layer is built.
 */
export class EmailLists extends Context.Service<EmailLists, {
  /** The domain, or one of its parents down to the registrable domain, hands out throwaway addresses. */
  readonly isDisposable: (domain: string) => boolean
  /** A consumer or shared mail provider. */
  readonly isPublicProvider: (domain: string) => boolean
  /** A local part that names a function and not a person (admin, info). */
  readonly isRole: (localPart: string) => boolean
}>()("gatehouse/core/mail-addresses/EmailLists") {}
