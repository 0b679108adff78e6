import { tenantHostSets } from "./TenantHosts.ts"

const shorteningHosts = `
1url.com 2h.ae 2ly.link 2no.co 2uuu.me 3c5.com 42url.com 4x.si 7x.qa 9lick.me a.co abre.ai abrv.in adcraft.co adcrun.ch
adf.ly adflav.com aiy.ooo aka.gr aka.ms amzn.asia amzn.eu amzn.id amzn.to artist.link atomicurl.com b2n.ir bc.vc
bee4.biz belea.link bit.do bit.ly bitly.com bitly.com.vn bitly.lc bitly.ws bl.ink bom.so buff.ly buzurl.com bx.ms
cal.link cektkp.com ci.ci clc.li clck.ru clik.is clik.now cml.lol coki.me cur.lv cut.by cutt.ly cutt.us cuty.io d.to
db.tt dft.ba dik.si dlvr.it dub.co dub.sh dwz.mk e.vg encr.pw encurtador.dev etd.bz fb.me flowto.it for.edu.sg for.sg
fun.ly fzy.co g.co g.shrinkrl.com gg-l.xyz ggl.link go.gov.sg go.ly gog.li golinks.co goo.by goo.gd goo.gl goo.su han.gl
hit.my hyp.ae hyperurl.co i3l.ir ic9.in id.tl idm.in iii.im iiil.io ilang.in inlnk.co insprl.com is.gd ito.mx ity.im
iurl.vip j.mp jii.li komin.fo kortlink.dk kutt.it kutt.to kutti.co l.ead.me lc.cx link.zip.net linksshortcut.com
linkto.im linktr.ee litby.us lnk.co lnk.direct lnk.ink lnk.pw lnk.ua lnkd.in lnkfi.re long.af longurl.in m.me
maxiurl.com mcaf.ee me2.do merky.de minlink.com.br mjt.lu msft.it mtr.bio mub.me my5353.com mylinks.ai myqrcode.mobi
n9.cl nanourly.in neya.io nov.io o2o.to odesli.co onelink.to onx.la ouvaton.link ow.ly p6l.org picz.us po.st postly.link
ppt.cc q-r.to q.gs qr-codes.io qr.ae qr.net qrco.de qrcodedynamic.com qrcodes.pro qrkit.co rb.gy rebrand.ly
rebrandly.com rebrandly.info relink.is reurl.cc s.devh.in s.ee s.gy s.id s.rlp.de s3r.io s59.site scanned.page scrnch.me
shly.link shorte.st shorten.ee shorten.is shorten.tv shorter.me shortquik.com shorturl.ae shorturl.asia shorturl.at
shrinkrl.com shrt.bonosmles.ec shrtcnl.com sht.ac sk.gy sl8.in smarturl.it smurl.fr sn.rs snip.ly song.link soo.gd
spoo.me spoti.fi sprl.in spti.fi srink.co su.pr surl.li t.co t.ly t.me tg.pe tiny.cc tinyarrows.com tinyurl.com
tinyurl.mobi tota2.com tr.ee tr.im trib.al trimz.me tt.vg tweez.me twixar.com twixar.me tyny.to u.bb u.to url.sg
urled.cc urled.pro urless.com urlr.me urlshort.dev urltin.com urlz.fr ux9.de v.gd v.ht vtaurl.com vzturl.com wa.me
webz.cc wp.me x.co x.gd xlinkz.info xshort.co xso.to xtu.me xy2.eu yirra.net ykm.de youtu.be yu2.it yu3.io zpag.es
zpr.io zurl.to zws.im zzb.bz
`

