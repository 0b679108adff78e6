import { foldCharacters } from "../letters/Skeleton.ts"
import { WordFilter } from "../letters/WordFilter.ts"

/**
 * Lures: words that promise a brand's sign-in, payment, parcel or support, in the languages of the most frequent
 * victims. Compiled for this project from names in public phishing feeds.
 */
const lures = `
login logon signin signon logout signout log sign auth oauth authentication authenticate authorize sso mfa otp twofactor
secure secured security safe safety protect protection protected
verify verified verification verifying validate validation confirm confirmed confirmation identity kyc
account accounts acct myaccount profile user users userid username member members membership customer customers client clients
password passwd pass passcode reset recovery recover restore restored restoration unlock unlocked locked lock suspended suspend
suspension limited limitation restricted blocked hold expired expire renew renewal reactivate activate activation active
update updates updated updating upgrade billing bill payment payments pay paid payout invoice invoices receipt refund refunds
cashback transfer transaction transactions deposit withdraw withdrawal wallet wallets seed phrase airdrop claim claims mint
giveaway boost boosts gift gifts giftcard bonus reward rewards prize winner nitro free promo voucher coupon points
alert alerts notice notification notifications notify warning urgent action required case ticket dispute resolution resolve
support supports help helpdesk helpline helpcenter service services servicing care assist assistance agent desk hotline
delivery deliver deliveries parcel parcels package packages pkg track tracking tracker trackid shipment shipping ship courier
customs redelivery reschedule post postal bank banking banks onlinebanking ebanking netbank netbanking internetbanking mobilebanking
onlinebank webscr web weblogin webmail portal session token connect connection sync migrate migration dapp stake staking swap
online admin appeal copyright badge centre center form forms survey review share shared document documents docs file files
view viewer sharing download downloads install installer setup www wwww http https ssl
fraud unusual activity intl checkout order orders enroll register registration signup subscribe subscription
anmelden anmeldung einloggen konto konten kunde kunden kundencenter kundenservice sicherheit sicher sichern bestaetigen
bestaetigung verifizierung verifizieren aktualisierung aktualisieren zustellung sendung paket rechnung zahlung freigabe tan pushtan
connexion compte comptes securite securise livraison colis remboursement paiement facture espace espaceclient suivi
cuenta cuentas seguro seguridad acceso ingreso ingresar cliente clientes banca banco envio envios paquete paquetes pago pagos
verificar verificacion actualizar conta contas entrar acesso seguranca atualizar atualizacao pagamento fatura rastreio
accesso conto conti sicurezza sicuro aggiorna aggiornamento verifica spedizione pacco pagamenti rimborso
inloggen rekening beveiliging bezorging pakket betaling logowanie konta przesylka paczka platnosc weryfikacja
`

/** Companion words, which accompany a brand name without promising sign-in, payment, parcel or support. */
const companions = `
my the go get new use try buy app apps mobile phone tel call mail email mails inbox contact contacts id ids card cards credit debit
store shop shops shopping sale sales outlet deals deal offer offers market cart official original real true team teams group corp inc
ltd company global world international usa us uk eu de fr it es au ca br jp asia europe india japan america
info news blog forum community tv live video videos chat room plus pro premium prime max one now today click link links url
page pages site website home homepage direct hub zone city land point point express fast easy quick best top vip club
game games gaming player server servers cloud data drive host hosting net network tech dev api test beta cdn static
img images media assets pics photo photos ads ad business work works job jobs career careers academy school edu learning
trade trading trader exchange crypto coin coins invest investment investments finance financial fund loan loans insurance
code codes key keys number gov tax park partner partners event events party fan fans find search for from with and
confirmme rest send receive dashboard manager manage management system systems enterprise office hr it legal policy terms
access agree blue red green black white gold silver choose choice summary feel find read learn think make take give keep hold turn open
close start stop begin end run walk talk speak tell ask say see look hear know want need like love hate hope wish work help call come
leave stay live move bring carry put set let show hide add change save spend win lose pick drop group people man woman kid boy girl
family friend friends life time hour minute month night morning new old big small great little long short high low good bad better
this that these those what when where which who why how all any some every each more most less other another same our your his her
its their us we you he she they about after again always before between during never only over same still then there through
until very while year day week summer winter christmas black friday travel hotel flight car book music play watch stream
generator hack cheat unlocker followers likes viewers robux skins trades
`

