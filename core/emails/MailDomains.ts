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
  "naver.com", "hanmail.net", "daum.net", "rediffmail.com", "hushmail.com", "telia.com", "abv.bg"
] as const
