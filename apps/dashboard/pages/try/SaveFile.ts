/** Has the browser save a text as a file. */
export const saveFile = (name: string, type: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  // Safari reads it a little later than the click.
  setTimeout(() => URL.revokeObjectURL(url), revokeMillis)
}

const revokeMillis = 10_000
