import { shieldBands } from "../../../core/scoring/Bands.ts"
import type { ShieldResult } from "../api/Shield.ts"

export const demoThemes = ["auto", "light", "dark", "contrast"] as const
export const demoSizes = ["normal", "flexible", "compact", "invisible"] as const

export interface DemoSettings {
  readonly theme: string
  readonly size: string
  /** Value of the URL parameter `key`: `demo` for the site's own key, or the name of a test key. */
  readonly key: string
}

/** Result of a submitted form. */
export interface DemoOutcome {
  readonly result: typeof ShieldResult.Type
  readonly millis: number
  readonly fields: DemoFields
}

/** Entered text, with which the page fills the form again. */
export interface DemoFields {
  readonly name: string
  readonly email: string
  readonly message: string
}

export interface DemoState {
  readonly siteKey: string
  readonly settings: DemoSettings
  /** Possible values of the URL parameter `key`: the site's own key and the test keys. */
  readonly keys: ReadonlyArray<string>
  /** Base URL at which the browser reaches this server, such as `http://localhost:8080`. */
  readonly base: string
  /** Host names for which the demo's site key is valid. */
  readonly hostnames: ReadonlyArray<string>
  readonly isKnownHost: boolean
  readonly isBuilt: boolean
  readonly outcome: DemoOutcome | null
}