const splitWords = (text: string): ReadonlyArray<string> => text.split(/\s+/).filter((word) => word !== "")

export interface LureWordSets {
  readonly lures: ReadonlySet<string>
  readonly lureFilter: WordFilter
  /** Lures and companion words together. */
  readonly known: ReadonlySet<string>
  /** Lures of at least four letters, with similar characters unified. */
  readonly folded: ReadonlySet<string>
}

let cached: LureWordSets | null = null

/** Returns the word sets, built once on first use. */
export const lureWordSets = (): LureWordSets => {
  cached ??= {
    lures: new Set(splitWords(lures)),
    lureFilter: new WordFilter(splitWords(lures)),
    known: new Set([...splitWords(lures), ...splitWords(companions)]),
    folded: new Set(splitWords(lures).filter((word) => word.length >= partCharsMin).map(foldCharacters))
  }
  return cached
}

/** Class of the text next to a brand name, by the known words in it. */
export type AdjacentTextClass = "lure" | "words" | "partly" | "unknown"

/** Length of the longest known word. */
const wordCharsMax = 18
/** Minimum length of a lure that may match a part of a text. Shorter words occur in any text. */
const partCharsMin = 4

/**
 * Classifies the text next to a brand name. Text of the classes `lure` and `words` consists entirely of known words and
 * digits; `lure` has at least one lure, `words` has none. A lure with digits instead of letters is also `lure`.
 * `partly` starts or ends with a lure. `unknown` is any other text.
 */
export const classifyAdjacentText = (rest: string): AdjacentTextClass => {
  const { folded, known, lures } = lureWordSets()
  // Digits instead of letters (`secur3`, `verlfy1`) are an attempt to evade filters.
  if (/\d/.test(rest) && folded.has(foldCharacters(rest.replace(/\d{1,4}$/, "")))) return "lure"
  if (/\d/.test(rest) && folded.has(foldCharacters(rest))) return "lure"
  // State of each offset: 0 if whole words do not lead to it, 1 if they do without a lure, 2 if they do with a lure.
  const reached = new Uint8Array(rest.length + 1)
  reached[0] = 1
  for (let from = 0; from < rest.length; from++) {
    const before = reached[from]!
    if (before === 0) continue
    if (isDigit(rest.charCodeAt(from))) reached[from + 1] = Math.max(reached[from + 1]!, before)
    for (let to = from + 2; to <= Math.min(rest.length, from + wordCharsMax); to++) {
      const word = rest.slice(from, to)
      if (known.has(word)) reached[to] = Math.max(reached[to]!, lures.has(word) ? 2 : before)
    }
  }
  if (reached[rest.length] === 2) return "lure"
  if (reached[rest.length] === 1) return "words"
  for (let chars = partCharsMin; chars < Math.min(rest.length, wordCharsMax); chars++) {
    if (lures.has(rest.slice(0, chars)) || lures.has(rest.slice(-chars))) return "partly"
  }
  return "unknown"
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

/** Parts of the paths of pages that ask for a password or card. */
const loginParts = [
  "login",
  "logon",
  "signin",
  "sign-in",
  "sign_in",
  "log-in",
  "verif",
  "secur",
  "account",
  "auth",
  "password",
  "passwort",
  "webscr",
  "confirm",
  "wallet",
  "billing",
  "unlock",
  "recover",
  "anmeld",
  "connexion",
  "acceso",
  "accesso"
]

const pathCharsMax = 2_000

export const isLoginPath = (path: string): boolean => {
  const lower = path.slice(0, pathCharsMax).toLowerCase()
  return loginParts.some((part) => lower.includes(part))
}
