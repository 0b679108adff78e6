/**
 * Real domains that lie so close to a common mail domain that the check would "correct" them: mail providers, companies and
 * products. Each was found by running the check over lists of real domains (the hundred thousand most visited sites, all
 * universities, all mail providers), or is a known complaint. Registered misspellings (gmial.com, yaho.com) do not belong
 * here: whoever types them means the real one.
 */
export const realNeighbours: ReadonlyArray<string> = [
  "mail.com",
  "email.com",
  "fmail.com",
  "vmail.com",
  "hmail.com",
  "umail.com",
  "bmail.com",
  "tmail.com",
  "ymail.com",
  "zmail.com",
  "qmail.com",
  "xmail.com",
  "imail.com",
  "smail.com",
  "gotmail.com",
  "prontomail.com",
  "proto2mail.com",
  "cloud.com",
  "hicloud.com",
  "incloud.com",
  "jcloud.com",
  "harter.net",
  "roger.com",
  "rovers.com",
  "glob.com",
  "poste.de",
  "telnet.be",
  "plant.nl",
  "aver.com",
  "mail2world.com",
  "protonmail.ch",
  "lookout.com",
  "tutamail.com"
]
