import type { LabeledMessage } from "./LabeledMessage.ts"

const base64 = (text: string): string => {
  const bytes = new TextEncoder().encode(text)
  let binary = ""
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replace(/.{76}/g, "$&\r\n")
}

/**
 * Formats a message as an email from a contact form, because other filters only read email. The headers are complete
 * and neutral.
 */
export const formatAsMail = ({ text }: LabeledMessage, at: number): string =>
  [
    "Return-Path: <form@website.example>",
    "Received: from website.example (website.example [192.0.2.10]) by mx.company.example; Fri, 20 Nov 2026 10:00:00 +0000",
    "Date: Fri, 20 Nov 2026 10:00:00 +0000",
    "From: Contact form <form@website.example>",
    "To: Team <team@company.example>",
    "Subject: Message from the website",
    `Message-ID: <${at}.form@website.example>`,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: base64",
    "",
    base64(text.replaceAll(/\r?\n/g, "\r\n")),
    ""
  ].join("\r\n")
