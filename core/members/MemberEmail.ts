import { Result } from "effect"
import { parseEmailAddress } from "../mail-addresses/EmailAddress.ts"
import { uniqueKey } from "../mail-addresses/EmailKey.ts"

export interface MemberEmail {
  readonly email: string
  /** Unique on the server: the local part in lower case, the domain in ASCII. */
  readonly emailKey: string
}

/** An address to sign in with; what is wrong with it as a sentence where it is none. */
export const memberEmail = (text: string): Result.Result<MemberEmail, string> =>
  Result.mapBoth(parseEmailAddress(text), {
    onSuccess: (parsed) => ({ email: parsed.address, emailKey: uniqueKey(parsed) }),
    onFailure: ({ message }) => message
  })
