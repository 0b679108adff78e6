import type { Page } from "playwright-core"

/** Untrusted strings that could become markup or a script, one for each context that OWASP names. */
export const payloads: ReadonlyArray<string> = [
  `<img src=//evil.test/x onerror=alert(1)>`,
  `<script>alert(1)</script>`,
  `"><svg/onload=alert(1)>`,
  `' autofocus onfocus=alert(1) x='`,
  `</title></textarea></style><b id=injected>`,
  `<iframe srcdoc="<script>alert(1)</script>">`,
  `<a href="javascript:alert(1)" id=injected>x</a>`,
  `<style id=injected>*{display:none}</style>`,
  `<base href=//evil.test/>`,
  `<form action=//evil.test/><button id=injected>Sign in</button>`,
  `javascript:alert(1)//`,
  `\${alert(1)}{{constructor.constructor('alert(1)')()}}`
]

/** Payloads that create elements if a page treats them as markup. */
export const markup = payloads.filter((payload) => payload.includes("<"))

/** Returns the elements of a page that only injected markup can have created. */
export const injected = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(() => {
    const odd =
      "#injected, iframe, base, object, embed, [onerror], [onload], [onfocus], [srcdoc], form[action], script:not([src])"
    const links = [...document.querySelectorAll("a[href], area[href]")].filter((link) =>
      new URL((link as HTMLAnchorElement).href, document.baseURI).origin !== location.origin
    )
    return [...document.querySelectorAll(odd), ...links].map((element) => element.outerHTML.slice(0, 200))
  })
