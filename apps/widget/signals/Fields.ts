type Field = HTMLInputElement | HTMLTextAreaElement

/** How a value was entered into a field. */
const inputMethods = ["typed", "autofilled", "pasted", "inserted", "assisted"] as const

type InputMethod = typeof inputMethods[number]

const fieldsMax = 200

/**
 * Classifies how fields were filled in: by keys, autofill, pasting, insertion without keys, or script. Keeps no values
 * except the initial ones.
 */
export const trackFields = (root: Document | HTMLElement) => {
  const seen = new WeakMap<EventTarget, Set<InputMethod>>()
  const started = new WeakMap<Field, string>()
  return {
    /** Stores the initial values, which do not count as input. */
    start: () => {
      for (const field of fieldsOf(root)) started.set(field, field.value)
    },
    input: (event: InputEvent) => {
      const field = event.composedPath()[0] as Field
      const way = inputMethodOf(event, field)
      seen.set(field, (seen.get(field) ?? new Set()).add(way))
    },
    summary: (form: HTMLFormElement | null) => {
      const counts = { filled: 0, typed: 0, autofilled: 0, pasted: 0, inserted: 0, assisted: 0, set: 0 }
      for (const field of fieldsOf(form ?? root)) {
        if (!field.value || field.value === (started.get(field) ?? field.defaultValue)) continue
        counts.filled++
        for (const way of isAutofilled(field) ? ["autofilled" as const] : seen.get(field) ?? ["set" as const]) {
          counts[way]++
        }
      }
      return counts
    }
  }
}

const inputMethodOf = ({ data, inputType, isTrusted }: InputEvent, { value }: Field): InputMethod => {
  // Password managers cause untrusted events, because they fill in fields by script. Such events indicate a real user.
  if (!isTrusted) return "assisted"
  if (!inputType || inputType === "insertReplacementText") return "autofilled"
  if (/^insertFrom(?!Comp)/.test(inputType)) return "pasted"
  // The whole value arrived at once, without keys. Dictation arrives in several steps.
  return inputType === "insertText" && value.length > 3 && data === value ? "inserted" : "typed"
}

const fieldsOf = (root: ParentNode): ReadonlyArray<Field> =>
  [...root.querySelectorAll<Field>("input,textarea")].slice(0, fieldsMax).filter(({ type }) =>
    /^(text|email|tel|url|search|password|number)/.test(type)
  )

const isAutofilled = (field: Field): boolean => {
  try {
    return field.matches(":autofill")
  } catch {
    return false
  }
}
