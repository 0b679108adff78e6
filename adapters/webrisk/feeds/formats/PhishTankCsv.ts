import { csvFormat } from "./CsvFormat.ts"
import { saysNothing, urlEntry } from "./Format.ts"
import { isWebAddress } from "./Names.ts"

/** PhishTank (phishtank.org/developer_info.php). What nobody has verified, or what is gone, is no entry. */
export const phishTankCsv = csvFormat({
  id: "phishtank-csv",
  title: "PhishTank CSV",
  heading: ["phish_id", "url"],
  read: (cell) => {
    if (!isWebAddress(cell("url"))) return null
    const [verified, online] = [cell("verified"), cell("online")]
    return isYes(verified) && isYes(online) ? [urlEntry(cell("url"), "phishing")] : saysNothing
  }
})

/** `yes`, or a list without this column. */
export const isYes = (text: string): boolean => text === "" || /^y(?:es)?$/i.test(text)
