/**
 * Consumer mail providers that count even if the packaged list lacks them or a list of disposable domains contains
 * them. Source: the providers' own pages.
 */
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
  "globo.com", "globomail.com", "rediffmail.com", "sapo.pt", "mynet.com", "walla.co.il", "walla.com", "duck.com", "mozmail.com",
  "sify.com", "sibmail.com", "mihanmail.ir", "latinmail.com", "spamarrest.com", "mail2world.com", "sdf.org", "zapak.com"
]

/** Misspelled names of providers. The packaged list of providers contains many of them by mistake. */
export const misspelledProviders: ReadonlyArray<string> = [
  "gmail.con", "hotmail.con", "yahoo.con", "gmail.co", "gmail.om", "gmail.cm", "gamil.com", "gmial.com", "gmai.com",
  "gmal.com", "hotmial.com", "hotmal.com", "hotmai.com", "yaho.com", "yahooo.com", "outlok.com", "hotmail.co", "yahoo.co",
  "hotmail.cm", "yahoo.om", "homail.com", "hotmails.com", "gamail.com", "gmaill.com", "yaho.de"
]

/**
 * Companies, schools and placeholders that offer no addresses to the public. The packaged list contains most of them.
 */
export const notProviderDomains: ReadonlyArray<string> = [
  "facebook.com", "alibaba.com", "go.com", "about.com", "ancestry.com", "medscape.com", "discovery.com", "name.com",
  "techspot.com", "space.com", "geek.com", "doityourself.com", "games.com", "unican.es", "blogos.com", "hidemyass.com",
  "test.de", "test.com", "example.com", "example.org", "example.net", "yourdomain.com", "parrot.com", "casino.com",
  "dnsmadeeasy.com", "recycler.com", "kansascity.com", "mail-tester.com", "aver.com"
]
