import type { CompoundFile } from "../compound/CompoundFile.ts"
import type { Budget } from "../reading/Budget.ts"
import { uint16, uint32 } from "../reading/LittleEndian.ts"
import { openAgile } from "./AgileEncryption.ts"
import { excelDefaultPassword } from "./DefaultPassword.ts"
import { openStandard } from "./StandardEncryption.ts"

/** A package that the default password opens, in the clear. */
export interface OpenedPackage {
  readonly opened: "default password"
  readonly bytes: Uint8Array
}

/**
 * An OOXML document that is encrypted (MS-OFFCRYPTO 2.3.4), tried with the password that Office tries before it asks. `locked`:
 * that is not it, or nobody could tell. Null: there is none.
 */
export const openEncryptedPackage = (file: CompoundFile, budget: Budget): OpenedPackage | "locked" | null =>
  openPackageWith(excelDefaultPassword, file, budget)

/** The same with any password. */
export const openPackageWith = (
  password: string,
  file: CompoundFile,
  budget: Budget
): OpenedPackage | "locked" | null => {
  const entry = file.find("EncryptedPackage")
  if (entry === undefined || entry.type !== "stream") return null
  const info = file.find("EncryptionInfo")
  if (info === undefined || info.type !== "stream") return "locked"
  const decrypt = openInfo(file.read(info), password, budget)
  if (decrypt === null) return "locked"
  const stored = file.read(entry)
  const bytes = decrypt(stored.subarray(8))
  const size = uint32(stored, 0) + uint32(stored, 4) * 2 ** 32
  return { opened: "default password", bytes: bytes.subarray(0, Math.min(size, bytes.length)) }
}

/** By the version that the stream begins with (2.3.4.5, 2.3.4.10); extensible encryption (2.3.4.6) is anybody's own. */
const openInfo = (
  info: Uint8Array,
  password: string,
  budget: Budget
): ((bytes: Uint8Array) => Uint8Array) | null => {
  const [major, minor] = [uint16(info, 0), uint16(info, 2)]
  if (minor === 4 && major === 4) return openAgile(info.subarray(8), password, budget)
  if (minor === 2 && major >= 2 && major <= 4) return openStandard(info, password)
  return null
}
