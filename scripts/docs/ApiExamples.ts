/** Request that works when pasted into a shell, and the response that the server sends. */
export interface ApiExample {
  readonly curl: string
  readonly response: unknown
}

/** Address of the server in the examples. The site replaces it by the address from which it was loaded. */
export const exampleOrigin = "http://127.0.0.1:8080"

const keyed = "-H \"API-KEY: $KEY\""
const json = "-H \"Content-Type: application/json\""

const postJson = (path: string, body: string): string =>
  `curl ${exampleOrigin}${path} \\\n  ${keyed} \\\n  ${json} \\\n  -d '${body}'`

/** Examples by path. The endpoints of the widget have none, because only its script can compute valid requests. */
export const apiExamples: Readonly<Record<string, ApiExample>> = {
  "/scan": {
    curl:
      `printf '%%PDF-1.7\\n1 0 obj<</Type/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>>>endobj\\ntrailer<</Root 1 0 R>>' > invoice.pdf\n` +
      `curl ${exampleOrigin}/scan ${keyed} -F file=@invoice.pdf`,
    response: {
      ok: true,
      score: 30,
      rating: "block",
      reasons: [{ code: "LAUNCH_ACTION", message: "cmd.exe is started automatically (object 1)" }],
      summary: { links_found: 0, unique_domains: [], has_embedded_files: false, has_macros: false },
      file_hash: "sha256:d8b6b257c10467ecd5cec5a51a20800314a0a9c7fdc6f2f36ad57187f72e2d47",
      filename: "invoice.pdf",
      timestamp: "2026-11-21T10:04:54.146+00:00"
    }
  },
  "/scan/url": {
    curl: postJson("/scan/url", "{\"url\": \"http://malware.wicar.org/data/eicar.com\"}"),
    response: { ok: false }
  },
  "/scan/email": {
    curl: postJson("/scan/email", "{\"email\": \"ann@gmial.com\", \"ip\": \"203.0.113.7\"}"),
    response: {
      ok: true,
      email: "ann@gmial.com",
      domain: "gmial.com",
      disposable: false,
      email_blocked: false,
      role_account: false,
      public_domain: false,
      did_you_mean: "ann@gmail.com",
      ip_blocked: false,
      country_blocked: false
    }
  },
  "/scan/email/bulk": {
    curl: postJson("/scan/email/bulk", "{\"emails\": [\"sales@example.com\", \"nobody\"]}"),
    response: {
      ok: true,
      results: [{
        index: 0,
        email: "sales@example.com",
        domain: "example.com",
        disposable: false,
        email_blocked: false,
        role_account: true,
        public_domain: false,
        did_you_mean: null
      }],
      errors: [{ index: 1, email: "nobody", message: "Invalid email: the @ is missing." }]
    }
  },
  "/lead/analyze": {
    curl: postJson(
      "/lead/analyze",
      "{\"email\": \"ann@gmial.com\", \"message\": \"Hello, what does a subscription for ten people cost per year?\", \"source\": \"contact form\"}"
    ),
    response: {
      request_id: "01a1ff77-80d2-75f5-94e0-824936cb8da8",
      verdict: "clean",
      risk_score: 6,
      categories: ["email_typo"],
      reasons: ["The domain gmial.com is probably a typo for gmail.com."],
      language: "en"
    }
  },
  "/submit-phishing-link": {
    curl: postJson("/submit-phishing-link", "{\"url\": \"https://paypa1-login.example/verify\"}"),
    response: { id: 1, url: "https://paypa1-login.example/verify" }
  },
  "/shield/siteverify": {
    curl: `curl ${exampleOrigin}/shield/siteverify -d secret=gh_secret_test -d token=`,
    response: { success: true, degraded: true }
  }
}
