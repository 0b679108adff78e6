import { Result, Schema } from "effect"
import { parseIpAddress } from "../kernel/networks/IpAddress.ts"
import { urlCharsMax } from "../urls/WebUrl.ts"

export class InvalidWebhookUrl
  extends Schema.TaggedError<InvalidWebhookUrl>()("InvalidWebhookUrl", { message: Schema.String })
{}

/** Ports at public addresses to which events are sent: those of web servers with TLS. */
export const webhookPorts: ReadonlyArray<number> = [443, 8443]

/** Parsed URL of an endpoint. The addresses of its host are not resolved yet. */
export interface WebhookUrl {
  readonly url: URL
  readonly isSecure: boolean
  /** Host without brackets and final dot. */
  readonly host: string
  readonly isAddress: boolean
  readonly port: number
}

/**
 * Parses and checks the URL of an endpoint. The sender later checks the addresses of its host.
 *
 * @param isPrivateAllowed whether the operator allows private networks. In these, http and all ports are allowed.
 */
export const parseWebhookUrl = (
  text: string,
  isPrivateAllowed: boolean
): Result.Result<WebhookUrl, InvalidWebhookUrl> => {
  if (text.length > urlCharsMax) return invalid(`The URL is longer than ${urlCharsMax} characters.`)
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return invalid("This is not a URL. It must begin with https:// and contain a host.")
  }
  if (url.username !== "" || url.password !== "") {
    return invalid("The URL contains a user name or password. Receivers verify the signature instead.")
  }
  const isSecure = url.protocol === "https:"
  const port = url.port === "" ? isSecure ? 443 : 80 : Number(url.port)
  if (!isPrivateAllowed && !isPublicTarget({ isSecure, port })) {
    return invalid(`The URL must begin with https:// and use port ${webhookPorts.join(" or ")}.`)
  }
  url.hash = ""
  const host = url.hostname.replace(/^\[|\]$|\.$/g, "")
  return Result.succeed({ url, isSecure, host, isAddress: parseIpAddress(host) !== null, port })
}

/** Reports whether events may be sent to this scheme and port at a public address. */
export const isPublicTarget = ({ isSecure, port }: Pick<WebhookUrl, "isSecure" | "port">): boolean =>
  isSecure && webhookPorts.includes(port)

const invalid = (message: string) => Result.fail(new InvalidWebhookUrl({ message }))