/** Escapes HTML. All text from a request must pass through this function before it enters a page. */
const escape = (text: string): string => text.replace(/[&<>"']/g, (found) => `&#${found.charCodeAt(0)};`)

const empty: DemoFields = { name: "", email: "", message: "" }

/** Renders the whole page, which also works without its script. */
export const demoPage = (state: DemoState): string => {
  const { isBuilt, settings, outcome } = state
  const scheme = settings.theme === "light" || settings.theme === "dark" ? ` data-scheme="${settings.theme}"` : ""
  return `<!doctype html>
<html lang="en"${scheme}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Shield demo · Gatehouse</title>
<meta name="description" content="A contact form protected by Gatehouse Shield.">
<link rel="stylesheet" href="/demo/demo.css">
${isBuilt ? `<script src="/shield/widget.js" async></script>` : ""}
<script src="/demo/demo.js" defer></script>
</head>
<body>
${header}
<main>
${notices(state)}
<div class="columns">
${contactForm(state)}
<section id="result" aria-labelledby="verdict" tabindex="-1">${
    outcome === null ? emptyResult : resultSection(outcome)
  }</section>
</div>
${settingsSection(state)}
${integrationSection(state.base)}
</main>
<footer><p>The form is sent to this server only and is not stored. Network data: <a href="https://db-ip.com">DB-IP</a>, RouteViews and NRO, CC BY 4.0.</p></footer>
</body>
</html>
`
}

const header = `<header>
<p class="brand"><svg width="28" height="28" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2 4 5v6c0 5 3.4 9.3 8 11 4.6-1.7 8-6 8-11V5z"/><path class="tick" d="m8.5 12 2.5 2.5 4.5-5"/></svg>Gatehouse <span>Shield</span></p>
<nav aria-label="Gatehouse"><a href="/docs">Documentation</a></nav>
</header>`

/** Renders the heading, and a notice for each problem that leaves the form unprotected. */
const notices = ({ hostnames, isBuilt, isKnownHost }: DemoState): string =>
  `<div class="intro">
<h1>A form that stops bots</h1>
<p>Fill it in as on any other page. Shield works in the background while you type, so there is nothing to solve.</p>
</div>
${
    isBuilt
      ? ""
      : notice(
        "The widget is not built on this server, so the form works without protection. Run <code>npm run build</code>."
      )
  }
${
    isKnownHost
      ? ""
      : notice(
        `The demo’s site key is for ${
          hostnames.map((name) => `<code>${escape(name)}</code>`).join(", ")
        }. At this address, the widget reports that it is not configured for the host, and the form passes without protection.`
      )
  }`

const contactForm = ({ settings, outcome, siteKey }: DemoState): string => {
  const fields = outcome?.fields ?? empty
  return `<form method="post" action="/demo?${escape(queryOf(settings))}" id="contact">
<h2>Contact</h2>
<label for="name">Name</label>
<input id="name" name="name" autocomplete="name" maxlength="200" value="${escape(fields.name)}">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="320" value="${escape(fields.email)}">
<label for="message">Message</label>
<textarea id="message" name="message" rows="5" maxlength="5000">${escape(fields.message)}</textarea>
<div class="away" aria-hidden="true"><label for="website">Leave this empty</label><input id="website" name="website" tabindex="-1" autocomplete="off"></div>
<div class="shield-widget" data-sitekey="${escape(siteKey)}" data-theme="${escape(settings.theme)}" data-size="${
    escape(settings.size)
  }"></div>
<noscript><p class="quiet">Without JavaScript, the form is sent without a token and passes with reduced protection.</p></noscript>
<button>Send</button>
</form>`
}

const settingsSection = ({ keys, settings }: DemoState): string =>
  `<section class="try" aria-labelledby="try">
<h2 id="try">Try other settings</h2>
${choices("Theme", "theme", demoThemes, settings)}
${choices("Size", "size", demoSizes, settings)}
${choices("Site key", "key", keys, settings)}
<p class="quiet">The test keys are for your own tests. They give the same result every time, on every host, with the secret key <code>gh_secret_test</code>.</p>
</section>`

const integrationSection = (base: string): string =>
  `<section aria-labelledby="own">
<h2 id="own">On your own page</h2>
<p>Add the script and the widget to your form:</p>
<pre tabindex="0"><code>${escape(pageSnippet(base))}</code></pre>
<p>Send one request from your server before it processes the form. If there is no response within 3 seconds, accept the form.</p>
<pre tabindex="0"><code>${escape(serverSnippet(base))}</code></pre>
<p>To create your own keys, run this in the Gatehouse folder: <code>./gatehouse sites create --name NAME --hostname www.example.com</code></p>
</section>`

const notice = (html: string): string => `<p class="notice" role="note">${html}</p>`

const queryOf = ({ key, size, theme }: DemoSettings): string => new URLSearchParams({ theme, size, key }).toString()

const choices = (
  label: string,
  name: keyof DemoSettings,
  values: ReadonlyArray<string>,
  settings: DemoSettings
): string =>
  `<nav class="choices" aria-label="${label}"><span>${label}</span>${
    values.map((value) =>
      `<a href="/demo?${escape(queryOf({ ...settings, [name]: value }))}"${
        settings[name] === value ? " aria-current=\"true\"" : ""
      }>${escape(value)}</a>`
    ).join("")
  }</nav>`

const emptyResult = `<h2 id="verdict">Nothing sent yet</h2>
<p class="quiet">The response that your server would get appears here.</p>`

const bands = {
  "human": "likely a person",
  "some-risk": "some risk",
  "elevated-bot-risk": "likely a bot"
}

const resultSection = ({ millis, result }: DemoOutcome): string => {
  const { error, geo, language, score, spam_score } = result
  const rows: ReadonlyArray<readonly [string, string | null]> = [
    ["Score", score === undefined ? null : scoreHtml(score)],
    ["Reason", error === undefined ? null : escape(error)],
    ["Location", geo === undefined ? null : `${escape(geo.country)}, ${escape(geo.asn)}`],
    ["Spam score", spam_score === undefined ? null : spam_score.toFixed(2)],
    ["Language", language === undefined ? null : escape(language)],
    ["Verified in", `${millis.toFixed(1)} ms`]
  ]
  const [verdict, mood, advice] = verdictOf(result)
  return `<h2 id="verdict" class="${mood}">${verdict}</h2>
${advice === "" ? "" : `<p class="quiet">${advice}</p>`}
<dl>${rows.map(([name, html]) => html === null ? "" : `<div><dt>${name}</dt><dd>${html}</dd></div>`).join("")}</dl>
<h3>Response of <code>/shield/siteverify</code></h3>
<pre tabindex="0"><code>${escape(JSON.stringify(result, null, 2))}</code></pre>`
}

/** Returns the verdict as text, its CSS class, and a recommendation for the site's owner. */
const verdictOf = ({ degraded, score, success }: DemoOutcome["result"]): readonly [string, string, string] =>
  !success
    ? ["Rejected", "bad", "Your server should reject this form."]
    : degraded === true
    ? [
      "Passed, with reduced protection",
      "so-so",
      "Shield could not tell whether this was a person. Such forms pass, so an outage does not lock out visitors."
    ]
    : score !== undefined && shieldBands.nameOf(score) === "elevated-bot-risk"
    ? [
      "Passed, but likely a bot",
      "so-so",
      "Your server can require another check. To reject low scores, set the site’s option <code>score-min</code>."
    ]
    : ["Passed", "good", ""]

const scoreHtml = (score: number): string =>
  `<span class="score">${score}</span> <meter min="0" max="100" low="40" high="70" optimum="100" value="${score}" ` +
  `aria-label="Score">${score} of 100</meter> <span class="quiet">${bands[shieldBands.nameOf(score)]}</span>`

const pageSnippet = (base: string): string =>
  `<script src="${base}/shield/widget.js" async></script>

<form method="post" action="…">
  …
  <div class="shield-widget" data-sitekey="YOUR_SITE_KEY"></div>
  <button>Send</button>
</form>`

const serverSnippet = (base: string): string =>
  `curl -s -m 3 ${base}/shield/siteverify \\
  --data-urlencode secret="$SHIELD_SECRET" \\
  --data-urlencode token="$shield_token" \\
  --data-urlencode email="$email" --data-urlencode text="$message" \\
  --data-urlencode honeypot="$website"`
