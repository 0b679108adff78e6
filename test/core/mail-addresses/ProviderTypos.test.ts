import { assert, describe, it } from "@effect/vitest"
import { commonMailDomains, largestMailDomains } from "../../../core/mail-addresses/MailDomains.ts"
import { isProviderTypo } from "../../../core/mail-addresses/ProviderTypos.ts"

describe("a typo of a provider's domain", () => {
  it.each([
    ["gmai.com", "a missing character"],
    ["mail.com", "a missing character at the beginning"],
    ["gmaill.com", "a doubled character"],
    ["gmail.coma", "an added character at the end"],
    ["1hotmail.com", "an added character at the beginning"],
    ["gnail.com", "another character"],
    ["outlool.com", "another character"],
    ["gmial.com", "swapped characters"],
    ["gmail.ocm", "swapped characters of the ending"],
    ["btintnernet.com", "an added character"],
    ["yahoo.vo.uk", "a typo in a part of the ending"],
    ["gmail.net", "another ending"],
    ["hotmail.biz", "another ending"],
    ["gmail.com.pl", "an ending of two parts"],
    ["aol.org", "another ending of a short name"]
  ])("%s: %s", (domain) => {
    assert.isTrue(isProviderTypo(domain))
  })

  it.each([
    ["a provider itself", "gmail.com"],
    ["two typos", "gmiall.com"],
    ["characters that are swapped and not next to each other", "lmaig.com"],
    ["another company", "mailinator.com"],
    ["a word with another ending", "mail.tm"],
    ["a word with another ending", "live.tv"],
    ["a less used provider with another ending", "freenet.org"],
    ["a domain below which the provider's name stands", "gmail.mailinator.com"],
    ["a domain of three parts", "gmail.com.a.b"],
    ["a name alone", "gmail"],
    ["nothing", ""]
  ])("does not include %s: %s", (_, domain) => {
    assert.isFalse(isProviderTypo(domain))
  })

  it("does not include the providers themselves", () => {
    for (const domain of [...largestMailDomains, ...commonMailDomains]) assert.isFalse(isProviderTypo(domain), domain)
  })
})
