import { Alert, Radio, Select, Stack, Switch, TagsInput, Text, TextInput } from "@mantine/core"
import { lineCharsMax } from "../../../../../adapters/http/account/api/Page.ts"
import { degradedPerMinuteLimit, siteScoreMinLimit } from "../../../../../core/sites/CheckSiteOptions.ts"
import { hostnamesMax, type SiteOptions } from "../../../../../core/sites/Site.ts"
import { type FieldErrors, numberError, requiredError } from "../../../parts/forms/Form.tsx"
import { IntegerInput } from "../../../parts/forms/IntegerInput.tsx"
import { countText } from "../../../parts/text/Formats.ts"
import classes from "./Shield.module.css"

/** Settings of a site that the user can edit. */
export interface SiteSettings {
  readonly name: string
  readonly hostnames: ReadonlyArray<string>
  readonly options: SiteOptions
}

interface Props {
  readonly settings: SiteSettings
  readonly onChange: (choice: SiteSettings) => void
  /** Error messages by field name, from the last attempt. */
  readonly errors: FieldErrors
}

/** Validates the settings and returns error messages by field name. */
export const siteErrors = ({ hostnames, name, options }: SiteSettings): FieldErrors => ({
  name: requiredError(name, "Enter a name."),
  hostnames: hostnames.length === 0 ? "Enter at least one host name, such as www.example.com." : undefined,
  scoreMin: numberError(options.scoreMin, { min: 0, max: siteScoreMinLimit }),
  degradedPerMinuteMax: options.degraded === "limit"
    ? numberError(options.degradedPerMinuteMax, { min: 1, max: degradedPerMinuteLimit })
    : undefined
})

/** Fields for the name and the host names of a site. */
export const SiteNameFields = ({ settings, errors, onChange }: Props) => (
  <Stack gap="sm">
    <TextInput
      label="Name"
      description="For your own use, such as shop or newsletter"
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
      description="Hosts of your forms. *.example.com matches subdomains only."
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
    "Accept all",
    "People can send the form during an outage and without JavaScript. Bots can skip the check."
  ],
  [
    "limit",
    `Accept up to ${countText(perMinute)} per minute`,
    "The rest are rejected. During an outage, this can reject forms from people."
  ],
  [
    "reject",
    "Reject all",
    "Rejects people without JavaScript, and people whose check fails during an outage. If your server cannot reach Gatehouse, the code from Install still accepts forms."
  ]
]

/** Narrows only the input, so that the description uses the full width. */
const narrow = { wrapper: classes["narrow"] ?? "" }

/** Fields for the options that determine which forms are rejected. */
export const SiteOptionFields = ({ settings, errors, onChange }: Props) => {
  const { options } = settings
  const set = (change: Partial<SiteOptions>) => onChange({ ...settings, options: { ...options, ...change } })
  return (
    <Stack>
      <IntegerInput
        label="Minimum score"
        description="Forms with a lower score are rejected. Scores range from 0 (likely a bot) to 100 (likely a person). 0 accepts every score. Check a week of scores under Traffic first, then raise the minimum in steps."
        value={options.scoreMin}
        error={errors["scoreMin"] ?? errors["options.scoreMin"]}
        onChange={(scoreMin) => set({ scoreMin })}
        min={0}
        max={siteScoreMinLimit}
        classNames={narrow}
      />
      {options.scoreMin >= 70 && (
        <Alert color="yellow">
          A minimum of 70 or more rejects people with unusual browsers.
        </Alert>
      )}
      <Radio.Group
        label="Unverified forms"
        description="Forms without a valid token, for example because scripts were blocked or a service failed"
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
          label="Unverified forms per minute"
          value={options.degradedPerMinuteMax}
          error={errors["degradedPerMinuteMax"] ?? errors["options.degradedPerMinuteMax"]}
          onChange={(degradedPerMinuteMax) => set({ degradedPerMinuteMax })}
          min={1}
          max={degradedPerMinuteLimit}
          classNames={narrow}
        />
      )}
      <Switch
        label="Analyze message text"
        description="If your server also sends the message, the response includes its language and spam probability. This never rejects a form."
        checked={options.spamDetection}
        onChange={(event) => set({ spamDetection: event.currentTarget.checked })}
      />
      <Switch
        label="Apply rules to email addresses"
        description="If your server also sends the email address, forms with an invalid or blocked address are rejected."
        checked={options.emailRules}
        onChange={(event) => set({ emailRules: event.currentTarget.checked })}
      />
      <Select
        label="Disposable addresses"
        data={[{ value: "allow", label: "Accept" }, { value: "reject", label: "Reject" }]}
        value={options.disposableEmails}
        onChange={(value) => set({ disposableEmails: value === "reject" ? "reject" : "allow" })}
        allowDeselect={false}
        disabled={!options.emailRules}
        classNames={narrow}
      />
      {!options.emailRules && <Text size="xs" c="dimmed">Accepted while “Apply rules to email addresses” is off.</Text>}
      <Switch
        label="Apply rules to visitors"
        description="Forms from visitors in a blocked network or country are rejected."
        checked={options.ipRules}
        onChange={(event) => set({ ipRules: event.currentTarget.checked })}
      />
    </Stack>
  )
}