const publishingHosts = `
12ft.io 1drv.com 1drv.ms 4sync.com adobe.com alllink.io amazon.com amazonaws.com anonfiles.com api.telegram.org
app.milanote.com appdomain.cloud apple.com archive.org archive.ph attachment.outlook.live.net attachments.office.net
axshare.com beacons.ai beautiful.ai bio.fm bio.site biolink.info biolink.site biolink.website biolinky.co bitbucket.org
blogger.com box.com campsite.bio canva.com cdn.discordapp.com cdn.fbsbx.com clbin.com clickfunnels.com cloudflare.com
cloudwaysapps.com codepen.io conecta.bio contactinbio.com ct.sendgrid.net dazzl.ink discord.com
dl.dropboxusercontent.com doc.clickup.com docs.google.com docsend.com docusign.com dogechain.info doubleclick.net
downsad.com drive.google.com dropbox.com dropmark.com easywp.com evernote.com evrl.ink express.adobe.com facebook.com
feed.link feedproxy.google.com filebin.net filecloudonline.com filetransfer.io firebasestorage.googleapis.com fleek.co
format.com forms.gle forms.google.com forms.office.com fyi.to genius.com gist.github.com gitee.com github.com gitlab.com
gofile.io google.com googleapis.com googleusercontent.com googleweblight.com graph.microsoft.com heylink.me hoo.be
hootbio.com hopp.co hostingerapp.com hyperfollow.com i.imgur.com icloud.com ideone.com inmotionhosting.com instagram.com
ix.io jingle.bio jinglebio.link joy.link juicy.bio keepo.io komi.io kyte.bio kyte.lol kytelink.com l1nk.bio lift.bio
liinks.co link.gallery link.me link.space link.umode.com.br linkbio.co linkedin.com linkfire.com linkflit.com linkfly.to
linki.ee linkin-bio.digital linkin.bio linknbio.com linkpilot.in linkpop.com linkr.bio linkr.com linksta.cc live.com
ln.ki lnk.at lnk.bio lnkfy.co localhost.run lynxinbio.com magic.ly mediafire.com mega.nz mez.ink microsoft.com
milkshake.app mssg.me my.visme.co mybluehost.me mybluemix.net myportfolio.com mysoci.al nethunt.com nimbusweb.me
notion.so nt.embluemail.com office.com ohmy.bio on.aws onedrive.live.com onenoteonlinesync.onenote.com onne.link
oraclecloud.com outlook.com pagecloud.com parg.co paste.ee pastebin.com pastebin.pl pastetext.net pastie.org paypal.com
pcloud.com raw.githubusercontent.com reach.at reddit.com rentry.co requestbin.net sendspace.com set.page sharepoint.com
shopify.com shor.by shorby.com siasky.net sites.google.com slab.com slack-files.com sleek.bio snapto.link snipfeed.co
sociatap.com socprofile.com spark.adobe.com spf.bio sprunge.us stonly.com superprofile.bio surveycake.com
surveymonkey.com sway.office.com t.m1.email.samsung.com tapk.it tapkit.com taplink.at taplink.cc telegra.ph telegram.org
teletype.in termbin.com textbin.net track.adform.net transfer.sh translate.goog trello.com twitter.com ufile.io
uniqode.com uplooder.net usebiolink.com viewer.joomag.com web.archive.org wetransfer.com whatsapp.com wikipedia.org
windows.net wix.com wonderl.ink wonderlink.de workflowy.com wtools.io www.canva.com www.dropbox.com www.facebook.com
www.google.com www.linkedin.com www.microsoft.com www.paypal.com www.youtube.com x.com xiti.com youtube.com zerobin.net
`

const parseHosts = (text: string): ReadonlyArray<string> => text.split(/\s+/).filter((host) => host !== "")

/**
 * URL shorteners and link-in-bio services. Blocking such a host blocks the links of all its users. Source: the
 * shortener list of MISP (CC0), without entries that are not shorteners or that log visitors, and the services' own
 * pages.
 */
export const shorteners: ReadonlySet<string> = new Set(parseHosts(shorteningHosts))

/**
 * Hosts that many unrelated publishers share, and hosts so widely used that an entry for the whole host is a mistake.
 * Source: hosts most frequent in public phishing feeds; MISP's lists (CC0) of sites abused by attackers, profile links
 * and dynamic DNS; and the providers' own pages.
 */
export const sharedHosts: ReadonlySet<string> = new Set([...parseHosts(publishingHosts), ...tenantHostSets().tenants])

/** Shorteners that a company uses only for its own pages, which hide no target. Source: the companies' own pages. */
const ownShorteners: ReadonlySet<string> = new Set(
  "a.co aka.ms amzn.asia amzn.eu amzn.id amzn.to db.tt fb.me g.co msft.it spoti.fi spti.fi wa.me wp.me youtu.be".split(
    " "
  )
)

/** Reports whether a host is a shortener of URLs of any site. */
export const isOpenShortener = (host: string): boolean => {
  const name = host.startsWith("www.") ? host.slice(4) : host
  return shorteners.has(name) && !ownShorteners.has(name)
}
