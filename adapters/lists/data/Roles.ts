/** Role names in languages other than English, and mailbox names of RFC 2142. Many are also in the packaged list. */
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

/** Two-letter names that count as roles. Other two-letter names may be a person's initials. */
export const shortRoles: ReadonlySet<string> = new Set(["hr", "it", "pr", "qa", "ir"])

/**
 * Names that are also given names, surnames, places or titles of people. They do not count as roles, even if the
 * packaged list contains them.
 */
export const notRoleNames: ReadonlySet<string> = new Set(["paris", "dean", "dev", "jobs", "london", "berlin"])

/** Names to which people add a number if the plain name is taken: `user42` is a person, but `sales42` is a role. */
export const personalWithNumber: ReadonlySet<string> = new Set([
  "user", "member", "student", "test", "friends", "people", "captain", "coach", "ceo", "angels", "alpha", "beta", "family",
  "hello", "hi", "hola", "abc", "aaa", "asd", "asdf"
])
