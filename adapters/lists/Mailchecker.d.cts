export declare const loadMailchecker: () => {
  /** Returns the set of listed domains, which the package keeps. The caller must not change it. */
  readonly blacklist: () => ReadonlySet<string>
}
