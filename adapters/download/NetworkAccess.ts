import { Data, Effect } from "effect"
import { lookup } from "node:dns"
import { connect, type Socket } from "node:net"

/** Error when DNS has no address for a host name, or does not respond. */
export class HostUnresolved extends Data.TaggedError("Unresolved") {}

/** External dependencies of a download, replaceable in tests. */
export interface NetworkAccess {
  /**
   * Returns all addresses of a host name, in order of preference. Called once per request. Each redirect is a new
   * request.
   */
  readonly resolve: (host: string) => Effect.Effect<ReadonlyArray<string>, HostUnresolved>
  /** Reports whether connections to an address are allowed. */
  readonly isPublic: (address: string) => boolean
  /** Starts a connection to an IP address. The argument is never a host name. */
  readonly connect: (address: string, port: number) => Socket
  /** Certificates (PEM) to trust instead of the certificates that the runtime trusts. */
  readonly trustedCertificates: string | undefined
}

/** Resolves host names with the operating system, including its cache and settings. A lookup cannot be canceled. */
export const resolveWithSystem: NetworkAccess["resolve"] = (host) =>
  Effect.callback((resume) =>
    lookup(
      host,
      { all: true },
      (error, answers) =>
        resume(
          error === null ? Effect.succeed(answers.map(({ address }) => address)) : Effect.fail(new HostUnresolved())
        )
    )
  )

export const connectWithNode: NetworkAccess["connect"] = (host, port) => connect({ host, port })
