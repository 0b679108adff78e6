/**
 * Domains that people mean when they mistype one, the most used first. The first twelve are so common that a near miss of
 * them is more likely a slip than a company; the rest need a closer match. Ranking: the order in which consumer mail
 * domains appear in published lists of sign-up addresses; facts, no list is copied.
 */
export const heavyDomains = [
  "gmail.com",
  "yahoo.com",
  "hotmail.com",
  "outlook.com",
  "icloud.com",
  "aol.com",
  "live.com",
  "msn.com",
  "protonmail.com",
  "googlemail.com",
  "comcast.net",
  "mail.ru"
] as const

export const commonDomains = [
  "proton.me", "me.com", "mac.com", "ymail.com", "rocketmail.com", "yandex.ru", "yandex.com", "rambler.ru", "bk.ru",
  "list.ru", "inbox.ru", "gmx.de", "gmx.net", "gmx.com", "gmx.at", "gmx.ch", "web.de", "t-online.de", "freenet.de",
  "arcor.de", "posteo.de", "mailbox.org", "orange.fr", "wanadoo.fr", "free.fr", "laposte.net", "sfr.fr", "neuf.fr",
  "bbox.fr", "libero.it", "virgilio.it", "tiscali.it", "alice.it", "tin.it", "hotmail.fr", "hotmail.co.uk", "hotmail.de",
  "hotmail.it", "hotmail.es", "hotmail.nl", "outlook.fr", "outlook.de", "outlook.es", "outlook.it", "live.fr",
  "live.co.uk", "live.nl", "live.it", "yahoo.co.uk", "yahoo.fr", "yahoo.de", "yahoo.it", "yahoo.es", "yahoo.co.in",
  "yahoo.in", "yahoo.ca", "yahoo.co.jp", "yahoo.com.br", "yahoo.com.au", "yahoo.com.ar", "yahoo.com.mx", "btinternet.com",
  "sky.com", "virginmedia.com", "talktalk.net", "ntlworld.com", "blueyonder.co.uk", "verizon.net", "att.net",
  "sbcglobal.net", "bellsouth.net", "cox.net", "charter.net", "earthlink.net", "optonline.net", "rogers.com", "shaw.ca",
  "sympatico.ca", "bigpond.com", "optusnet.com.au", "xtra.co.nz", "uol.com.br", "bol.com.br", "terra.com.br", "globo.com",
  "wp.pl", "o2.pl", "onet.pl", "interia.pl", "seznam.cz", "centrum.cz", "ziggo.nl", "kpnmail.nl", "planet.nl", "telenet.be",
  "skynet.be", "bluewin.ch", "fastmail.com", "zoho.com", "tutanota.com", "qq.com", "163.com", "126.com", "sina.com",
  "naver.com", "hanmail.net", "daum.net", "rediffmail.com", "hushmail.com", "telia.com", "abv.bg", "mynet.com"
] as const

/** Top-level parts that nobody has registered, and what was meant. */
export const misspelledTopLevels: ReadonlyMap<string, string> = new Map(Object.entries({
  con: "com", cmo: "com", comm: "com", ocm: "com", vom: "com", xom: "com", cpm: "com", coom: "com", ccom: "com",
  cim: "com", comn: "com", clm: "com", conm: "com", co_m: "com", cpom: "com", dom: "com", kom: "com", fom: "com",
  nte: "net", ner: "net", nett: "net", met: "net", bet: "net", neet: "net", nrt: "net",
  orgg: "org", ogr: "org", rog: "org", orq: "org", prg: "org", oorg: "org",
  deu: "de", ed: "edu", eud: "edu", rfu: "edu"
}))

/** Real top-level parts that are what remains of `.com` after one slip; corrected only at the heaviest domains. */
export const topLevelsLikeCom: ReadonlySet<string> = new Set(["co", "cm", "om", "ne", "cc"])

/**
 * Real domains that lie close to one of the above: mail providers, companies and universities that a check without this
 * list would "correct". Each was found by running the rule over lists of real domains, or is a known complaint.
 */
