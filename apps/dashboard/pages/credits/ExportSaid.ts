import { exportRowsMax } from "../../../../adapters/http/account/api/Exports.ts"
import { countText } from "../../parts/Formats.ts"

/**
 * What is in an exported statement.
 *
 * @param isNarrowed to one kind of movement
 * @param newest version of the newest movement, which says how many there can be
 */
export const exportSaid = (isNarrowed: boolean, newest: number): string =>
  newest > exportRowsMax
    ? `The newest ${countText(exportRowsMax)} at most, with both entries`
    : `All movements${isNarrowed ? " of this kind" : ""}, with both entries`
