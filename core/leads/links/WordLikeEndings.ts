const namesIn = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/**
 * Top-level domains that are words of large languages, too: `thanks.it works`, a sentence that begins without a blank. Source:
 * IANA's root zone.
 */
export const wordEndings = namesIn(`
  ad ai al am an as at be bg by ca co de do es et fr id ie il im in is it la li lo ma me mi mo mu my na ne ni no nu of om
  ml pub st cc
  or pa pe pm po re ru sa se si so st su ta tl to tu tv uk us va vi ya za
  able actor ad app art author auto baby bar best bet bible bid bike bio black blue book boo boutique box build business buy cab
  call car care cars case cash cat center chat cheap check church city claim cleaning click clothing cloud coach code
  coffee community company computer contact cool country credit data date day deal dental design direct do dog education
  email energy events exchange expert express fail fan farm fast fashion fish fit fitness florist food football forum
  foundation free fun fund furniture game games garden gift gold golf good group guide hair health help here holiday home
  horse hospital host hot house how insurance international investments job jobs joy kids kim land lawyer learning legal
  life like limited link live living loan love market marketing med media men mobile money movie music name network new
  news now one open organic page paris partners parts party pay pet phone photo photos pictures pink pizza place play plus
  press prime productions promo properties property protection pub read realty recipes red rent rentals repair report
  review reviews rich rip room run safe safety sale save school science search season secure security select services sex
  shoes shopping show singles skin sky smart social software solutions space spot star storage store studio study style
  support surf surgery systems talk tax taxi team technology tickets tips tires today top total tours town toys trade
  training travel trust tube university vacations versicherung vet video vision vote voyage watch weather wedding wiki win
  wine winners work works world wow you zone
  ing ltd inc llc gmbh dr srl
`)

/** Top-level domains that end the names of files as well. */
export const fileEndings = namesIn("cab cpa java md mm mov pl ps py rs sh zip")
