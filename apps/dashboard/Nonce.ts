/** Of this page: the server writes a fresh one into every answer. Style elements that scripts add carry it. */
export const styleNonce = (): string => document.querySelector<HTMLMetaElement>("meta[name=csp-nonce]")?.content ?? ""

/** Dialogs lock the page's scrolling with a style element of a package that looks for the nonce under this name (get-nonce). */
export const keepNonce = (): void => {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
}
