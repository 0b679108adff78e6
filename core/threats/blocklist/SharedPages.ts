import type { UrlReading } from "../../urls/Canonicalize.ts"
import { hostSuffixesOf } from "../../urls/Expressions.ts"
import type { HostKnowledge } from "../../urls/HostKnowledge.ts"
import { isIpHost, withoutWww } from "../../urls/HostName.ts"
import { wrappedUrls } from "../../urls/redirectors/WrappedUrl.ts"
import { sharedHosts, shorteners } from "../../urls/SharedHosts.ts"
import { tenantHostSets } from "../../urls/TenantHosts.ts"
import type { WebUrl } from "../../urls/WebUrl.ts"
import { hostGuard } from "./HostGuard.ts"

/**
 * Maximum rank of a very popular site. Such a site serves so many people that several people may share one of its
 * pages.
 */
const sharedRankMax = 5_000

/**
 * Reports whether an entry may cover the page of a URL with any query. The URL of a known redirector that contains its
 * target must keep the query. On a host with one owner, the entry may cover any query, unless the host is popular and a
 * parameter contains a URL. On a shared host, it may only if the path alone identifies one person's page. Otherwise,
 * the query can select pages of different people: `drive.google.com/open?id=…`, `youtube.com/watch?v=…`, redirectors,
 * sign-in pages with a `client_id`. Own sites and very popular sites count as shared.
 */
export const coversAnyQuery = (url: WebUrl, knowledge: HostKnowledge): boolean => {
  const [reading] = url.readings
  if (wrappedUrls(url).length > 0) return false
  if (!isShared(reading.host, knowledge)) return !(containsUrl(reading) && isPopular(reading.host, knowledge))
  return isIdentifiedByPath(reading)
}

const isShared = (host: string, knowledge: HostKnowledge): boolean => {
  if (knowledge.own?.has(host) === true) return true
  if (isIpHost(host)) return false
  const guard = hostGuard("host", host, knowledge)
  if (guard !== null && guard.reason !== "popular-domain") return true
  const { tenants } = tenantHostSets()
  const registrable = knowledge.suffixes.registrableDomain(host)
  for (const name of hostSuffixesOf(host)) {
    if (organizationHosts.has(name)) return true
    if (name !== host && tenants.has(name)) return false
    if (sharedHosts.has(name) || shorteners.has(name) || isVeryPopular(name, knowledge)) return true
    if (name === registrable) return organizationHosts.has(name.slice(name.indexOf(".") + 1))
  }
  return false
}

const isVeryPopular = (name: string, { popular }: HostKnowledge): boolean =>
  (popular.rankOf(name) ?? Number.POSITIVE_INFINITY) <= sharedRankMax

const isPopular = (host: string, { popular, suffixes }: HostKnowledge): boolean =>
  [host, suffixes.registrableDomain(host)].some((name) => name !== null && popular.rankOf(name) !== null)

/** Reports whether a parameter contains a URL. The page may then redirect to a different place for each query. */
const containsUrl = ({ query }: UrlReading): boolean => query !== null && /(?:^|[=&])(?:https?:)?\/\//i.test(query)

/** Domains under which each organization has a host with pages of many people: `contoso.sharepoint.com`. */
const organizationHosts = namesIn(`
sharepoint.com app.box.com egnyte.com zoom.us webex.com atlassian.net slack.com service-now.com okta.com onelogin.com auth0.com
b2clogin.com force.com my.salesforce.com lightning.force.com my.site.com qualtrics.com zendesk.com freshdesk.com icims.com
avature.net taleo.net bamboohr.com myworkdayjobs.com
`)

/**
 * Shared hosts on which the path always identifies one person's page or file. Source: the providers' own links. On
 * other shared hosts, entries keep the query, except for `namedPaths` and the codes of link shorteners.
 */
