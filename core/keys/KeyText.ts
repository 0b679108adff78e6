import { crc32OfText } from "../kernel/Crc32.ts"

/**
 * Prefix of a key. After the prefix, a key has 43 base-62 characters with 256 random bits, and six base-62 characters
 * with a CRC-32. With the CRC-32, a scanner or server detects a mistyped key without a database lookup. GitHub's tokens
 * use the same scheme (github.blog 2021-04-05).
 */
export type KeyPrefix = (typeof secretKeyPrefixes)[number] | "gh_site_"

/** Prefixes of the keys that are secret. The key of a site is public. */
export const secretKeyPrefixes = ["gh_live_", "gh_secret_", "gh_manage_"] as const

export const keyRandomBytes = 32

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const bodyChars = 43
const checkChars = 6

/** @param random `keyRandomBytes` random bytes */
export const makeKeyText = (prefix: KeyPrefix, random: Uint8Array): string => {
  const body = base62(random.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n), bodyChars)
  return prefix + body + checkOf(prefix + body)
}

/** Reports whether a text is a key with this prefix and a valid checksum. */
export const isKeyText = (prefix: KeyPrefix, text: string): boolean => {
  if (text.length !== prefix.length + bodyChars + checkChars || !text.startsWith(prefix)) return false
  const signedChars = text.length - checkChars
  // The checksum is parsed as a number for speed, because this function runs for every request.
  let check = 0
  for (let at = signedChars; at < text.length; at++) check = check * 62 + (digits[text.charCodeAt(at)] ?? NaN)
  return check === crc32OfText(text, signedChars)
}

const digits = Array.from({ length: 128 }, (_, code) => {
  const digit = alphabet.indexOf(String.fromCharCode(code))
  return digit < 0 ? NaN : digit
})

/** Returns the check characters. A CRC has 32 bits, so plain numbers are exact. */
const checkOf = (signed: string): string => {
  let rest = crc32OfText(signed)
  let check = ""
  for (let at = 0; at < checkChars; at++) {
    check = alphabet.charAt(rest % 62) + check
    rest = Math.floor(rest / 62)
  }
  return check
}

const base62 = (value: bigint, chars: number): string => {
  let rest = value
  let text = ""
  for (let at = 0; at < chars; at++) {
    text = alphabet.charAt(Number(rest % 62n)) + text
    rest /= 62n
  }
  return text
}
