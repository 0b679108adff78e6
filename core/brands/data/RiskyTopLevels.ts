/**
 * Top levels that cost little or nothing and are in phishing far beyond their share. Source: the yearly reports of Interisle
 * ("Phishing Landscape") and Spamhaus on the most abused top levels, and Freenom's former five.
 */
const riskyTopLevels: ReadonlySet<string> = new Set(
  ("tk ml ga cf gq top xyz icu buzz cyou cfd sbs rest click link live online site shop store club vip fun space website work lol " +
    "monster quest bond pw cc ws su cn info biz life world today support center fit wang win bid loan men date racing review " +
    "trade stream download party science cam zip mov beauty hair skin makeup autos boats homes mom lat digital services " +
    "help email team run app pro asia best press host uno ltd ink kim mobi name tokyo bar casa ryukyu surf").split(" ")
)

/** @param suffix what follows the name: `com`, `co.uk` */
export const isRiskyTopLevel = (suffix: string): boolean =>
  riskyTopLevels.has(suffix.slice(suffix.lastIndexOf(".") + 1))

/**
 * Whether anybody may have a name there, and few brands do: what came after 2012, `us.com` and the like, and those of small countries
 * that are sold to the world as something else.
 */
export const isOpenTopLevel = (suffix: string): boolean => {
  const last = suffix.slice(suffix.lastIndexOf(".") + 1)
  return isRiskyTopLevel(suffix) || (last.length > 2 && !oldTopLevels.has(last)) || sharedTopLevels.test(suffix)
}

/** Those that came before, most of which not everybody may have a name in. */
const oldTopLevels: ReadonlySet<string> = new Set(
  "com net org edu gov mil int arpa aero cat coop jobs museum post tel travel".split(" ")
)

const sharedTopLevels = /^(?:[a-z]{2}\.(?:com|net|org)|ai|cc|co|eu|fm|gg|io|la|ly|me|net|org|sh|so|to|tv|us|vc|ws)$/
