/**
 * Imitating hosts by technique.
 *
 * They are the part of the regression set that was generated or written by hand for this project.
 */
export const imitating: Readonly<Record<string, string>> = {
  addition: "instagramq.com wellsfargoa.com netflix8.com wellsfargo8.com microsoft2.com wellsfargo6.com",
  homoglyph:
    "xn--metmsk-rtaj.io xn--steamcommuny-woc93m.com xn--tflix-5za93490a.com xn--papai-yg2b.com xn--wlsfargo-b1a579a.com xn--steamconnunity-1vea.com xn--aypl-kg5a3t.com xn--binnee-yc8b.com xn--steamcmmunty-b5b77m.com xn--etflx-w3b59e.com m1cr0soft.com xn--aceook-krb4h.com",
  dictionary:
    "todropbox.com wellsfargoconfirm.com supportmetamask.io registersteamcommunity.com click-microsoft.com usernetflix.com dropboxfeel.com phishingmetamask.io netflix-the.com paypal-user.com amazonfind.com download-paypal.com steamcommunityenroll.com",
  insertion: "inmstagram.com steamcomm8unity.com iclpoud.com i8cloud.com ibnstagram.com iclouzd.com",
  bitsquatting: "binanbe.com wellsdargo.com metamaqk.io binaoce.com coinbawe.com mycrosoft.com",
  "tld-swap":
    "binance.info instagram.xyz discord.xyz icloud.tk dropbox.gq facebook.cn netflix.fit metamask.tk paypal.cf netflix.xyz steamcommunity.fit coinbase.wang",
  replacement: "p1ypal.com iclozd.com netflox.com steamcommunitu.com wellsfatgo.com instagraj.com",
  transposition: "arkuten.co.jp tseamcommunity.com discrod.com wellsfagro.com microosft.com steamocmmunity.com",
  hyphenation: "netf-lix.com steamcommunit-y.com a-mazon.com facebo-ok.com ama-zon.com fa-cebook.com",
  omission: "wellsfrgo.com ropbox.com discrd.com rakute.co.jp etamask.io dropbo.com",
  "vowel-swap": "binanci.com icload.com amazun.com dropbax.com umazon.com coinbaso.com",
  cyrillic: "xn--80aanwgc4bzk.io",
  various:
    "paypalcom.com dropboxcom.com amazoncom.com icloudcom.com discordcom.com metamask-io.com metamaskio.com wellsfargocom.com",
  repetition: "aamazon.com binaance.com rakuteen.co.jp rrakuten.co.jp facebbook.com microsooft.com",
  plural: "raksuten.co.jp wellssfargo.com microssoft.com insestagram.com steamcosmmunity.com steamcommusnity.com",
  "hand-made":
    "www-paypal-com.evil-site.xyz secure-paypal.com paypalsecure.info paypai-login.com rnicrosoft.com micros0ft.com arnazon.com amazn.com xn--80ak6aa92e.com appleid-verify.support steamcommunlty.com dlscord-nitro.com metamask-restore.io netflix.billing-update.vercel.app netflix-clone.vercel.app dhl-parcel-tracking.top rakuten.co.jp.evil.cn wellsfarg0.com faceb00k.com lnstagram-verify.com"
}

/** Real hosts that imitate no brand: brands, their other domains, similar names, and words. */
export const honest: ReadonlyArray<string> = [
  "www.paypal.com",
  "paypal-community.com",
  "appleid.apple.com",
  "amazonaws.com",
  "images-amazon.com",
  "sharepointonline.com",
  "samsungcloudcdn.com",
  "google.ga",
  "wikimedia.org",
  "lacoste.com",
  "telkom.net.id",
  "telegraf.biz",
  "nonton.ru",
  "shopex.cn",
  "yande.re",
  "instagrid.me",
  "androidauthority.com",
  "ubank.com.au",
  "unbank.com",
  "sparkasse-hannover.de",
  "volksbank-brawo.de",
  "unicreditbank.ru",
  "mydocomo.com",
  "masterword.com",
  "autum.com",
  "openca.org",
  "satoshibas.com",
  "refundyoursol.com",
  "www.amazon.com.edgekey.net",
  "orange.example.org",
  "chase.example.edu",
  "discover-scotland.example.org",
  "pineapple.com",
  "snapple.com"
]
