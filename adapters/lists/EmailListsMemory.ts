import { Layer } from "effect"
import { EmailLists } from "../../core/mail-addresses/EmailLists.ts"

export interface EmailListsContent {
  readonly disposable?: ReadonlyArray<string>
  readonly publicProviders?: ReadonlyArray<string>
  readonly roles?: ReadonlyArray<string>
}

/**
 * Returns a layer with only the given names, which must match exactly. Use it in programs with custom lists, and in
 * tests.
 */
export const layer = (content: EmailListsContent): Layer.Layer<EmailLists> => {
  const disposable = new Set(content.disposable)
  const providers = new Set(content.publicProviders)
  const roles = new Set(content.roles)
  return Layer.succeed(EmailLists, {
    isDisposable: (domain) => disposable.has(domain),
    isPublicProvider: (domain) => providers.has(domain),
    isRole: (localPart) => roles.has(localPart)
  })
}
