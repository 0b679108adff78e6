import { Layer } from "effect"
import { EmailLists } from "../../core/mail-addresses/EmailLists.ts"

export interface EmailListsContent {
  readonly disposable?: ReadonlyArray<string>
  readonly publicProviders?: ReadonlyArray<string>
  readonly roles?: ReadonlyArray<string>
}

/** Just the names given, matched exactly: for programs with lists of their own, and for tests. */
export const layer = (content: EmailListsContent): Layer.Layer<EmailLists> => {
  const [disposable, providers, roles] = [content.disposable, content.publicProviders, content.roles].map((names) =>
    new Set(names)
  )
  return Layer.succeed(EmailLists, {
    isDisposable: (domain) => disposable!.has(domain),
    isPublicProvider: (domain) => providers!.has(domain),
    isRole: (localPart) => roles!.has(localPart)
  })
}
