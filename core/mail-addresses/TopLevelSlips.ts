/** Top-level parts that nobody has registered, and what was meant. */
export const misspelledTopLevels: ReadonlyMap<string, string> = new Map([
  ..."con cmo comm ocm vom xom cpm coom ccom cim comn clm conm cpom cpn kom fom commm como comq"
    .split(" ").map((slip) => [slip, "com"] as const),
  ..."nte nett neet nrt ent nwt".split(" ").map((slip) => [slip, "net"] as const),
  ..."orgg ogr orq prg oorg".split(" ").map((slip) => [slip, "org"] as const),
  ..."eud rfu eduu".split(" ").map((slip) => [slip, "edu"] as const)
])

/**
 * Real top-level parts that are what remains of `.com` after one slip, or a key beside it; corrected only at the heaviest
 * domains.
 */
export const topLevelsLikeCom: ReadonlySet<string> = new Set(["co", "cm", "om", "ne", "cc"])
