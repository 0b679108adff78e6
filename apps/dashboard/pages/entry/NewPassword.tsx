import { Group, PasswordInput, Progress, Stack, Text } from "@mantine/core"
import { passwordCharsMin, passwordProblem } from "../../../../core/members/passwords/PasswordPolicy.ts"

interface Props {
  readonly label: string
  readonly value: string
  readonly error?: string | undefined
  /** Future owner of the password, which must not resemble the owner's name or email address. */
  readonly owner: { readonly name: string; readonly email: string }
  /** Whether this is the first field of its form. */
  readonly isFirst?: boolean
  readonly onChange: (value: string) => void
}

const colors = ["gray", "red", "yellow", "accent", "accent"] as const
const barCount = 4
/** Keeps an empty strength bar visible. */
const barOutline = { outline: "1px solid var(--control-edge)", outlineOffset: -1 }

/** Field for a new password, with a description of its strength. */
export const NewPassword = ({ error, isFirst = false, label, onChange, owner, value }: Props) => {
  const { isAllowed, level, text } = passwordStrength(value, owner)
  return (
    <Stack gap={6}>
      <PasswordInput
        label={label}
        name="new-password"
        autoComplete="new-password"
        required
        autoFocus={isFirst}
        withAsterisk={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error}
        aria-describedby="password-strength"
      />
      <Group gap={4} grow aria-hidden>
        {Array.from(
          { length: barCount },
          (_, index) => (
            <Progress
              key={index}
              size={6}
              value={index < level ? 100 : 0}
              color={colors[level] ?? "gray"}
              style={barOutline}
            />
          )
        )}
      </Group>
      <Text size="xs" c="dimmed" id="password-strength" aria-live="polite">
        {/* Avoids repeating the error message. */}
        {error !== undefined && !isAllowed && value !== "" ? "" : text}
      </Text>
    </Stack>
  )
}

/** Strength of a password, in words. Applies the server's rules, so that the server does not reject an accepted password. */
interface PasswordStrength {
  /** Level of the strength bar, 0 to 4. */
  readonly level: number
  readonly text: string
  readonly isAllowed: boolean
}

/**
 * Thresholds of the strength levels: length and number of distinct characters. Length counts, not character classes (NIST SP
 * 800-63B-4).
 */
const goodCharsMin = 16
const veryGoodCharsMin = 20
const distinctCharsMin = 8

/** Returns the error below a password that the server would reject; undefined for an acceptable one. */
export const passwordError = (
  password: string,
  owner: { readonly name: string; readonly email: string }
): string | undefined => password === "" ? "Choose a password." : passwordProblem(password, owner) ?? undefined

export const passwordStrength = (
  password: string,
  owner: { readonly name: string; readonly email: string }
): PasswordStrength => {
  const chars = [...password].length
  if (chars === 0) {
    return {
      level: 0,
      text: `At least ${passwordCharsMin} characters. A few unrelated words are strong and easy to remember.`,
      isAllowed: false
    }
  }
  const problem = passwordProblem(password, owner)
  if (problem !== null) return { level: 1, text: problem, isAllowed: false }
  const different = new Set(password.toLowerCase()).size
  if (chars < goodCharsMin || different < distinctCharsMin) {
    return { level: 2, text: "Fair. A few more characters make it much harder to guess.", isAllowed: true }
  }
  return chars < veryGoodCharsMin
    ? { level: 3, text: "Strong.", isAllowed: true }
    : { level: 4, text: "Very strong.", isAllowed: true }
}
