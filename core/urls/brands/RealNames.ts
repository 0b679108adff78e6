/**
 * Names of companies, products and words that lie one or two slips from a brand's, or hold one: whoever carries them, under any
 * top level, imitates nobody.
 */
const names = `
telkom telekon telecom telecoms tesco lacoste wikimedia wikidata telegraf telegraph shopex masterword ubank unbank autum openca
`

let cached: ReadonlySet<string> | null = null

/** Made at the first need. */
export const realNames = (): ReadonlySet<string> => {
  cached ??= new Set(names.split(/\s+/).filter((name) => name !== ""))
  return cached
}
