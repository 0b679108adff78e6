import { Effect } from "effect"
import { typingDistance } from "../../core/mail-addresses/Typing.ts"
import { givenNames } from "./Config.ts"
import { settings } from "./Settings.ts"

const prefix = "GATEHOUSE_"
/** Of the command line and of the tests, which the environment of a server may hold as well. */
const otherNames: ReadonlySet<string> = new Set(["GATEHOUSE_WEB_RISK_TOKEN", "GATEHOUSE_WEB_RISK_PROJECT"])
const testPrefix = "GATEHOUSE_TEST_"
/** Of names that are told, so that a strange environment does not fill the log. */
export const unknownSettingsTold = 10
/** Slips between a name and the one that was probably meant. */
const slipsMax = 4

/** Names of the environment that look like settings and are none, each with the setting that was probably meant. */
export const unknownSettings = (
  names: ReadonlyArray<string>
): ReadonlyArray<{ readonly name: string; readonly meant: string | null }> =>
  names
    .filter((name) => name.startsWith(prefix) && !name.startsWith(testPrefix) && !otherNames.has(name))
    .filter((name) => settings.every((setting) => setting.name !== name))
    .toSorted()
    .slice(0, unknownSettingsTold)
    .map((name) => ({ name: name.slice(0, 100), meant: nearest(name.slice(0, 100)) }))

const nearest = (name: string): string | null => {
  const all = settings
    .map((setting) => ({ name: setting.name, slips: typingDistance(name, setting.name) }))
    .toSorted((one, other) => one.slips - other.slips)
  return all[0]!.slips <= slipsMax ? all[0]!.name : null
}

/** A setting with a slip in its name would be taken for one that is not set. */
export const warnOfUnknownSettings = Effect.suspend(() =>
  Effect.forEach(
    unknownSettings(givenNames()),
    ({ meant, name }) =>
      Effect.logWarning(
        `${name} is set, and is no setting of Gatehouse${meant === null ? "" : `: is ${meant} meant?`}`
      ),
    { discard: true }
  )
)
