import { Clock, Effect, Option } from "effect"
import { Flag } from "effect/cli"
import {
  type BlocklistTarget,
  reasonCharsMax,
  sourceCharsMax,
  targetKinds
} from "../../../core/threats/blocklist/BlocklistEntry.ts"

export type TargetKind = BlocklistTarget["kind"]

export const expiryDaysMax = 3_650

/** Flag for the kind of a blocklist target. Each command chooses the flag's name. */
export const kindFlag = (name: string, fallback: TargetKind = "url") =>
  Flag.Literals(name, targetKinds).pipe(
    Flag.withDescription(
      "url: exactly this URL; page: with any query, www. and slash; prefix: all paths below; host: this host; domain: also its " +
        `subdomains (default ${fallback})`
    ),
    Flag.withDefault(fallback)
  )

export const allowFlag = Flag.Boolean("allow").pipe(
  Flag.withDescription("Allow instead of block, overriding threat sources and imported lists"),
  Flag.withoutNegation,
  Flag.withDefault(false)
)

export const forceFlag = Flag.Boolean("force").pipe(
  Flag.withDescription(
    "Accept even shared or popular hosts, such as public suffixes and link shorteners, and your own sites; the entry records this"
  ),
  Flag.withoutNegation,
  Flag.withDefault(false)
)

export const reasonFlag = (fallback: string) =>
  Flag.String("reason").pipe(
    Flag.withDescription(`Reason for your records, up to ${reasonCharsMax} characters`),
    Flag.filter(
      (reason) => reason.length <= reasonCharsMax,
      () => `--reason may have at most ${reasonCharsMax} characters`
    ),
    Flag.withDefault(fallback)
  )

export const sourceFlag = (description: string) =>
  Flag.String("source").pipe(
    Flag.withMetavar("NAME"),
    Flag.withDescription(description),
    Flag.filter(
      (name) => name.trim() !== "" && name.length <= sourceCharsMax,
      () => `--source must be 1 to ${sourceCharsMax} characters`
    )
  )

const isExpiry = (days: number): boolean => days >= 1 && days <= expiryDaysMax

/** Flag for the days until an entry expires. Without the flag, the entry never expires. */
export const expiresFlag = Flag.Int("expires-days").pipe(
  Flag.withMetavar("DAYS"),
  Flag.withDescription("Number of days until the entry expires (default: never)"),
  Flag.filter(isExpiry, () => `--expires-days must be 1 to ${expiryDaysMax}`),
  Flag.optional
)

/** Like `expiresFlag`, for entries that expire after `days` by default. The value 0 means never. */
export const expiresAfterFlag = (days: number) =>
  Flag.Int("expires-days").pipe(
    Flag.withMetavar("DAYS"),
    Flag.withDescription(`Number of days until the entry expires, 0 for never (default ${days})`),
    Flag.filter((given) => given === 0 || isExpiry(given), () => `--expires-days must be 0 to ${expiryDaysMax}`),
    Flag.withDefault(days)
  )

/** Returns the time when an entry expires, or null if it never expires. */
export const expiryDateOf = (days: Option.Option<number>) =>
  Effect.map(
    Clock.currentTimeMillis,
    (now) => Option.match(days, { onNone: () => null, onSome: (count) => new Date(now + count * 86_400_000) })
  )
