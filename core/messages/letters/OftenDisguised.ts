/** Words without accents that spammers often write with digits and symbols to evade filters. */
const english =
  "viagra cialis pharmacy pills casino poker jackpot lottery slots betting gambling bonus free money cash earn income profit profits loan loans credit invest investment bitcoin crypto forex trading wallet winner prize gift click sale sales discount offer deal buy order cheap replica rolex watches porn porno sex sexy nude nudes adult escort dating hookup hot girls singles seo backlinks traffic ranking followers likes subscribe urgent guarantee guaranteed password account bank paypal verify limited million dollars rich"
const others =
  "gratis dinero ganar kredit geld gewinn kostenlos gagner argent pieniadze darmowe gratuit credito emprestimo ganhar dinheiro soldi guadagno bahis kazanc para"
const cyrillic = "деньги казино заработок кредит секс бесплатно доход бонус ставки порно займ выигрыш"

let words: ReadonlySet<string> | null = null

/** Reports whether spammers often disguise a word. The word must be in folded letters. */
export const isOftenDisguised = (word: string): boolean => {
  words ??= new Set(`${english} ${others} ${cyrillic}`.split(" "))
  return words.has(word)
}
