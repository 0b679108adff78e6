import { Context } from "effect"

/**
 * Lists of mail domains and local parts. All names are in lower case, and domains are in ASCII (Punycode) form.
 *
 * Lookups are synchronous, because the lists are loaded when the layer is built.
 */
export class EmailLists extends Context.Service<EmailLists, {
  /** Reports whether the domain, or one of its parents up to the registrable domain, offers disposable addresses. */
  readonly isDisposable: (domain: string) => boolean
  /** Reports whether the domain is a consumer or shared mail provider. */
  readonly isPublicProvider: (domain: string) => boolean
  /** Reports whether a local part names a role instead of a person (admin, info). */
  readonly isRole: (localPart: string) => boolean
}>()("gatehouse/core/mail-addresses/EmailLists") {}
