/**
 * Trade of a brand's customers. If a brand name is also a word, words of the trade next to it show that the brand is
 * meant.
 */
export type Trade = "games" | "coins" | "devices"

export const trades: ReadonlyArray<Trade> = ["games", "coins", "devices"]

const words: Readonly<Record<Trade, string>> = {
  games: `
csgo cs2 cs go pubg rust dota dota2 skin skins drop drops trade trades trading tradeoffer tradeoffers offer offers nitro gift gifts gifting
community communities workshop esport esports tournament tournaments team teams facepunch knife knives case cases loot roulette roll spin
store powered event events vote voting pro league major premier premiere play player game games gaming camp api apps app groups supply
summer winter sale giveaway keys prime code codes free bonus market item items inventory
`,
  coins: `
dex defi swap bridge node nodes dapp dapps token tokens sync synchronize synchronizer resync rectify rectification rectifications restore
wallet wallets vault vaults backup live app apps web3 qfs hub airdrop mint nft nfts eth btc usdt suite desktop start startlive connect
reconnect validator validate fix fixnodes bugsrefix merge clone network explorer support device seed recovery recov nano stake staking
cold hardware manage manager quantum resistant global online portal exchange pro
`,
  devices: `
find found lost locate located location iforget ios iphone ipad imac icloud device devices id ids map maps localizar localiza buscar
dispositivo dispositivos ubicacion rastrear trouver localiser appareil appareils unlock support
`
}

/**
 * Words that brand owners use for their own projects and that are useless for phishing: `scotiabankarena`,
 * `mastercardfdn`.
 */
const ownerProjectWords: ReadonlySet<string> = new Set(
  "arena stadium park stage cup golf marathon bikes museum foundation fdn fund institute institutional conservation engineering research newsroom press annualreport"
    .split(" ")
)

export const areOwnerProjectWords = (words: ReadonlyArray<string>): boolean =>
  words.length > 0 && words.every((word) => ownerProjectWords.has(word))

let cached: Readonly<Record<Trade, ReadonlySet<string>>> | null = null

/** Returns the words of a trade. The sets are built once on first use. */
export const tradeWords = (trade: Trade): ReadonlySet<string> => {
  cached ??= { games: read(words.games), coins: read(words.coins), devices: read(words.devices) }
  return cached[trade]
}

const read = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ""))
