// Sends the form without leaving the page. Without this script, the browser submits the form as usual.
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
  // Shield cancels the first submit event and submits the form again once it has a token.
  if (event.defaultPrevented) return
  event.preventDefault()
  button.disabled = true
  send()
    .catch(() => form.submit())
    .finally(() => {
      button.disabled = false
      // A token can be verified only once, so the next submission needs a new one.
      window.shield?.reset?.()
    })
})
