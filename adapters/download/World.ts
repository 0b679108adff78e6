import { Data, Effect } from "effect"
import { lookup } from "node:dns"
import { connect, type Socket } from "node:net"

/** DNS has no address for a name, or did not answer. */
export class Unresolved extends Data.TaggedError("Unresolved") {}

/** What a download needs from outside, so that tests can be the network. */
export interface World {
  /** Every address of a name, in the order in which they are best tried. Asked once for each hop. */
  readonly resolve: (host: string) => Effect.Effect<ReadonlyArray<string>, Unresolved>
  /** Whether an address may be connected to. */
  readonly isPublic: (address: string) => boolean
  /** Begins to connect to an address, which is never a name. */
  readonly connect: (address: string, port: number) => Socket
  /** Certificates (PEM) to trust in place of the runtime's own. */
  readonly trusted: string | undefined
}

/** As the operating system resolves, with its own cache and settings. The look-up itself cannot be broken off. */
export const resolveBySystem: World["resolve"] = (host) =>
  Effect.callback((resume) =>
    lookup(
      host,
      { all: true },
      (error, answers) =>
        resume(error === null ? Effect.succeed(answers.map(({ address }) => address)) : Effect.fail(new Unresolved()))
    )
  )

export const connectByNode: World["connect"] = (host, port) => connect({ host, port })
