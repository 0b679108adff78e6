import { Group, PasswordInput, Progress, Stack, Text } from "@mantine/core"
import { passwordCharsMin, passwordProblem } from "../../../../core/members/passwords/PasswordPolicy.ts"

interface Props {
  readonly label: string
  readonly value: string
  readonly error?: string | undefined
  /** Person who will use the password. The password must not resemble this person's name or email address. */
  readonly owner: { readonly name: string; readonly email: string }
  /** Whether the field is the first of its form and takes the focus. */
  readonly isFirst?: boolean
  readonly onChange: (value: string) => void
}

const colors = ["gray", "red", "yellow", "accent", "accent"] as const
const barCount = 4
/** Outline that keeps an empty strength bar visible. */
const barOutline = { outline: "1px solid var(--control-edge)", outlineOffset: -1 }

/** Field for a new password, with a description of the password's strength. */
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
        {/* Stays empty while the field shows the same text as an error. */}
        {error !== undefined && !isAllowed && value !== "" ? "" : text}
      </Text>
    </Stack>
  )
}

/**
 * Strength of a password. The check uses the server's rules, so the server accepts each password that is allowed here.
 */
interface PasswordStrength {
  /** Level of the strength bar, 0 to 4. */
  readonly level: number
  readonly text: string
  readonly isAllowed: boolean
}

/**
 * Minimum lengths of the upper strength levels, and the minimum number of distinct characters. Length counts, and not
 * the kinds of characters (NIST SP 800-63B-4).
 */
const goodCharsMin = 16
const veryGoodCharsMin = 20
const distinctCharsMin = 8

/** Returns the error message for a password that the server would reject; otherwise undefined. */
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
