/**
 * Addresses at a forwarding or alias service reach a person who chose to hide an address; they are not throwaway, though
 * several lists of throwaway domains name them. Source of each: the service's own pages.
 */
export const relayDomains: ReadonlyArray<string> = [
  "privaterelay.appleid.com", "icloud.com", "duck.com", "mozmail.com", "relay.firefox.com", "simplelogin.com",
  "simplelogin.co", "simplelogin.fr", "simplelogin.io", "aleeas.com", "slmail.me", "slmails.com", "silomails.com",
  "8alias.com", "8shield.net", "dralias.com", "passmail.net", "passinbox.com", "passmail.com", "passfwd.com", "anonaddy.com",
  "anonaddy.me", "addy.io", "33mail.com", "erine.email", "forwardemail.net", "improvmx.com", "cloaked.id", "opayq.com"
]

/**
 * Real mail providers, universities and companies that lists of throwaway domains name by mistake, found by holding the
 * lists against lists of real ones.
 */
export const realDomains: ReadonlyArray<string> = [
  "nus.edu.sg", "keemail.me", "tuta.com", "tuta.io", "tutamail.com", "tutanota.com", "tutanota.de", "tom.com", "21cn.com",
  "afternic.com", "blogs.com", "mamba.ru", "yandex.net", "hola.org", "test.com", "example.com", "craigslist.org", "angi.com",
  "asics.com", "sohu.com", "139.com", "189.cn", "freemail.hu", "google.com", "microsoft.com", "mail.ru", "yandex.ru",
  "comcast.net", "att.net", "debian.org", "mail.com", "email.com", "gmx.com", "gmx.de", "web.de", "proton.me", "protonmail.com",
  "pm.me", "fastmail.com", "fastmail.fm", "hushmail.com", "zoho.com", "rediffmail.com", "inbox.lv", "inbox.com", "ukr.net",
  "i.ua", "bigmir.net", "o2.pl", "wp.pl", "op.pl", "interia.pl", "onet.pl", "seznam.cz", "centrum.cz", "laposte.net",
  "posteo.de", "posteo.net", "mailbox.org", "disroot.org", "riseup.net", "startmail.com", "runbox.com", "mailfence.com"
]

/** Universities: `.edu`, `.edu.xx` and `.ac.xx` are handed out to schools only. */
export const isAcademic = (domain: string): boolean => /\.(?:edu(?:\.[a-z]{2})?|ac\.[a-z]{2})$/.test(domain)

/** Consumer providers that the packaged lists lack. Source: the providers' own pages. */
export const morePublicProviders: ReadonlyArray<string> = [
  "tuta.com", "tuta.io", "tutamail.com", "tutanota.com", "tutanota.de", "keemail.me", "internet.ru", "zoznam.sk",
  "riseup.net", "disroot.org", "startmail.com", "chello.at", "telia.com", "mail.kz", "proton.me", "pm.me", "protonmail.com",
  "icloud.com", "me.com", "mac.com", "hey.com", "fastmail.com", "fastmail.fm", "posteo.de", "posteo.net", "mailbox.org",
  "runbox.com", "mailfence.com", "zohomail.com", "zohomail.eu", "zoho.com", "yandex.com", "yandex.ru", "ya.ru", "yandex.by",
  "yandex.kz", "vk.com", "inbox.ru", "list.ru", "bk.ru", "rambler.ru", "ukr.net", "i.ua", "meta.ua", "seznam.cz", "email.cz",
  "centrum.cz", "volny.cz", "atlas.cz", "azet.sk", "post.sk", "abv.bg", "mail.bg", "dir.bg", "inbox.lv", "inbox.lt", "mail.ee",
  "hot.ee", "wp.pl", "o2.pl", "onet.pl", "op.pl", "interia.pl", "gazeta.pl", "libero.it", "virgilio.it", "alice.it", "tin.it",
  "tiscali.it", "laposte.net", "orange.fr", "wanadoo.fr", "free.fr", "sfr.fr", "bbox.fr", "gmx.de", "gmx.net", "gmx.at",
  "gmx.ch", "gmx.com", "web.de", "t-online.de", "freenet.de", "arcor.de", "bluewin.ch", "ziggo.nl", "kpnmail.nl", "xs4all.nl",
  "telenet.be", "skynet.be", "naver.com", "hanmail.net", "daum.net", "nate.com", "kakao.com", "qq.com", "foxmail.com",
  "163.com", "126.com", "yeah.net", "sina.com", "sina.cn", "sohu.com", "139.com", "189.cn", "aliyun.com", "21cn.com", "tom.com",
  "docomo.ne.jp", "ezweb.ne.jp", "softbank.ne.jp", "nifty.com", "uol.com.br", "bol.com.br", "terra.com.br", "ig.com.br",
  "globo.com", "globomail.com", "rediffmail.com", "sapo.pt", "mynet.com", "walla.co.il", "walla.com", "duck.com", "mozmail.com"
]

/** Spellings that a list of providers holds by mistake: slips of the finger, not providers. */
export const misspelledProviders: ReadonlyArray<string> = [
  "gmail.con", "hotmail.con", "yahoo.con", "gmail.co", "gmail.om", "gmail.cm", "gamil.com", "gmial.com", "gmai.com",
  "gmal.com", "hotmial.com", "hotmal.com", "hotmai.com", "yaho.com", "yahooo.com", "outlok.com", "hotmail.co", "yahoo.co"
]

/** Names of functions in other languages than English, beside the packaged list. */
export const moreRoles: ReadonlyArray<string> = [
  "vertrieb", "verkauf", "rechnung", "rechnungen", "buchhaltung", "bewerbung", "bewerbungen", "personal", "empfang",
  "anfrage", "anfragen", "kontakt", "kundenservice", "datenschutz", "einkauf", "verwaltung", "zentrale", "redaktion",
  "contacto", "ventas", "facturacion", "facturas", "soporte", "atencion", "atencionalcliente", "administracion", "compras",
  "comptabilite", "facturation", "accueil", "commercial", "recrutement", "direction", "contact", "serviceclient", "achats",
  "info", "informazioni", "vendite", "ufficio", "amministrazione", "fatture", "fatturazione", "segreteria", "assistenza",
  "contato", "vendas", "financeiro", "faturamento", "suporte", "atendimento", "comercial", "recepcao", "verkoop", "inkoop",
  "facturen", "klantenservice", "administratie", "receptie", "biuro", "sprzedaz", "zakupy", "faktury", "ksiegowosc",
  "sekretariat", "kadry", "obchod", "fakturace", "podpora", "satis", "bilgi", "iletisim", "muhasebe", "destek", "prodaja",
  "racunovodstvo", "forsaljning", "kundtjanst", "faktura", "salg", "kundeservice", "myynti", "asiakaspalvelu", "laskutus",
  "zakaz", "otdelprodazh", "buhgalteria", "priemnaya", "abuse", "hostmaster", "postmaster", "webmaster", "noc", "security"
]

/** Entries of two letters hit people's initials, except these. */
export const shortRoles: ReadonlySet<string> = new Set(["hr", "it", "pr", "qa", "ir"])

/** Listed as roles, but given names, places and titles of people as well. */
export const notRoles: ReadonlySet<string> = new Set(["paris", "dean", "dev", "jobs", "london", "berlin"])
