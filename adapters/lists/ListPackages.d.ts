/** Types of the data in packages. Without them, the compiler would derive types from each of ten thousand entries. */
declare module "fakefilter/json/data.json" {
  const data: { readonly domains: Readonly<Record<string, { readonly provider: string }>> }
  export default data
}

declare module "disposable-email-domains-js/dist/dict/disposable_email_blocklist.json" {
  const domains: ReadonlyArray<string>
  export default domains
}

declare module "email-providers/all.json" {
  const domains: ReadonlyArray<string>
  export default domains
}

declare module "role-based-email-addresses" {
  const names: ReadonlyArray<string>
  export default names
}
