/** Example of a request body, and of the response that the server sends. */
export interface ApiExample {
  readonly request: Readonly<Record<string, unknown>>
  readonly response: Readonly<Record<string, unknown>>
}

const challenge =
  "sc1.vrfhp32q.AQGiCJ3FncQTwKNxNko80IQJdGVzdF9wYXNzAAGiCJ3FnQGiCJ-aXQEQBOf6.9U7Tt0RBDX5XXSdfPCv7BFZtgFgACyQDnrwxGIn0Giw"
const ticket = "st1.vrfhp32q.AQGiCJ3F3kYTwKNxNko80IQJdGVzdF9wYXNz.kC1x0R2Q8mJpZVb5nT7yLw"

/**
 * Examples by path, for the OpenAPI document and the API reference. A test sends all of them except the widget's
 * examples.
 */
export const apiExamples: Readonly<Record<string, ApiExample>> = {
  "/scan": {
    request: { url: "https://example.com/invoice.pdf" },
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
    request: { url: "http://malware.wicar.org/data/eicar.com" },
    response: { ok: false }
  },
  "/scan/email": {
    request: { email: "ann@gmial.com", ip: "203.0.113.7" },
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
    request: { emails: ["sales@example.com", "nobody"] },
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
    request: {
      email: "ann@gmial.com",
      message: "Hello, what does a subscription for ten people cost per year?",
      source: "contact form"
    },
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
    request: { url: "https://paypa1-login.example/verify" },
    response: { id: 1, url: "https://paypa1-login.example/verify" }
  },
  "/shield/siteverify": {
    request: { secret: "gh_secret_test", token: "" },
    response: { success: true, degraded: true }
  },
  "/shield/challenge": {
    request: { sitekey: "gh_site_test_pass" },
    response: {
      ok: true,
      challenge,
      profile: "argon2id",
      seed: "AaIIncWdxBPAo3E2SjzQhA",
      puzzles: 16,
      bits: 4,
      expires_in: 120
    }
  },
  "/shield/redeem": {
    request: { challenge, counters: [3, 17, 5, 9, 0, 21, 8, 2, 14, 6, 30, 11, 1, 19, 4, 7], signals: null },
    response: {
      ok: true,
      token: "sh1.vrfhp32q.AQGiCJ3F4m8TwKNxNko80IQJdGVzdF9wYXNz.Yx3fW0s7d1uPzq9aQeRt2A",
      ticket,
      expires_in: 300,
      ticket_expires_in: 600
    }
  },
  "/shield/refresh": {
    request: { ticket, signals: null },
    response: {
      ok: true,
      token: "sh1.vrfhp32q.AQGiCJ3GAbQTwKNxNko80IQJdGVzdF9wYXNz.hJ8kLm2nBvC4xZ6aSdF0gQ",
      expires_in: 300
    }
  }
}
