import { Alert, Radio, Select, Stack, Switch, TagsInput, Text, TextInput } from "@mantine/core"
import { lineCharsMax } from "../../../../../adapters/http/account/api/Page.ts"
import { degradedPerMinuteLimit, siteScoreMinLimit } from "../../../../../core/sites/CheckSiteOptions.ts"
import { hostnamesMax, type SiteOptions } from "../../../../../core/sites/Site.ts"
import { type FieldErrors, numberError, requiredError } from "../../../parts/forms/Form.tsx"
import { IntegerInput } from "../../../parts/forms/IntegerInput.tsx"
import { countText } from "../../../parts/text/Formats.ts"
import { glossary } from "../../../parts/text/Glossary.ts"
import classes from "./Shield.module.css"

/** A site's editable settings. */
export interface SiteSettings {
  readonly name: string
  readonly hostnames: ReadonlyArray<string>
  readonly options: SiteOptions
}

interface Props {
  readonly settings: SiteSettings
  readonly onChange: (choice: SiteSettings) => void
  /** Messages by field, from the last attempt. */
  readonly errors: FieldErrors
}

/** Validates the settings. Returns messages by field. */
export const siteErrors = ({ hostnames, name, options }: SiteSettings): FieldErrors => ({
  name: requiredError(name, "Give the site a name."),
  hostnames: hostnames.length === 0 ? "Type at least one host name, such as www.example.com." : undefined,
  scoreMin: numberError(options.scoreMin, { min: 0, max: siteScoreMinLimit }),
  degradedPerMinuteMax: options.degraded === "limit"
    ? numberError(options.degradedPerMinuteMax, { min: 1, max: degradedPerMinuteLimit })
    : undefined
})

/** Fields for the name and the host names. */
export const SiteNameFields = ({ settings, errors, onChange }: Props) => (
  <Stack gap="sm">
    <TextInput
      label="Name"
      description="For you: shop, newsletter, careers."
      value={settings.name}
      error={errors["name"]}
      onChange={(event) => onChange({ ...settings, name: event.currentTarget.value })}
      maxLength={lineCharsMax}
      required
      withAsterisk={false}
      autoComplete="off"
      data-autofocus
    />
    <TagsInput
      label="Host names"
      description="Where your forms are; *.example.com covers its subdomains only."
      placeholder={settings.hostnames.length === 0 ? "www.example.com" : ""}
      value={[...settings.hostnames]}
      error={errors["hostnames"]}
      onChange={(hostnames) => onChange({ ...settings, hostnames })}
      splitChars={[",", " ", ";"]}
      maxTags={hostnamesMax}
      acceptValueOnBlur
      classNames={{ inputField: classes["names"] ?? "" }}
      required
      withAsterisk={false}
    />
  </Stack>
)

const degradedOptions = (perMinute: number): ReadonlyArray<readonly [SiteOptions["degraded"], string, string]> => [
  [
    "allow",
    "Let all through",
    "Nobody is locked out by an outage, or for having no JavaScript. But anybody can leave the proof out."
  ],
  [
    "limit",
    `Let up to ${countText(perMinute)} a minute through`,
    `At most ${
      countText(perMinute)
    } forms a minute come in without proof; the rest are rejected. In an outage that may cost forms of people.`
  ],
  [
    "reject",
    "Reject all",
    "People without JavaScript are locked out, and so are, in an outage, people whose proof cannot be made or checked. Only if your server cannot reach Gatehouse at all does the code that you pasted there let forms through."
  ]
]

/** Narrows the input only. Its description uses the full width. */
const narrow = { wrapper: classes["narrow"] ?? "" }

/** Fields for the rejection options. */
export const SiteOptionFields = ({ settings, errors, onChange }: Props) => {
  const { options } = settings
  const set = (change: Partial<SiteOptions>) => onChange({ ...settings, options: { ...options, ...change } })
  return (
    <Stack>
      <IntegerInput
        label="Lowest score that passes"
        description="From 0 to 100, higher is more surely a person; 0 rejects no form by its score. Look at the scores of a week first, then raise it in steps."
        value={options.scoreMin}
        error={errors["scoreMin"] ?? errors["options.scoreMin"]}
        onChange={(scoreMin) => set({ scoreMin })}
        min={0}
        max={siteScoreMinLimit}
        classNames={narrow}
      />
      {options.scoreMin >= 70 && (
        <Alert color="yellow">
          From 70 on only surely human forms pass: people with an unusual browser will be rejected.
        </Alert>
      )}
      <Radio.Group
        label="Forms without proof"
        description="Nothing shows that a person sent them: scripts were blocked, or something was out of order."
        value={options.degraded}
        onChange={(degraded) => set({ degraded })}
      >
        <Stack gap="xs" mt="xs">
          {degradedOptions(options.degradedPerMinuteMax).map(([value, label, about]) => (
            <Radio key={value} value={value} label={label} description={about} />
          ))}
        </Stack>
      </Radio.Group>
      {options.degraded === "limit" && (
        <IntegerInput
          label="How many a minute are let through"
          value={options.degradedPerMinuteMax}
          error={errors["degradedPerMinuteMax"] ?? errors["options.degradedPerMinuteMax"]}
          onChange={(degradedPerMinuteMax) => set({ degradedPerMinuteMax })}
          min={1}
          max={degradedPerMinuteLimit}
          classNames={narrow}
        />
      )}
      <Switch
        label="Judge the text"
        description="If your server also sends the message, the answer says in which language it is and how likely it is spam. Nothing is rejected for it."
        checked={options.spamDetection}
        onChange={(event) => set({ spamDetection: event.currentTarget.checked })}
      />
      <Switch
        label="Apply this account's rules to addresses"
        description="If your server also sends the email address, forms with an invalid or blocked one are rejected."
        checked={options.emailRules}
        onChange={(event) => set({ emailRules: event.currentTarget.checked })}
      />
      <Select
        label={glossary.throwaway}
        data={[{ value: "allow", label: "Let them pass" }, { value: "reject", label: "Reject them" }]}
        value={options.disposableEmails}
        onChange={(value) => set({ disposableEmails: value === "reject" ? "reject" : "allow" })}
        allowDeselect={false}
        disabled={!options.emailRules}
        classNames={narrow}
      />
      {!options.emailRules && <Text size="xs" c="dimmed">They pass while the rules on addresses are off.</Text>}
      <Switch
        label="Apply this account's rules to visitors"
        description="Visitors from a network or a country that a rule blocks are rejected."
        checked={options.ipRules}
        onChange={(event) => set({ ipRules: event.currentTarget.checked })}
      />
    </Stack>
  )
}