const hostsWithNamedPaths = namesIn(`
alllink.io beacons.ai bio.fm bio.site biolink.info biolink.site biolink.website biolinky.co campsite.bio conecta.bio
contactinbio.com dazzl.ink evrl.ink feed.link fyi.to heylink.me hoo.be hootbio.com hopp.co hyperfollow.com jingle.bio
jinglebio.link joy.link juicy.bio keepo.io komi.io kyte.bio kyte.lol kytelink.com l1nk.bio lift.bio liinks.co link.gallery
link.me link.space linkbio.co linkfire.com linkflit.com linkfly.to linki.ee linkin-bio.digital linkin.bio linknbio.com
linkpop.com linkr.bio linkr.com linksta.cc ln.ki lnk.at lnk.bio lnkfy.co lynxinbio.com magic.ly mez.ink milkshake.app
mssg.me mysoci.al ohmy.bio onne.link parg.co reach.at set.page shor.by shorby.com sleek.bio snapto.link snipfeed.co sociatap.com
socprofile.com spf.bio superprofile.bio tapk.it tapkit.com taplink.at taplink.cc usebiolink.com wonderl.ink wonderlink.de
clbin.com ideone.com ix.io paste.ee pastebin.com pastebin.pl pastetext.net pastie.org rentry.co sprunge.us telegra.ph termbin.com
textbin.net anonfiles.com filebin.net gofile.io transfer.sh ufile.io 1drv.ms forms.gle cdn.discordapp.com
dl.dropboxusercontent.com raw.githubusercontent.com storage.googleapis.com i.imgur.com slack-files.com
`)

/** Paths that identify one person's page, on hosts that also have other paths. Source: the providers' own links. */
const namedPaths: ReadonlyArray<{ readonly hosts: RegExp; readonly path: RegExp }> = [
  {
    hosts: /^docs\.google\.com$/,
    path: /^\/(?:a\/[^/]+\/)?(?:forms|document|spreadsheets|presentation|drawings)\/(?:u\/\d+\/)?d\/[^/]/
  },
  { hosts: /^drive\.google\.com$/, path: /^\/(?:file\/d|drive\/(?:u\/\d+\/)?folders)\/[^/]/ },
  { hosts: /^sites\.google\.com$/, path: /^\/(?:view|site|d|a\/[^/]+)\/[^/]/ },
  { hosts: /^script\.google\.com$/, path: /^\/(?:a\/)?macros\/(?:[^/]+\/)?s\/[^/]/ },
  { hosts: /^firebasestorage\.googleapis\.com$/, path: /^\/v0\/b\/[^/]+\/o\/[^/]/ },
  { hosts: /^forms\.(?:office\.com|cloud\.microsoft)$/, path: /^\/[er]\/[^/]/ },
  { hosts: /^s3(?:[.-][a-z0-9-]+)?\.amazonaws\.com$/, path: /^\/[^/]+\/[^/]/ },
  { hosts: /^dropbox\.com$/, path: /^\/(?:s|sh|scl\/f[io])\/[^/]/ },
  { hosts: /^gist\.github\.com$/, path: /^\/[^/]+\/[0-9a-f]{8}/ },
  { hosts: /^canva\.com$/, path: /^\/design\/[^/]/ },
  { hosts: /^mediafire\.com$/, path: /^\/(?:file|folder)\/[^/]/ },
  { hosts: /^mega\.nz$/, path: /^\/(?:file|folder)\/[^/]/ },
  { hosts: /^wetransfer\.com$/, path: /^\/downloads\/[^/]/ },
  // Content that is addressed by its hash, on any gateway.
  { hosts: /./, path: /^\/ipfs\/[^/]/ },
  { hosts: /^docsend\.com$/, path: /^\/view\/[^/]/ },
  { hosts: /^surveymonkey\.com$/, path: /^\/r\/[^/]/ },
  { hosts: /^express\.adobe\.com$/, path: /^\/page\/[^/]/ },
  { hosts: /^sway\.office\.com$/, path: /^\/[^/]/ },
  { hosts: /^notion\.so$/, path: /^\/[^/]+\/[^/]*[0-9a-f]{32}$/ }
]

/** Reports whether a path is a short code. A script of the service, such as `preview.php`, is not a short code. */
const isShortCode = (path: string): boolean => /^\/[^/.]+\/?$/.test(path)

/** Reports whether a path is a script of the service, such as `raw.php`, which takes the page from the query. */
const isScript = (path: string): boolean => /\.(?:php|aspx?|cgi|jsp)(?:\/|$)/i.test(path)

const isIdentifiedByPath = (reading: UrlReading): boolean => {
  const { path } = reading
  const host = withoutWww(reading.host)
  if (path === "/" || isScript(path) || containsUrl(reading)) return false
  if (shorteners.has(host)) return isShortCode(path)
  return hostsWithNamedPaths.has(host) || namedPaths.some((known) => known.hosts.test(host) && known.path.test(path))
}

function namesIn(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((name) => name !== ""))
}
