import { Data, Effect } from "effect"
import { lookup } from "node:dns"
import { connect, type Socket } from "node:net"

/** DNS has no address for a name, or did not respond. */
export class HostUnresolved extends Data.TaggedError("Unresolved") {}

/** External dependencies of a download, replaceable in tests. */
export interface NetworkAccess {
  /** Returns all addresses of a name, in order of preference. Called once per hop. */
  readonly resolve: (host: string) => Effect.Effect<ReadonlyArray<string>, HostUnresolved>
  /** Reports whether connections to an address are allowed. */
  readonly isPublic: (address: string) => boolean
  /** Starts to connect to an address; never called with a name. */
  readonly connect: (address: string, port: number) => Socket
  /** Certificates (PEM) to trust instead of the runtime's own. */
  readonly trustedCertificates: string | undefined
}

/** Resolves with the operating system, including its cache and settings. The lookup itself cannot be canceled. */
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
