/**
 * Forwarding and alias services. Their addresses are not disposable: they reach a person who chose to hide an address.
 * Lists of disposable domains contain most of these services. Source: each service's own pages.
 */
export const relayDomains: ReadonlyArray<string> = [
  "privaterelay.appleid.com", "icloud.com", "duck.com", "mozmail.com", "relay.firefox.com", "simplelogin.com",
  "simplelogin.co", "simplelogin.fr", "simplelogin.io", "aleeas.com", "slmail.me", "slmails.com", "silomails.com",
  "8alias.com", "8shield.net", "dralias.com", "passmail.net", "passinbox.com", "passmail.com", "passfwd.com", "anonaddy.com",
  "anonaddy.me", "addy.io", "33mail.com", "erine.email", "forwardemail.net", "improvmx.com", "cloaked.id", "opayq.com"
]

/**
 * Real mail providers, universities and companies, which never count as disposable. Lists of disposable domains contain
 * many of them by mistake. The mistakes were found by comparison with lists of real domains.
 */
export const notDisposableDomains: ReadonlyArray<string> = [
  "nus.edu.sg", "keemail.me", "tuta.com", "tuta.io", "tutamail.com", "tutanota.com", "tutanota.de", "tom.com", "21cn.com",
  "afternic.com", "blogs.com", "mamba.ru", "yandex.net", "hola.org", "test.com", "example.com", "craigslist.org", "angi.com",
  "asics.com", "sohu.com", "139.com", "189.cn", "freemail.hu", "google.com", "microsoft.com", "mail.ru", "yandex.ru",
  "comcast.net", "att.net", "debian.org", "mail.com", "email.com", "gmx.com", "gmx.de", "web.de", "proton.me", "protonmail.com",
  "pm.me", "fastmail.com", "fastmail.fm", "hushmail.com", "zoho.com", "rediffmail.com", "inbox.lv", "inbox.com", "ukr.net",
  "i.ua", "bigmir.net", "o2.pl", "wp.pl", "op.pl", "interia.pl", "onet.pl", "seznam.cz", "centrum.cz", "laposte.net",
  "posteo.de", "posteo.net", "mailbox.org", "disroot.org", "riseup.net", "startmail.com", "runbox.com", "mailfence.com",
  "sify.com", "sibmail.com", "mihanmail.ir", "latinmail.com", "spamarrest.com", "mail2world.com", "sdf.org", "zapak.com",
  "mijnhva.nl", "test.de", "99.com", "51.com", "blogos.com", "sankakucomplex.com", "hidemyass.com", "theporndude.com",
  "nextag.com", "beliefnet.com", "feedspot.com", "displays2go.com", "link-assistant.com", "freshmail.com", "ibibo.com",
  "ukmail.com", "crazydomains.com", "buygoods.com", "hot.com", "joi.com", "myabandonware.com", "webgarden.com", "aver.com",
  "podatnik.info", "stockpair.com", "topseos.com", "xooit.fr", "salla.dev", "latinchat.com", "loveme.com"
]

/**
 * Reports whether a domain ends in `.edu`, `.edu.xx` or `.ac.xx`, which are intended for schools. The largest list of
 * disposable domains is ignored for such domains. The other lists still count, because some registries sell such
 * domains to anyone (`edu.pl`, `edu.kg`).
 */
export const isAcademic = (domain: string): boolean => /\.(?:edu(?:\.[a-z]{2})?|ac\.[a-z]{2})$/.test(domain)

/**
 * Zones of free hosting and dynamic DNS in which anyone can register a name, and which the Public Suffix List does not
 * contain. If a list contains a zone, the names in it are still not considered disposable. Source: the services' own
 * pages (freedns.afraid.org, infinityfree.com, changeip.com, ydns.io).
 */
export const sharedZones: ReadonlySet<string> = new Set([
  "mooo.com", "chickenkiller.com", "us.to", "uk.to", "my.to", "undo.it", "allowed.org", "strangled.net", "ignorelist.com",
  "jumpingcrab.com", "crabdance.com", "twilightparadox.com", "bot.nu", "ftp.sh", "l5.ca", "25u.com", "zyns.com", "ns01.biz",
  "ydns.eu", "rf.gd", "42web.io", "unaux.com", "esy.es", "pe.hu", "xooit.fr", "webgarden.com"
])
