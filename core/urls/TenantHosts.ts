const tenants = `
github.io gitlab.io gitbook.io bitbucket.io readthedocs.io vercel.app now.sh netlify.app netlify.com pages.dev
workers.dev r2.dev trycloudflare.com web.app firebaseapp.com appspot.com run.app storage.googleapis.com blogspot.com
herokuapp.com onrender.com render.com fly.dev railway.app surge.sh glitch.me replit.app repl.co replit.dev
codesandbox.io csb.app stackblitz.io webcontainer.io ngrok.io ngrok-free.app ngrok.app loca.lt azurewebsites.net
azurestaticapps.net azurefd.net azureedge.net cloudapp.net cloudapp.azure.com blob.core.windows.net
web.core.windows.net s3.amazonaws.com amplifyapp.com elasticbeanstalk.com cloudfront.net digitaloceanspaces.com
ondigitalocean.app backblazeb2.com linodeobjects.com wasabisys.com myhuaweicloud.com website.yandexcloud.net
weebly.com weeblysite.com wixsite.com wixstudio.com wordpress.com wpengine.com wpenginepowered.com squarespace.com
webflow.io framer.app framer.website framer.ai carrd.co strikingly.com mystrikingly.com godaddysites.com square.site
jimdosite.com jimdofree.com site123.me yolasite.com webnode.com webnode.page webador.com ukit.me tilda.ws
typedream.app softr.app bubbleapps.io bubble.io glide.page teachable.com hubspotpagebuilder.com hs-sites.com ghost.io
substack.com tumblr.com tmall.com livejournal.com 000webhostapp.com infinityfreeapp.com rf.gd epizy.com 42web.io
byethost.com altervista.org neocities.org myshopify.com shopifypreview.com big.cartel.com typeform.com jotform.com
zendesk.com freshdesk.com atlassian.net slack.com notion.site super.site oast.fun ipfs.dweb.link ipfs.io duckdns.org
ddns.net hopto.org zapto.org sytes.net serveo.net servehttp.com dynv6.net freedns.org mooo.com nip.io sslip.io
dsmynas.com plesk.page cprapid.com hostingersite.com fandom.com wikia.com wikia.org stackexchange.com uservoice.com
statuspage.io medium.com service-now.com okta.com onelogin.com auth0.com b2clogin.com force.com my.salesforce.com
lightning.force.com my.site.com qualtrics.com eventbrite.com softonic.com en.softonic.com uptodown.com en.uptodown.com
malavida.com myworkdayjobs.com wd1.myworkdayjobs.com wd3.myworkdayjobs.com wd5.myworkdayjobs.com icims.com avature.net
taleo.net bamboohr.com webex.com zoom.us app.box.com egnyte.com axshare.com clickfunnels.com cloudwaysapps.com easywp.com
fleek.co format.com hostingerapp.com mybluehost.me mybluemix.net myportfolio.com sharepoint.com surveycake.com
appdomain.cloud on.aws ck.page mixh.jp x10.mx x10host.com x10.bz formstack.com gorgias.help m-pages.com kro.kr n-e.kr o-r.kr
r-e.kr serv00.net free.nf edgeone.app edgeone.dev at.ua ucoz.com ucoz.net ucoz.ru ucoz.ua narod.ru regruhosting.ru beget.tech
moonfruit.com unaux.com comunidades.net webcindario.com html-5.me net16.net comli.com somee.com simplesite.com tripod.com
angelfire.com jimdo.com esy.es hol.es 16mb.com 96.lt ucraft.net site44.com my-free.website mywebcommunity.org
mypressonline.com atwebpages.com myartsonline.com onlinewebshop.net getenjoyment.net scienceontheweb.net mygamesonline.org
sportsontheweb.net medianewsonline.com royalwebhosting.net freevar.com freetzi.com freecluster.eu great-site.net
liveblog365.com lovestoblog.com infinityfree.me byethost3.com byethost7.com byethost8.com byethost9.com byethost10.com
byethost11.com byethost12.com byethost13.com byethost15.com byethost16.com byethost17.com byethost18.com
com.nl blogspot.ae blogspot.be blogspot.bg blogspot.ca blogspot.ch blogspot.cl blogspot.co.at blogspot.co.id
blogspot.co.il blogspot.co.ke blogspot.co.nz blogspot.co.uk blogspot.co.za blogspot.com.ar blogspot.com.au
blogspot.com.br blogspot.com.by blogspot.com.co blogspot.com.cy blogspot.com.ee blogspot.com.eg blogspot.com.es
blogspot.com.mt blogspot.com.ng blogspot.com.tr blogspot.com.uy blogspot.cz blogspot.de blogspot.dk blogspot.fi
blogspot.fr blogspot.gr blogspot.hk blogspot.hr blogspot.hu blogspot.ie blogspot.in blogspot.is blogspot.it blogspot.jp
blogspot.kr blogspot.li blogspot.lt blogspot.lu blogspot.md blogspot.mk blogspot.mx blogspot.my blogspot.nl blogspot.no
blogspot.pe blogspot.pt blogspot.qa blogspot.ro blogspot.rs blogspot.ru blogspot.se blogspot.sg blogspot.si blogspot.sk
blogspot.sn blogspot.tw blogspot.ug blogspot.vn
`

