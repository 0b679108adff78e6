import { Clock, Effect, Option } from "effect"
import { Flag } from "effect/cli"
import type { BlocklistTarget } from "../../core/urls/BlocklistEntry.ts"

export type TargetKind = BlocklistTarget["kind"]

export const targetKinds = ["url", "prefix", "host", "domain"] as const satisfies ReadonlyArray<TargetKind>

export const reasonCharsMax = 200
export const expiryDaysMax = 3_650

/** What a target covers, under whichever name a command gives it. */
export const kindFlag = (name: string) =>
  Flag.Literals(name, targetKinds).pipe(
    Flag.withDescription(
      "url: exactly it; prefix: all paths below; host: that host; domain: its subdomains too (default url)"
    ),
    Flag.withDefault("url")
  )

export const forceFlag = Flag.Boolean("force").pipe(
  Flag.withDescription("Block even what many share, such as a public suffix or a link shortener"),
  Flag.withoutNegation,
  Flag.withDefault(false)
)

export const reasonFlag = Flag.String("reason").pipe(
  Flag.withDescription(`Why, for people, up to ${reasonCharsMax} characters`),
  Flag.filter(
    (reason) => reason.length <= reasonCharsMax,
    () => `--reason may have at most ${reasonCharsMax} characters`
  ),
  Flag.withDefault("by the operator")
)

export const expiresFlag = Flag.Int("expires-days").pipe(
  Flag.withMetavar("DAYS"),
  Flag.withDescription("Forget it after so many days (default: never)"),
  Flag.filter((days) => days >= 1 && days <= expiryDaysMax, () => `--expires-days must be 1 to ${expiryDaysMax}`),
  Flag.optional
)

/** The instant that `--expires-days` means. */
export const expiryOf = (days: Option.Option<number>) =>
  Effect.map(
    Clock.currentTimeMillis,
    (now) => Option.match(days, { onNone: () => null, onSome: (count) => new Date(now + count * 86_400_000) })
  )