export const realNeighbours: ReadonlySet<string> = new Set([
  "mail.com", "email.com", "ymail.com", "zmail.com", "fmail.com", "vmail.com", "hmail.com", "qmail.com", "xmail.com",
  "imail.com", "umail.com", "smail.com", "bmail.com", "tmail.com", "gmx.us", "gmx.fr", "gmx.es", "gmx.co.uk", "gmx.info",
  "gmx.biz", "gmx.org", "gmx.eu", "cloud.com", "hicloud.com", "xcloud.com", "incloud.com", "mcloud.com", "scloud.com",
  "ecloud.com", "wcloud.com", "icould.com", "look.com", "onlook.com", "lookout.com", "outlet.com", "hotmail.com.br",
  "hotmall.com", "fotmail.com", "homail.com", "hotelmail.com", "yahu.com", "yaho.com", "yoo.com", "yahoo.net", "ya.com",
  "aim.com", "all.com", "aon.at", "ail.com", "abl.com", "alice.com", "like.com", "line.com", "love.com", "five.com",
  "give.com", "dive.com", "olive.com", "alive.com", "life.com", "lie.com", "lime.com", "link.com", "lives.com", "live.net",
  "live.se", "live.dk", "live.no", "live.be", "live.ca", "live.com.au", "live.de", "live.cn", "live.jp", "live.ru",
  "nsn.com", "man.com", "men.com", "mn.com", "msu.com", "mtn.com", "msnbc.com", "mba.com", "max.com", "map.com",
  "meta.com", "mc.com", "protonmail.ch", "prontomail.com", "proton.com", "photon.me", "promo.me", "google.com", "comcast.com", "concast.net",
  "compcast.net", "mailru.com", "mail.de", "mail.ee", "mail.bg", "mail.kz", "mail.by", "mail.ua", "mail.be", "mail.fr",
  "mail.dk", "mail.lv", "mail.md", "mail.tm", "mail.us", "mail.org", "email.ru", "tmail.ru", "maii.ru", "mai.ru", "maik.ru",
  "yandex.kz", "yandex.by", "yandex.ua", "yandex.net", "yandex.com.tr", "zoho.eu", "zoho.in", "zoo.com", "soho.com",
  "noho.com", "echo.com", "coho.com", "charter.com", "starter.com", "char.net", "harter.net", "cos.net", "box.net",
  "fox.net", "cox.com", "cof.net", "att.com", "at.net", "ant.net", "art.net", "atp.net", "earthlink.com", "optimum.net",
  "roger.com", "rodgers.com", "rovers.com", "show.ca", "shaw.com", "sha.ca", "sky.be", "ski.com", "sly.com", "sy.com",
  "spy.com", "skype.com", "web.com", "web.com.br", "webb.de", "weg.de", "west.de", "wien.de", "wb.de", "freenet.com",
  "fernet.de", "free.com", "free.de", "tree.fr", "fee.fr", "freed.fr", "france.fr", "orange.com", "orange.es", "orange.pl",
  "grange.fr", "sfr.com", "sf.fr", "neuf.com", "uol.com", "uol.com.ar", "vol.com.br", "bol.com", "boa.com.br", "sol.com.br",
  "terra.com", "terra.es", "terra.com.mx", "globe.com", "globo.com.br", "global.com", "glob.com", "gobo.com", "wp.com",
  "op.pl", "onet.eu", "ok.pl", "o2.co.uk", "o2.com", "onet.com", "interia.eu", "int.pl", "qq.cn", "q.com", "qq.net",
  "qqq.com", "sina.cn", "vip.sina.com", "china.com", "sin.com", "sine.com", "sinai.com", "never.com", "naver.net",
  "river.com", "daum.com", "hanmail.com", "rediff.com", "fastmail.fm", "fastmail.net", "fastmail.us", "tutanota.de",
  "tuta.com", "tuta.io", "tutamail.com", "keemail.me", "libero.com", "libra.it", "libri.it", "alice.fr", "alice.de", "alicia.it",
  "ice.it", "tim.it", "tin.com", "ten.it", "tiscali.co.uk", "tiscali.fr", "virgin.net", "virginia.it", "inbox.com",
  "inbox.lv", "inbox.lt", "list.com", "lust.ru", "best.ru", "lis.ru", "blist.ru", "bk.com", "ok.ru", "by.ru", "bb.ru",
  "vk.com", "me.net", "mi.com", "mme.com", "one.com", "mac.net", "imac.com", "mag.com", "mack.com", "mae.com", "macs.com",
  "mail2world.com", "mailbox.com", "posteo.net", "posteo.eu", "poste.de", "post.de", "telnet.be", "telenet.com", "abv.com",
  "planet.com", "plant.nl", "planes.nl", "ziggo.com", "seznam.com", "centrum.sk", "centrum.com", "centrum.cz", "atlas.cz",
  "volny.cz", "email.cz", "post.cz", "bigpond.net.au", "bigpond.net", "optus.com.au", "sympatico.com", "telia.se",
  "telia.net", "tele.com", "tesla.com", "delia.com", "hushmail.me", "hush.com", "mynet.net", "mint.com", "minet.com"
])