const accounts = `
github.io gitlab.io bitbucket.io readthedocs.io gitbook.io zendesk.com freshdesk.com atlassian.net slack.com
substack.com tumblr.com tmall.com fandom.com wikia.com wikia.org stackexchange.com uservoice.com statuspage.io
medium.com service-now.com okta.com onelogin.com auth0.com b2clogin.com force.com my.salesforce.com
lightning.force.com my.site.com qualtrics.com eventbrite.com softonic.com en.softonic.com uptodown.com en.uptodown.com
malavida.com myworkdayjobs.com wd1.myworkdayjobs.com wd3.myworkdayjobs.com wd5.myworkdayjobs.com icims.com avature.net
taleo.net bamboohr.com webex.com zoom.us app.box.com egnyte.com sharepoint.com formstack.com gorgias.help
`

const relays = `
edgekey.net edgesuite.net akamaiedge.net akamaized.net akamaihd.net akamai.net akadns.net akamaistream.net
akaquill.net srip.net edgekey-staging.net edgesuite-staging.net cdn.cloudflare.net fastly.net fastlylb.net
fastly-edge.com edgecastcdn.net v0cdn.net llnwd.net lldns.net footprint.net cdngc.net gccdn.net incapdns.net
impervadns.net wscdns.com wsdvs.com wsglb0.com lxdns.com chinacache.net kunlunar.com kunluncan.com cdn20.com
cdnetworks.net cdngslb.com alikunlun.com tdnsv5.com dnsv1.com qiniudns.com ksyuncdn.com hwcdn.net stackpathdns.com
b-cdn.net cdn77.org omtrdc.net 2o7.net mcas.ms translate.goog googlehosted.com l-msedge.net s-msedge.net msedge.net
a-msedge.net ezproxy.net oclc.org idm.oclc.org trafficmanager.net pool.ntp.org demdex.net in-addr.arpa ip6.arpa
myshn.net myshn.eu
`

export interface TenantHostSets {
  /**
   * Domains whose subdomains belong to different tenants. Source: the private section of the Public Suffix List (the
   * names most frequent in phishing feeds), dynamic DNS services, and the providers' own pages.
   */
  readonly tenants: ReadonlySet<string>
  /** Subset of `tenants` whose tenants usually are organizations that use their real names: `netflix.github.io`. */
  readonly accounts: ReadonlySet<string>
  /** Domains that relay other sites under names derived from those sites: `www.example.com.edgekey.net`. */
  readonly relays: ReadonlySet<string>
}

const parseHosts = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((host) => host !== ""))

let cached: TenantHostSets | null = null

/** Returns the host sets, built once on first use. */
export const tenantHostSets = (): TenantHostSets => {
  cached ??= { tenants: parseHosts(tenants + dynamicDns), accounts: parseHosts(accounts), relays: parseHosts(relays) }
  return cached
}

/**
 * Domains under which anyone gets a host name immediately. Only the better-known ones that are missing from the Public
 * Suffix List are included. Source: the dynamic DNS list of MISP (CC0), limited to entries that are popular or occur
 * more than once in phishing feeds.
 */
const dynamicDns = `
25u.com 2waky.com 3322.org 4dq.com 4pu.com 8866.org access.ly acmetoy.com almostmy.com authorizeddns.us b0tnet.com
bot.nu changeip.biz changeip.co changeip.org changeip.us chickenkiller.com cleansite.us cloudns.net crabdance.com
ddns.info ddns.ms ddns.us dns-dns.com dns-report.com dns-stuff.com dns04.com dns05.com dns1.us dns2.us dnset.com
dnsrd.com dsmtp.com dubya.info dubya.net dubya.us dumb1.com dynamic-dns.net dynssl.com dynu.com eatuo.com ezua.com
faqserv.com farted.net fartit.com freeddns.com freetcp.com ftp.sh ftp1.biz gettrials.com got-game.org ignorelist.com
ikwb.com instanthq.com iownyour.org isasecret.com itemdb.com itsaol.com jetos.com jkub.com jumpingcrab.com
jungleheart.com justdied.com l5.ca lflink.com lflinkup.com line.pm linkpc.net longmusic.com mefound.com misecure.com
moneyhome.biz mrbasic.com mrbonus.com mrface.com mrslove.com my.to my03.com myddns.com myddns.me mylftv.com mynetav.com
mynumber.org mypop3.net mypop3.org mysecondarydns.com myz.info ninth.biz ns01.info ns01.us ns02.us ns1.name ocry.com
onedumb.com onmypc.net onmypc.us organiccrap.com otzo.com ourhobby.com proxydns.com publicvm.com qhigh.com qpoe.com
rebatesrule.net root.sx run.place sendsmtp.com serveuser.com serveusers.com sexidude.com shaqnet.nu squirly.info
ssmailer.com strangled.net toshibanetcam.com toythieves.com trickip.net twilightparadox.com uk.to us.to viewdns.net
vizvaz.com wikaba.com work.gd www1.biz x24hr.com xxuz.com xxxy.info ygto.com youdontcare.com yourtrap.com zyns.com
zzux.com
`
