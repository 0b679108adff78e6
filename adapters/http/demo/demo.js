// Sends the form without leaving the page. Without this script the form works as any form does.
const form = document.getElementById("contact")
const button = form.querySelector("button")

const send = async () => {
  const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) })
  const page = new DOMParser().parseFromString(await answer.text(), "text/html")
  const shown = page.getElementById("result")
  const result = document.getElementById("result")
  result.replaceChildren(...shown.childNodes)
  result.focus()
}

form.addEventListener("submit", (event) => {
  // Shield holds the first one back, and sends the form again when it has a token.
  if (event.defaultPrevented) return
  event.preventDefault()
  button.disabled = true
  send()
    .catch(() => form.submit())
    .finally(() => {
      button.disabled = false
      // A token can be verified once: the next time needs another.
      window.shield?.reset?.()
    })
})
