import { Effect } from "effect"
import type { HostKnowledge } from "../../../core/urls/HostKnowledge.ts"
import { type RegisteredSource, requiredAndEnforcedPolicy } from "../ThreatSource.ts"
import { findInFeed } from "./reading/FindInFeed.ts"
import { readFeedText } from "./reading/ReadFeed.ts"

/** Name of the embedded list in settings and responses. */
export const embeddedName = "embedded"

/** Creates a source of test URLs, so that `/scan/url` can report a listing before any feed is configured. */
export const makeEmbeddedList = (knowledge: HostKnowledge): Effect.Effect<RegisteredSource> =>
  Effect.sync(() => {
    const { list } = readFeedText(embeddedUrls.join("\n"), { format: "lines", type: "unknown" }, knowledge)
    return {
      ...requiredAndEnforcedPolicy,
      source: {
        name: embeddedName,
        check: (keys) => Effect.succeed({ threat: findInFeed(list, embeddedName, keys), isStale: false }),
        status: Effect.succeed({
          name: embeddedName,
          kind: "embedded",
          state: "live",
          entries: list.length,
          bytes: list.bytes,
          updatedAt: null,
          problem: null
        })
      }
    }
  })

/**
 * Test URLs that operators of threat lists and organizations for security testing publish, so that users can check
 * their protection. The URLs are harmless and stable.
 *
 * Sources: Google's Safe Browsing test page (testsafebrowsing.appspot.com), Wicar (wicar.org), AMTSO's feature settings
 * check (amtso.org), EICAR (eicar.org), Microsoft's SmartScreen demo pages.
 */
const embeddedUrls: ReadonlyArray<string> = [
  "http://testsafebrowsing.appspot.com/s/malware.html",
  "http://testsafebrowsing.appspot.com/s/phishing.html",
  "http://testsafebrowsing.appspot.com/s/unwanted.html",
  "http://testsafebrowsing.appspot.com/s/badrep.html",
  "http://testsafebrowsing.appspot.com/s/content.exe",
  "http://testsafebrowsing.appspot.com/s/bad_login.html",
  "http://testsafebrowsing.appspot.com/apiv4/ANY_PLATFORM/MALWARE/URL/",
  "http://testsafebrowsing.appspot.com/apiv4/ANY_PLATFORM/SOCIAL_ENGINEERING/URL/",
  "http://testsafebrowsing.appspot.com/apiv4/ANY_PLATFORM/UNWANTED_SOFTWARE/URL/",
  "malware.wicar.org",
  "http://www.amtso.org/check-desktop-phishing-page/",
  "http://amtso.eicar.org/phishing.html",
  "http://secure.eicar.org/eicar.com",
  "http://secure.eicar.org/eicar.com.txt",
  "http://demo.smartscreen.msft.net/phishingdemo.html",
  "http://demo.smartscreen.msft.net/other/malware.html",
  "http://nav.smartscreen.msft.net/phishingdemo.html"
]
