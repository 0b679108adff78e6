/**
 * The DDE link that a formula holds, as `cmd|'/c calc'!A0`; null where there is none. Quoted texts are passed over, and no
 * character is looked at more than a few times.
 */
export const ddeLinkOf = (formula: string): string | null => {
  if (!formula.includes("|")) return null
  let at = 0
  while (at < formula.length) {
    const char = formula[at]!
    if (char === "\"" || char === "'") at = endOfQuote(formula, at)
    else if (char === "|") {
      const start = startOfService(formula, at)
      const end = endOfTopic(formula, at + 1)
      if (start < at && end !== null) return formula.slice(start, end)
      at++
    } else at++
  }
  return null
}

const endOfQuote = (formula: string, at: number): number => {
  const end = formula.indexOf(formula[at]!, at + 1)
  return end === -1 ? formula.length : end + 1
}

const startOfService = (formula: string, bar: number): number => {
  if (formula[bar - 1] === "'") {
    const start = formula.lastIndexOf("'", bar - 2)
    return start === -1 ? bar : start
  }
  let start = bar
  while (start > 0 && /[\w.\\:$%-]/.test(formula[start - 1]!)) start--
  return start
}

/** Behind the topic and the item; null where no item follows. */
const endOfTopic = (formula: string, at: number): number | null => {
  let end = at
  while (end < formula.length && formula[end] !== "!") {
    if (formula[end] === "'") end = endOfQuote(formula, end)
    else if (/[\s"(),|]/.test(formula[end]!)) return null
    else end++
  }
  if (formula[end] !== "!") return null
  end++
  if (formula[end] === "'") return endOfQuote(formula, end)
  while (end < formula.length && /[\w$.]/.test(formula[end]!)) end++
  return end
}
