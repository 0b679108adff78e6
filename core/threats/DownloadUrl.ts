import { Result } from "effect"
import { parseIpAddress } from "../kernel/networks/IpAddress.ts"
import { isPublicHost } from "../urls/PublicHost.ts"
import { urlCharsMax } from "../urls/WebUrl.ts"
import { DownloadRefused } from "./Download.ts"

/**
 * Ports of web servers, from which documents are fetched. Other ports belong to other services and are never contacted.
 */
export const downloadPorts: ReadonlyArray<number> = [80, 443, 8080, 8443]

/** URL whose text passed the checks. The addresses of its host are not resolved yet. */
export interface DownloadUrl {
  readonly url: URL
  readonly isSecure: boolean
  /** Host without brackets and final dot. */
  readonly host: string
  /** True if the host is an IP address, which needs no DNS lookup. */
  readonly isAddress: boolean
  readonly port: number
}

/**
 * Parses and checks a URL. The result is used for both the check and the request, so they cannot interpret the URL
 * differently.
 *
 * @param from URL that redirects to `text`; null for the caller's URL
 */
export const parseDownloadUrl = (
  text: string,
  ports: ReadonlyArray<number>,
  from: DownloadUrl | null
): Result.Result<DownloadUrl, DownloadRefused> => {
  if (text.length > urlCharsMax) return refused(`The URL is longer than ${urlCharsMax} characters.`)
  const url = URL.parse(text, from?.url)
  if (url === null) {
    return refused(
      from === null
        ? "This is not a URL. It must begin with http:// or https:// and contain a host."
        : "The URL redirects to something that is not a URL."
    )
  }
  const isSecure = url.protocol === "https:"
  if (!isSecure && url.protocol !== "http:") return refused("Only http and https URLs can be fetched.")
  if (from?.isSecure === true && !isSecure) {
    return refused("The URL redirects from https to http, which Gatehouse does not follow. Send the final URL instead.")
  }
  if (url.username !== "" || url.password !== "") {
    return refused("The URL contains a user name or password. Send a URL without credentials.")
  }
  const port = url.port === "" ? isSecure ? 443 : 80 : Number(url.port)
  if (!ports.includes(port)) return refused(`Documents can only be fetched from these ports: ${ports.join(", ")}.`)
  url.hash = ""
  const host = url.hostname.replace(/^\[|\]$|\.$/g, "")
  const isAddress = parseIpAddress(host) !== null
  return isAddress || isPublicHost(host)
    ? Result.succeed({ url, isSecure, host, isAddress, port })
    : Result.fail(makeNotPublicError())
}

/**
 * Creates the error for a host that does not exist, is not public, or has a private address. Different errors would
 * reveal which hosts exist in the internal network.
 */
export const makeNotPublicError = (): DownloadRefused =>
  new DownloadRefused({
    message: "The URL's host has no public internet address. Send the URL of a document on a public web server."
  })

const refused = (message: string) => Result.fail(new DownloadRefused({ message }))
