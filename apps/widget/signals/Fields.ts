type Field = HTMLInputElement | HTMLTextAreaElement

/** How a value came into a field. */
const ways = { typed: 1, autofilled: 2, pasted: 4, inserted: 8, assisted: 16 } as const

const fieldsMax = 200
/** An input without a key before it, this lately, came another way. */
const keyMillisMax = 1_000

/** Tells how fields were filled in: by keys, by autofill, pasted, at once without a key, or by a script without any event. Values are not kept. */
export const filling = (root: Document | HTMLElement) => {
  const seen = new WeakMap<EventTarget, number>()
  const started = new WeakMap<Field, number>()
  let keyAt = -keyMillisMax
  let inputs = 0
  const start = () => {
    for (const field of fieldsOf(root)) started.set(field, digest(field.value))
  }
  return {
    /** Values that stand there from the beginning are nobody's. */
    start,
    key: (event: Event) => {
      keyAt = event.timeStamp
    },
    input: (event: Event) => {
      const field = event.composedPath()[0]
      if (!field) return
      const { inputType, data, isComposing } = event as InputEvent
      let way: number = ways.typed
      // Password managers fill in by script and tell the page: people use them.
      if (!event.isTrusted) way = ways.assisted
      else {
        inputs++
        if (!inputType || inputType === "insertReplacementText") way = ways.autofilled
        else if (/^insertFrom(?!Comp)/.test(inputType)) way = ways.pasted
        else if (
          inputType === "insertText" && (data ?? "").length > 1 && !isComposing &&
          event.timeStamp - keyAt > keyMillisMax
        ) {
          way = ways.inserted
        }
      }
      seen.set(field, (seen.get(field) ?? 0) | way)
    },
    summary: (form: HTMLFormElement | null) => {
      const counts = { inputs, filled: 0, typed: 0, autofilled: 0, pasted: 0, inserted: 0, assisted: 0, set: 0 }
      for (const field of fieldsOf(form ?? root)) {
        if (!field.value || digest(field.value) === (started.get(field) ?? digest(field.defaultValue))) continue
        const how = (seen.get(field) ?? 0) | (isAutofilled(field) ? ways.autofilled : 0)
        counts.filled++
        if (how === 0) counts.set++
        for (const [way, bit] of Object.entries(ways)) if (how & bit) counts[way as keyof typeof ways]++
      }
      return counts
    }
  }
}

const fieldsOf = (root: ParentNode): ReadonlyArray<Field> =>
  [...root.querySelectorAll<Field>("input,textarea")].slice(0, fieldsMax).filter(({ type }) =>
    !/^(?:hidden|checkbox|radio|submit|button|reset|image|file|range|color)$/.test(type)
  )

const isAutofilled = (field: Field): boolean => {
  try {
    return field.matches(":autofill")
  } catch {
    return false
  }
}

/** Enough to see that a value changed. */
const digest = (value: string): number => {
  let sum = value.length
  for (let at = 0; at < value.length && at < 999; at++) sum = Math.imul(sum, 31) + value.charCodeAt(at) | 0
  return sum
}
