/**
 * Names of companies, products and words that lie one or two slips from a brand's, or hold one: whoever carries them, under any
 * top level, imitates nobody.
 */
const names = `
moex molex mizuno origo mozo worldpress factbook grail goole aliway capitex 1cloud steamgifts applied capitalize capitalized
capitalise mongo mono trevor unescape inmost untrust untrusted widows sparkassen discorded nsoffice combank citicbank citybank kiwibank
unibank medbank redbank webbank youtuber youtubers opensearch openseason nintendojo windowsill applesauce pineapple grapple
snapple dapple appleton appleby revolutionary revolutionaries evolution discordant discordia chasewood steamer steampunk
steamboat steamship steamships ledgers telegrams cloud mail mall tunes office finance interest revolution revolutions revolutionanalytics interactive
interaction tinted discard plantation twister goggle telkom telekon telecom telecoms tesco lacoste wikimedia wikidata telegraf
telegraph shopex masterword ubank unbank autum openca allpay airpay alipan alipac mioffice myoffice wmtransfer webtransfer
postfinance instagrid capitaland allexperts yande yandere playnation storepoint eupedia enpedia eximpedia feddit lithub minted
mondo monro zaobao dfinity documo allenpress pestpac bibit correios coreos elektrum kagawa ucoin getflix soltana myjob keinet
skinet bitstarz solano uniswa samsun amazonas amazonia amazone posti
`

let found: ReadonlySet<string> | null = null

/** Made at the first need. */
export const realNames = (): ReadonlySet<string> => {
  found ??= new Set(names.split(/\s+/).filter((name) => name !== ""))
  return found
}
