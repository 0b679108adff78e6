/** Pages that ask for Trusted Types (`require-trusted-types-for 'script'`) have to name this one in `trusted-types`. */
export const policyName = "gatehouse-shield"

/** As much of https://www.w3.org/TR/trusted-types/ as is needed; engines without it take plain addresses. */
interface TrustedTypes {
  readonly createPolicy: (name: string, rules: { readonly createScriptURL: (url: string) => string }) => {
    readonly createScriptURL: (url: string) => string
  }
}

let allowed: ((url: string) => string) | undefined

/** The address of our own script, as places take it where scripts are run. */
export const scriptUrl = (url: string): string => (allowed ??= allowing())(url)

const allowing = (): (url: string) => string => {
  const types = (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes
  const plain = (url: string) => url
  try {
    const policy = types?.createPolicy(policyName, { createScriptURL: plain })
    return policy === undefined ? plain : (url) => policy.createScriptURL(url)
  } catch {
    // A policy of that name is not allowed here: then plain addresses are, or no scripts at all.
    return plain
  }
}

/** The same in the script of a worker, which has its own policies. */
export const importing = (url: string): string =>
  `let u=${
    JSON.stringify(url)
  };try{u=trustedTypes.createPolicy("${policyName}",{createScriptURL:u=>u}).createScriptURL(u)}catch{}importScripts(u)`
