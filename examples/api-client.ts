import { createClient, isGatehouseError } from "gatehouse/client"

const { GATEHOUSE_URL = "http://127.0.0.1:8080", KEY = "" } = process.env

const gatehouse = createClient({ baseUrl: GATEHOUSE_URL, apiKey: KEY })

/** Returns the message that a sign-up form shows for an address. */
const advice = async (email: string): Promise<string> => {
  try {
    const { did_you_mean, disposable } = await gatehouse.scanEmail({ email })
    if (did_you_mean !== null) return `did you mean ${did_you_mean}?`
    return disposable ? "please use a permanent address" : "welcome"
  } catch (error) {
    if (!isGatehouseError(error)) throw error
    switch (error.code) {
      case "invalid_request":
      case "unprocessable":
        return error.message
      case "connection_failed":
      case "timeout":
      case "unavailable":
        return "welcome (not checked)"
      default:
        throw error
    }
  }
}

for (const email of ["ann@gmial.com", "bob@mailinator.com", "ann@@example.com"]) {
  console.log(`${email}: ${await advice(email)}`)
}

const document = new Blob([
  "%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>>>endobj\ntrailer<</Root 1 0 R>>"
])
const { metadata, result } = await gatehouse.withMetadata.scanDocument({ file: document, filename: "invoice.pdf" })
console.log(`${result.filename}: ${result.rating} (${result.score}), ${metadata.creditsCharged} credits`)
