import type { Page } from "playwright-core"

/** What comes from outside and would like to be markup or a script: OWASP's contexts, one of each. */
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

/** Those that make elements of a page that takes them for markup. */
export const markup = payloads.filter((payload) => payload.includes("<"))

/** What a page holds that only markup from outside can have made. */
export const injected = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(() => {
    const odd =
      "#injected, iframe, base, object, embed, [onerror], [onload], [onfocus], [srcdoc], form[action], script:not([src])"
    const links = [...document.querySelectorAll("a[href], area[href]")].filter((link) =>
      new URL((link as HTMLAnchorElement).href, document.baseURI).origin !== location.origin
    )
    return [...document.querySelectorAll(odd), ...links].map((element) => element.outerHTML.slice(0, 200))
  })
