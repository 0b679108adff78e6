/**
 * Brands that provide accounts: mail, networks, software, games, devices, telephony. Compiled for this project from the
 * companies' own pages. Public lists of visited domains confirmed which names are in use. The columns are those of
 * `readBrands`.
 */
export const platformBrands = `
Apple | apple | apple.com appleid.com apple.news mzstatic.com aaplimg.com cdn-apple.com apple-dns.net apple-cloudkit.com apple-dns.cn apple-mapkit.com apple-studies.com applecard.apple applemediaservices.com appleschoolcontent.com axm-usercontent-apple.com apple.co | de fr it es nl be at ch ca jp cn com.cn com.au co.uk co.jp co.kr com.br com.mx com.hk in ru pl se | word devices
Apple ID | appleid | apple.com appleid.com icloud.com
iCloud | icloud | icloud.com icloud-content.com me.com icloud-platform.com icloud-sandbox.com icloud-content.com.cn | com.cn de fr
iTunes | itunes | itunes.com | co.uk de fr ca
Microsoft | microsoft msoffice | microsoft.com aka.ms msft.it microsoftonline.com microsoftonline-p.com live.com office.com office.net office365.com windows.com windows.net msn.com microsoft365.com sharepoint.com azure.com msauth.net microsoftstream.com onmicrosoft.com microsoft.net microsoftstart.com microsoftcasualgames.com microsoftpersonalcontent.com microsofttranslator.com microsoftedgeinsider.com microsoft.us microsoftapp.net microsoftazure.us microsoftazuread-sso.com microsoftcrmportals.com microsoftmetrics.com microsoftonline-p.net microsoftonline.cn microsoftonline.us microsoftusercontent.com s-microsoft.com microsoftstore.com microsoftstore.com.cn microsoftstore.com.hk microsoftadvertising.com msftauth.net msedge.net dual-s-msedge.net ax-msedge.net ax-dc-msedge.net wac-msedge.net wac-dc-msedge.net ln-msedge.net ln-dc-msedge.net azure.net a-msedge.net b-msedge.net l-msedge.net s-msedge.net spo-msedge.net spov-msedge.net msftconnecttest.com skype.com bing.com visualstudio.com azurewebsites.net azureedge.net cloud.microsoft 1drv.ms windowsazure.com microsofthealth.com microsoftvirtualacademy.com microsofthup.com | de fr it es nl be at ch pl co.uk ca com.au com.br com.cn cn co.jp jp co.kr co.in in ru se dk pt eu ie
Office 365 | office365 o365 | office365.com office365-net.cn office365-net.us office.com office.net | cn us | product
Outlook | outlook | outlook.com outlook.live.com outlookmobile.com | de fr it es be cn co.uk com.br com.au jp pt dk ie in | product word
Hotmail | hotmail | hotmail.com | co.uk fr it es de nl be com.br com.mx com.ar ca ch at se dk co.jp com.tr com.hk ru gr
OneDrive | onedrive | onedrive.com 1drv.ms onedrive.live.com | us | product
SharePoint | sharepoint | sharepoint.com sharepoint-df.com sharepoint-mil.us sharepointonline.com | cn de us | product
Windows | windows | windows.com windows.net windowsupdate.com windowscentral.com windows-ppe.net windowsazure.com windowsazure.cn windowsmedia.com windowsphone.com windowssearch.com windowssearch-exp.com | us | product word
Xbox | xbox | xbox.com xboxlive.com xboxab.com xboxgamestudios.com xboxservices.com xboxlive.cn | de fr co.uk
Google | google | google.com g.co googleprojectzero.blogspot.com google.co.uk googleapis.com googleusercontent.com googlevideo.com googlesyndication.com googleadservices.com googletagmanager.com googleblog.com googlegroups.com withgoogle.com google-analytics.com googlemail.com googlesource.com googleplex.com googletagservices.com googleoptimize.com googlezip.net gstatic.com ggpht.com googlecode.com google-analytics-s3.com googleapps.com googlefiber.net googledrive.com googleapis.cn googlecnapps.cn google.dev doubleclickbygoogle.com googlestore.com googlebot.com googledomains.com googlepages.com googleblog.blogspot.com googleonlinesecurity.blogspot.com googlewebmastercentral.blogspot.com googleresearch.blogspot.com googletesting.blogspot.com googlecode.blogspot.com googledevelopers.blogspot.com googlepublicpolicy.blogspot.com googlechromereleases.blogspot.com google-opensource.blogspot.com googleappengine.blogspot.com googlecloudplatform.blogspot.com google-styleguide.googlecode.com google-developer-training.github.io google.co thinkwithgoogle.com google-mkto.com googlephotos.blogspot.com googleadsserving.cn googletraveladservices.com googleadservices-cn.com googletagservices-cn.com | ac ad ae al am as at az ba be bf bg bi bj bs bt by ca cat cd cf cg ch ci cl cm cn co.ao co.bw co.ck co.cr co.hu co.id co.il co.in co.jp co.ke co.kr co.ls co.ma co.mz co.nz co.th co.tz co.ug co.uz co.ve co.vi co.za co.zm co.zw com.af com.ag com.ai com.ar com.au com.bd com.bh com.bn com.bo com.br com.by com.bz com.co com.cu com.cy com.do com.ec com.eg com.et com.fj com.gh com.gi com.gt com.hk com.jm com.kh com.kw com.lb com.ly com.mm com.mt com.mx com.my com.na com.ng com.ni com.np com.om com.pa com.pe com.pg com.ph com.pk com.pr com.py com.qa com.sa com.sb com.sg com.sl com.sv com.tj com.tr com.tw com.ua com.uy com.vc com.vn cv cz de dj dk dm dz ee es eu fi fm fr ga ge gg gl gm gr gy hn hr ht hu ie im in iq is it je jo jp kg ki kz la li lk lt lu lv md me mg mk ml mn ms mu mv mw ne net ng nl no nr nu org pl pn ps pt ro rs ru rw sc se sh si sk sm sn so sr st td tg tk tl tm tn to tt us vg vu ws cloud app
Gmail | gmail | gmail.com | de fr co.uk hu
YouTube | youtube | youtube.com youtu.be youtube-nocookie.com youtubekids.com youtubeeducation.com ytimg.com youtube.googleapis.com youtubei.googleapis.com youtubego.com youtube-global.blogspot.com withyoutube.com youtubei-att.googleapis.com youtubecreators.blogspot.com | de fr it es nl be at ch pl co.uk com.br ca jp co.jp com.mx com.au ru in co.in co.kr pt se
Facebook | facebook | facebook.com fb.com fb.me facebook.net facebookmail.com fbcdn.net facebookblueprint.com facebook-hardware.com thefacebook.com facebookbrand.com facebookmarketingpartners.com meta.com fbsbx.com facebookcorewwwi.onion facebook-studio.com | de fr it es nl co.uk com.br ca com.au in pl com.mx ru se
Instagram | instagram | instagram.com cdninstagram.com instagram-brand.com | de fr it es co.uk com.br
WhatsApp | whatsapp | whatsapp.com whatsapp.net whatsappbrand.com wa.me | biz cc tv de com.br co.uk
Messenger | messenger | messenger.com m.me | com.mx | word product
Netflix | netflix | netflix.com netflixprize.com nflxvideo.net netflixtechblog.com netflix.net netflixstudios.com netflix.shop nflximg.net nflxext.com nflxso.net netflixinvestor.com | de fr it es nl co.uk ca com.br jp co.jp in
Steam Community | steamcommunity steampowered | steamcommunity.com steampowered.com steamstatic.com steamusercontent.com steamcontent.com steamgames.com steamserver.net steam-chat.com steamdeck.com steamcdn-a.akamaihd.net steamchina.com s.team
Steam | steam | steampowered.com steamcommunity.com steamconnecttest.com | | word games
Discord | discord discordapp discordnitro | discord.com discord.gg discordapp.com discordapp.net discord.media discord.gift discordstatus.com discord.new discord.dev discord.me discordmerch.com discordbotlist.com discordservers.com discordbots.org discordboats.xyz discordactivities.com discordcdn.com discordsays.com discord.co discord.store discord.design dis.gd
Roblox | roblox | roblox.com rbxcdn.com robloxlabs.com roblox.cn | vn
Epic Games | epicgames | epicgames.com epicgames.dev epicgamescdn.com unrealengine.com
Fortnite | fortnite | fortnite.com fortnite-api.com
PlayStation | playstation | playstation.com playstation.net playstation-cloud.net playstationemail.com playstationnetwork.com playstationmobile.com playstation-cloud.com | com.cn co.kr de fr co.uk com.hk jp com.tw
Nintendo | nintendo | nintendo.com nintendo.net nintendo.co.jp nintendolife.com nintendo-europe.com nintendowifi.net nintendoswitch.com nintendo.tw | be co.uk de es eu fr it nl at ch pt ru co.za com.au com.hk co.kr dk se
RuneScape | runescape | runescape.com runescape.wiki jagex.com
Twitch | twitch | twitch.tv twitchcdn.net twitchtracker.com ext-twitch.tv twitch.com ttvnw.net jtvnw.net twitchsvc.net twitchadvertising.tv twitchcon.com |  | word games
Telegram | telegram | telegram.org telegram.me t.me telegram.dog telegram-cdn.org telegram.com cdn-telegram.org telegramcdn.org telesco.pe telegra.ph |  | word
LinkedIn | linkedin | linkedin.com licdn.com linkedin-ei.com linkedin.biz linkedinmobileapp.com lnkd.in linkedinlabs.com | cn de fr it es nl at ch co.uk com.au in
Twitter | twitter | twitter.com twimg.com ads-twitter.com twittercommunity.com twitterinc.com x.com t.co twitteroauth.com | de fr jp co.uk com.br
TikTok | tiktok | tiktok.com tiktokcdn.com ttdns2.com bytefcdn-ttpus.com bytefcdn-oversea.com ibyteimg.com ibytedtos.com byteoversea.com tiktokv.com tiktokcdn-us.com tiktokv.us tiktokw.us tiktokglobalshop.com tiktokshop.com business-tiktok.com tiktok-minis.com tiktok-minis.us tiktok-row.net tiktok-row.org tiktokapis.com tiktokcdn-eu.com tiktokcdn-eu.net tiktokcdn-row.com tiktokeu-cdn.com tiktokglobalshopv.com tiktokglobalshopv.us tiktoklb.eu tiktoklb.us tiktoklinksafety.com tiktoklinksafety.eu tiktoklinksafety.us tiktokminis.us tiktokpangle-cdn-us.com tiktokpangle.us tiktokpangle-b.us tiktokrow-cdn.com tiktokshopglobalselling.com tiktokshops.eu tiktokshops.us tiktokstaticb.com tiktokv-eu.com tiktokv.eu tiktokvapp.eu tiktokw.eu tiktokforbusiness.com | me de
Snapchat | snapchat | snapchat.com snap.com sc-cdn.net snapchatads.com | de fr
Pinterest | pinterest | pinterest.com pinterest.co.uk pinterest.de pinterest.fr pinimg.com pinterest.ca pinterest.es pinterestmail.com pin.it | at ch cl co.in co.kr com.au com.mx dk ie info it jp net nz co.nz ph pt ru se tw com.br nl be fi no hu id vn com.tw in com.pe com.ec com.uy com.py com.bo com.co
Reddit | reddit | reddit.com redditstatic.com redditmedia.com redditinc.com redditstatus.com redditblog.com reddithelp.com redditmail.com redditspace.com redditgifts.com redditforbusiness.com redd.it reddit.tv | de fr
Spotify | spotify | spotify.com spoti.fi scdn.co spotifycdn.com spotifyforbrands.com spotify.net spotify.dev spotifyjobs.com byspotify.com tospotify.com spotify.link spotifycharts.com spotifynewsroom.jp | de fr se it es co.uk
Dropbox | dropbox | dropbox.com dropboxusercontent.com dropboxapi.com dropboxstatic.com getdropbox.com dropbox.tech dropbox-dns.com dropboxbusiness.com dropboxcaptcha.com dropboxexperiment.com dropboxforum.com dropboxforums.com dropboxinsiders.com dropboxlegal.com dropboxmail.com dropboxpartners.com dropboxteam.com dropboxer.net db.tt dropboxatwork.com | de fr jp co.uk
DocuSign | docusign | docusign.com docusign.net docusign.eu | ca fr de co.uk com.au com.br jp in es it nl mx com.es | product
Adobe | adobe | adobe.com adobe.io adobelogin.com adobesigncdn.com adobeoobe.com adobedtm.com adobess.com adobedc.net adobe-addons.com adobe-campaign.com adobe-identity.com adobe.net adobecards.com adobecc.com adobecces.com adobeccstatic.com adobeconnect.com adobecontent.io adobecqms.net adobegenuine.com adobegov.com adobeitc.com adobejanus.com adobepass.com adobeprimetime.com adobeprojectm.com adoberesources.net adobesc.com adobesign.com adobestats.io adobestock.com adobetag.com assetsadobe.com assetsadobe2.com adobeexchange.com adobespark.com adobelive.com adobeaemcloud.com adobeaemcloud.net acrobat.com behance.net adobemc.com adobemarketingcloud.com | de fr it es co.uk ca cn co.jp ch nl se | word
WeTransfer | wetransfer | wetransfer.com wetransfer.net we.tl
GitHub | github | github.com github.io githubusercontent.com githubassets.com githubapp.com githubcopilot.com githubstatus.com github.blog github.dev githubuniverse.com githubnext.com git.io ghcr.io github.community |  | product
WordPress | wordpress | wordpress.com wordpress.org wordpress.tv wordpress.net wordpressfoundation.org wordpress.dev wp.com w.org wordpress.co wordpressvip.com |  | product
Yahoo | yahoo | yahoo.com yahoo.co.jp yimg.com yahooapis.com yahooinc.com yahoo.net yahoosandbox.com yahoodns.net storage-yahoo.jp yahoo-mbga.jp yahoo-net.jp yahoo.cloud yahooapis.jp yahoosandbox.net yahoo-help.jp yahoo-leisure.hk yahoofs.jp yahoomail.com ymail.com rocketmail.com yahoofinance.com yahoosports.com yhoo.it | com.tw com.cn de fr jp com.au cn it es co.uk ca co.in in com.br com.mx com.ar com.sg com.hk com.vn com.ph co.id co.kr ie nl se no dk pl ro gr com.tr co.nz at ch be
Yandex | yandex | yandex.ru yandex.com yandex.net yandexcloud.net yandex.kz yandex.by api-yandex.net yandex-bank.net yandex-net.ru yandex-team.ru yandex.cloud yandexadexchange.net yandexdns.ru yandexwebcache.org yandexmetrica.com ya.ru yandexcloud.kz yastatic.net | az co.il com.am com.ge com.tr eu fi fr md st tr uz ua lv lt ee tj tm kg de pl
GoDaddy | godaddy | godaddy.com godaddyrdap.com godaddysites.com secureserver.net
Norton | norton | norton.com nortoncdn.com nortonlifelock.com nortonstore.jp nortonrosefulbright.com wwnorton.com nortonabrasives.com |  | word
McAfee | mcafee | mcafee.com mcafee.net mcafeesecure.com mcafeestore.com mcafeesaas.com mcafeeasap.com mcafeemobilesecurity.com mcafeefamilyprotection.com | de fr jp
Intuit | intuit | intuit.com intuitcdn.net intuitstatic.com turbotax.com intuitlabs.com | ca co.uk ru com.au | word
QuickBooks | quickbooks | quickbooks.com quickbooksconnect.com quickbooksonline.com qbo.com | in ca co.uk com.au
Stack Overflow | stackoverflow | stackoverflow.com stackoverflow.co stackoverflow.blog stackexchange.com sstatic.net stackoverflow.email stackoverflowteams.com
Wikipedia | wikipedia | wikipedia.org wikipedia.com wikimedia.org wikidata.org wiktionary.org wikipedia.net | de at ch fr it cz pl co.uk
Samsung | samsung | samsung.com samsungcloud.com samsungapps.com samsungcloudsolution.com samsungelectronics.com samsung.net samsungosp.com samsungdm.com samsungsds.com apps-support-samsung.com dls-samsung.com moai-prod-samsung.com samsung-dict.com samsung-gamelauncher.com samsung-news.com samsung-sm-ds.com samsungacr.com samsungads.com samsungapis.com samsungassistant.cn samsungcloud.tv samsungcloudcdn.com samsungcloudcn.com samsungcloudplatform.com samsungcloudsolution.net samsungcms.com samsungconnectivity.com samsungconsent.com samsungcsportal.com samsungdacmp.net samsungdasis.com samsungdive.com samsungdiroute.net samsungdis.com samsungdmroute.com samsungdms.net samsungenergydr.com samsungepa.com samsungfind.com samsunggalaxy.com.cn samsunggeopush.com samsungglobalgoals.com samsungglobalgoals.net samsunggsl.com samsunghealth.com samsungiotcloud.com samsungipolis.com samsungknowledge.com samsungknox.com samsungmdec.com samsungmembers.com samsungmobile.com samsungosp.com.cn samsungotn.net samsungpass.com samsungpay.com samsungpop.com samsungpositioning.com samsungqbe.cn samsungqbe.com samsungrm.net samsungrs.com samsungsemi.com samsungsetup.com samsungsiminfo.com samsungsmartappliance.com samsungsmartcam.com samsungspc.cloud samsungtv.plus samsungusa.com samsungfood.com samsungelectronics.net samsungnext.com samsungcard.com samsungfire.com samsunglife.com samsungbiologics.com samsungsdi.com samsungcnt.com samsungengineering.com samsunghospital.com samsungchaton.com samsungadhub.com samsungmediahub.net samsungvideohub.com samsungpromotions.com samsungmobilepress.com samsungvisioncloud.com samsungweather.com samsungnyc.com samsunghrm.com samsungvx.com samsungtvplus.com samsungmilkradio.com samsungmax.com samsungparts.com samsungcard.co.kr | cn co.kr com.cn de fr it es nl co.uk ca com.br com.au in pl ru
Huawei | huawei | huawei.com huaweicloud.com huawei.net huaweicloud-dns.cn huaweicloud-dns.com huaweicloud-dns.net huaweicloud-dns.org huaweicloudsite.cn huaweicloudwaf.com huaweidevice.com huaweisafedns.cn huaweidevice.co.in myhuaweicloud.com myhuaweicloud.cn myhuaweicloud.eu myhuaweicloud.ru hicloud.com huawei.asia huaweicloudapis.com cdnhwc1.com | cn com.cn ru de eu
Verizon | verizon | verizon.com verizonwireless.com verizonmedia.com verizon.net verizon-services.com verizonconnect.com verizonenterprise.com verizonbusiness.com verizondigitalmedia.com verizonventures.com vzw.com verizoninsider.com
Xfinity | xfinity | xfinity.com xfinityhome.com xfinityprepaid.com xfinitymobile.com xfinitytv.com
Comcast | comcast | comcast.net comcast.com comcastbusiness.net comcastsupport.com teamcomcast.com comcastnow.com comcastbusiness.com comcastspotlight.com comcasttechnologysolutions.com comcastadvertising.com comcastcorporation.com
Vodafone | vodafone | vodafone.com vodafone.de vodafone.co.uk vodafone.it vodafone.es vodafone.in vodafone.com.au vodafone.pt vodafone-ip.de vodafoneidea.com vodafoneinnovus.com vodafonemail.de myvodafone.com.au vodafonetvonline.es vodafoneinstitut.de vodafonebusiness.com vodafonemarket.com vodafoneziggo.nl vodafonetv.es vodafonecu.gr mobileemailvodafone.net internetcheckvodafone.de | com.eg com.tr cz nl ro ua gr ie hu co.nz qa co.ug com.gh al com.fj co.za co.tz co.mz is mt com.mt om
T-Mobile | tmobile t-mobile | t-mobile.com t-mobile.cz tmobile.com tmobile-digital.com tmobile-familymode.com t-mobilebankowe.pl t-mobile.at t-mobile.pl t-mobile.de t-mobile.nl t-mobile.net t-mobile.hu t-mobile.us t-mobilemoney.com t-mobilefordata.com tmobilemoney.com
Telekom | telekom | telekom.de telekom.com telekom.hu telekom-dienste.de telekom.net telekomcloud.com telekomsport.de telekomhilft.de telekom-profis.de t-online.de t-systems.com telekommms.de deutschetelekom.com | at rs sk ro si mk me com.hr eu | word
docomo | docomo | docomo.ne.jp nttdocomo.co.jp mydocomo.com docomo.jp tatadocomo.com docomo-cycle.jp docomo-cs.co.jp docomodigital.com
SoftBank | softbank | softbank.jp softbank.ne.jp softbank.co.jp softbankhawks.co.jp softbankbb.co.jp softbankselection.jp softbank.com softbankrobotics.com softbanktech.co.jp
BIGLOBE | biglobe | biglobe.ne.jp biglobe.co.jp biglobe.com
`

/**
 * Brands of banks, cards, payments, wallets and exchanges. Compiled for this project from the companies' own pages.
 * Public lists of visited domains confirmed which names are in use. The columns are those of `readBrands`.
 */
export const moneyBrands = `
PayPal | paypal | paypal.com paypal.me paypal-community.com paypalobjects.com paypal-corp.com paypal-engineering.com paypal-ads.com paypalcorp.com paypal-gifts.com paypal-prepaid.com paypal-customerfeedback.com paypal-biz.com paypal-knowledge.com paypal-cash.com paypal-communication.com | de fr it es nl be at ch pl pt se dk fi no ie co.uk eu ca jp cn ru com.au com.br com.mx com.sg com.hk com.tr co.il co.in
Coinbase | coinbase | coinbase.com coinbase.org coinbase-exchange.com coinbase-corp.com coinbasecloud.net cbhq.net coinbase.pro coinbasewallet.com
Binance | binance | binance.com binance.org binance.us binance.vision bnbstatic.com binancezh.com binance.cloud binancecnt.com binancefuture.com binancewv.com binanceacademy.com binancecharity.io binancedex.com binance.charity binancezh.info | bh me je kr tr com.tr th
MetaMask | metamask | metamask.io metamask.link metamask-institutional.io metamask.zendesk.com
Trust Wallet | trustwallet | trustwallet.com
Ledger | ledger ledgerlive | ledger.com ledger.fr ledgerwallet.com ledger-enterprise.com |  | word coins
Trezor | trezor | trezor.io trezor.com satoshilabs.com
Kraken | kraken | kraken.com |  | word coins
Blockchain.com | blockchain | blockchain.com blockchain.info |  | word
OpenSea | opensea | opensea.io
Uniswap | uniswap | uniswap.org
PancakeSwap | pancakeswap | pancakeswap.finance pancakeswap.com
MyEtherWallet | myetherwallet | myetherwallet.com mewapi.io
Electrum | electrum | electrum.org |  | word coins
Bitfinex | bitfinex | bitfinex.com
Bitstamp | bitstamp | bitstamp.net bitstamp.com
KuCoin | kucoin | kucoin.com kucoin.plus
Bybit | bybit | bybit.com bybit-aws.com bybit.biz bybit.eu bybit.org bybitglobal.com bybitsec.com | kz nl
Robinhood | robinhood | robinhood.com |  | word
WalletConnect | walletconnect | walletconnect.com walletconnect.org walletconnect.network reown.com
Polkadot | polkadot | polkadot.network polkadot.js.org polkadot.io polkadot.com
Solana | solana | solana.com solana-program.com
Chase | chase | chase.com jpmorganchase.com chasecdn.com chasepaymentech.com gslbjpmchase.com jpmchase.com chasebonus.com chasecanada.ca chasereferafriend.com chasehsa.com chase.co.uk chasebank.com |  | word
J.P. Morgan | jpmorgan | jpmorgan.com jpmorganchase.com jpmorganfunds.com jpmorganassetmanagement.com jpmorgansecurities.com jpmorganaccess.com
Wells Fargo | wellsfargo | wellsfargo.com wellsfargoadvisors.com wellsfargomedia.com wellsfargodealerservices.com wellsfargojobs.com wf.com mywellsfargorewards.com
Bank of America | bankofamerica | bankofamerica.com bankofamericaonline.com bofa.com baml.com
Capital One | capitalone | capitalone.com capitalone.co.uk capitaloneshopping.com capitalonetravel.com capitalonegslbex.com capitalone360.com capitaloneinvesting.com capitalonecardservice.com capitaloneonline.co.uk capitalonecardservice.ca capitalonecareers.com capitalonebank.com | ca
Citibank | citibank | citibank.com citi.com citibankonline.com citibank.co.in citigroup.com citibankonline.pl citibanamex.com | com.br com.sg ae co.th com.au com.hk com.ph com.tr com.tw ru com.my com.co pl com.cn com.ve co.id hu es co.kr com.gt cz
U.S. Bank | usbank | usbank.com usbankreliacard.com usbanklocations.com usbancorp.com |  | word
SunTrust | suntrust | suntrust.com truist.com
American Express | americanexpress amex | americanexpress.com aexp.com americanexpress.io aexp-static.com amexgbt.com amextravel.com americanexpressonline.com.br americanexpressindia.co.in amexnetwork.com amex.com aexpstatic.com amexglobalbusinesstravel.com | com.au com.bh de fr it co.uk es nl se ca ch in com.mx at co.jp com.sg com.hk
Mastercard | mastercard | mastercard.com mastercard.us mastercardservices.com mastercard.dev mastercardconnect.com mastercardbiz.com pcmastercard.ca colesmastercard.com.au gomastercard.com.au | ae com.au ca de fr it es nl be at ch pl pt se dk co.uk com.br com.mx co.in co.za com.sg com.hk com.cn ru com.tr eu co.jp com.ar
Western Union | westernunion | westernunion.com westernunionbank.com wu.com | co.uk fr de it es ca com.au at ch nl be ru
MoneyGram | moneygram | moneygram.com | co.uk de fr it es
Zelle | zelle | zellepay.com zelle.com |  | word
Venmo | venmo | venmo.com
Cash App | cashapp | cash.app cashappapi.com cash.me squareup.com
HSBC | hsbc | hsbc.com hsbc.co.uk hsbc.com.hk hsbcnet.com hsbc.fr hsbc.co.in hsbcgroup.com hsbcpb.com hsbcprivatebankfrance.com hsbcprivatebank.com hsbcamanah.com.my hsbc.uk hsbcinnovationbanking.com member-hsbc-group.com | co.id com.br com.cn com.mx com.bh ae ca co.mu co.om com.au com.kw com.my com.ph com.qa com.sg com.tr com.tw com.uy com.vn de com.ar com.eg lk co.nz com.mt gr am co.kr bm com.bd pl lu us
Barclays | barclays | barclays.co.uk barclays.com barclayscorporate.com barclaysus.com barclays.net barclays.mobi barclaysstockbrokers.co.uk barclayswealth.com barclaycard.co.uk barclaycard.com barclaycardus.com barclayspartnerfinance.com barclays-pensions.co.uk barclayscenter.com | ae es fr pt it de in ch ie lu
Lloyds Bank | lloyds | lloydsbank.com lloydsbank.co.uk lloydsbankinggroup.com lloydspharmacy.com lloydsbanking.com lloydstsb.com lloydstsb.co.uk lloyds.com lloydsbank.es lloydsbank.nl lloydsbusiness.com |  | word
NatWest | natwest | natwest.com natwestgroup.com natwestmarkets.com natwestinternational.com natwestoffshore.com natwestbankline.com
Santander | santander | santander.com santander.co.uk santander.com.br santanderbank.com santander.com.mx bancosantander.es santanderconsumer.de santander.pt santander.cl santander.pl gruposantander.es gruposantander.com santandermedia.com santandernet.com.br santandernetibe.com.br santanderopenacademy.com santanderrio.com.ar santandertotta.pt santander-serfin.com santanderbank.de santanderconsumerusa.com santanderconsumer.com santander24.pl santanderesfera.com.br santander-products.co.uk santanderfinanciamentos.com.br santandertrade.com santander-ebanking.com santandercorporate.co.uk santandercib.com santanderprivatebanking.com openbank.es santanderx.com bancosantander.com.uy | com.ar de be com.co com.pe com.uy es it at no fi dk se
Monzo | monzo | monzo.com monzo.co.uk monzo.me
Revolut | revolut | revolut.com revolut.codes revolut.me | lt de co.uk
Scotiabank | scotiabank | scotiabank.com scotiabank.com.mx scotiabankcolpatria.com scotiabankchile.cl scotiaonline.com scotiabankinverlat.com scotia.com | cl com.pe ca com.co com.uy
TD Bank | tdbank | tdbank.com tdbanknorth.com td.com | ca | word
Desjardins | desjardins | desjardins.com scd-desjardins.com | ca
Interac | interac | interac.ca interaconline.com interac.com |  | word
Absa | absa | absa.co.za absa.africa absaonline.co.za | com.gh co.ke co.tz co.bw co.zm co.mz co.ug sc
Capitec | capitec | capitecbank.co.za capitec.com capitec.co.za
Nedbank | nedbank | nedbank.co.za nedbank.africa nedbankcib.co.za nedbankprivatewealth.com nedbankgroup.co.za | com.na co.ls co.sz
CommBank | commbank | commbank.com.au commsec.com.au cba.com.au | 
Westpac | westpac | westpac.com.au westpacgroup.com.au westpac.com.fj | co.nz com.pg
Bradesco | bradesco | bradesco.com.br bradesco.com bradescoseguros.com.br bradescocelular.com.br bradescopj.com.br bradescoprime.com.br bradescosaude.com.br campanhasbradesco.com.br bradesconetempresa.b.br banco.bradesco bradescobank.com bradescopessoajuridica.com.br bradescofinanciamentos.com.br bradescoconsorcios.com.br bradescoimoveis.com.br bradescopoderpublico.com.br bradescorural.com.br bradescopromotora.com.br bradescouniversitarios.com.br bradescoseguranca.com.br bradescoabrasuaconta.com.br bradesconikkei.com.br | b.br
Itaú | itau | itau.com.br itaupersonnalite.com.br itaucorretora.com.br itaulink.com.uy itau-unibanco.com.br itaucard.com.br itaubba.com.br itaucultural.org.br | com.ar com.py cl com.uy co b.br
Banco do Brasil | bancodobrasil | bb.com.br bancobrasil.com.br | com.br
Nubank | nubank | nubank.com.br nubank.world nu.com.mx nubankparqueshop.com.br | com.mx com.co
Mercado Pago | mercadopago | mercadopago.com mercadopago.com.br mercadopago.com.ar mercadopago.com.mx | cl com.co com.pe com.ve com.uy
Bancolombia | bancolombia | bancolombia.com bancolombia.com.co transaccionesbancolombia.com grupobancolombia.com bancolombiapanama.com
BBVA | bbva | bbva.com bbva.es bbva.mx bbva.pe bbvacontinental.pe bbvaforum.com bbvaexperience.com bbvanetcash.mx bbvanetcash.com caasbbva.com garantibbva.com.tr garantibbva.ro bbvanet.com.mx bbvacompass.com bbvafrances.com.ar grupobbva.com ligabbva.com bbvanet.com.co bbvaopenmind.com bbvaresearch.com bbvacib.com bbvaassetmanagement.com | com.ar cl com.co com.uy pt it fr de com.py ch
CaixaBank | caixabank | caixabank.es caixabank.com caixabankresearch.com caixabanktech.com caixabankpc.com
Bankia | bankia | bankia.es bankia.com |  | word
UniCredit | unicredit | unicredit.it unicreditgroup.eu unicreditbank.cz unicreditbanking.eu unicreditgroup.de unicreditgroup.com unicreditbanking.net unicreditbulbank.bg unicredito.it unicreditbank.hu unicreditbank.ru unicreditbank.sk unicreditbank.si unicreditbank.rs unicreditbank.ba unicreditbank.ro unicreditbank.hr unicreditbank.lv unicreditbank.ua unicreditbank.it unicreditbank.at unicreditleasing.it | eu ru ua de at ro hu cz sk si rs ba hr bg
Intesa Sanpaolo | intesasanpaolo | intesasanpaolo.com intesasanpaolobank.al intesasanpaolobank.ro intesasanpaolobank.si intesasanpaolobank.hu intesasanpaoloassicurazioni.com intesasanpaolovita.it intesasanpaoloprivatebanking.it intesasanpaoloprivatebanking.com | com.tr it ie lu
BNP Paribas | bnpparibas | bnpparibas.com bnpparibas.net bnpparibasfortis.be bnpparibasfortis.com bnpparibasopen.com bgzbnpparibas.pl geojitbnpparibas.com mabanque.bnpparibas group.bnpparibas bnpparibas-am.com bnpparibas-pf.com bnpparibascardif.com bnpparibas-ip.com | co.id pl com.hk fr lu de it es ch be at co.in jp com.br ca pt dk se no co.uk com.tr
Crédit Agricole | creditagricole credit-agricole | credit-agricole.fr ca-cib.com credit-agricole.com credit-agricole.pl credit-agricole.it creditagricole.rs creditagricole.info creditagricoleassurances.com creditagricolegroup.com ca-paris.fr credit-agricole.ua credit-agricole-leasing.fr | fr it
Société Générale | societegenerale | societegenerale.com societegenerale.fr particuliers.societegenerale.fr societegenerale-cib.com societegenerale-insurance.com | com.tr it es de ma sn ci cn asia
La Banque Postale | labanquepostale | labanquepostale.fr labanquepostale.com labanquepostale-am.com
Caisse d'Epargne | caissedepargne caisse-epargne | caisse-epargne.fr caisse-epargne.com groupe-bpce.fr
Rabobank | rabobank | rabobank.nl rabobank.com rabobankamerica.com rabo.nl rabobankgroep.nl rabobank.info | com.tr com.au be de ie co.nz es
ABN AMRO | abnamro | abnamro.nl abnamro.com abnamrobank.nl abnamroclearing.com abnamro.org abnamroprivatebanking.com | de fr be
Sparkasse | sparkasse | sparkasse.de sparkasse.at sparkasse-koelnbonn.de sparkasse-banking.de sparkasse.it sparkasse.si sparkasse.ba sparkasse.mk sparkassen.de sparkassen-finanzportal.de s-fp.de sparkassenverlag.de dsgv.de sparkassenbroker.de sparkassenversicherung.de deka.de sparkassenzeitung.de |  | family:de,at
Volksbank | volksbank | volksbank.de volksbank-raiffeisenbank.de vr.de volksbanken.de vr-networld.de | at si nl it | family:de,at,it
Commerzbank | commerzbank | commerzbank.de commerzbank.com commerzbanking.de commerzreal.com | at lu ch co.uk sg
Deutsche Bank | deutschebank | deutsche-bank.de db.com deutschebank.be deutschebank.co.in deutsche-bank.com deutsche-bank.it deutsche-bank.es deutsche-bank.pt deutsche-bank-bauspar.de deutsche-bank.be deutschewealth.com autobahn.db.com | nl es it pt de com
Postbank | postbank | postbank.de bhw.de postbank-immobilien.de e-postbank.bg | bg nl ir co.ke com.ph | word
comdirect | comdirect | comdirect.de comdirect.com comdirect-bank.de
mBank | mbank | mbank.pl mbank.cz mbank.sk mbank.com.pl | kg ae | word
iPKO | ipko | ipko.pl ipko.com ipkobiznes.pl pkobp.pl ipkonet.com
Alipay | alipay | alipay.com alipayobjects.com alipayplus.com alipay-eco.com alipaydns.com alipay.net alipay-inc.com alipay.hk alipayhk.com alipaylog.com alipay-cloud.com | com.cn cn
SMBC | smbc smbc-card vpass | smbc-card.com smbc.co.jp smbcnikko.co.jp vpass.ne.jp smbcgroup.com smbctb.co.jp smbc-cf.com smfg.co.jp smbcgroup.asia
JCB | myjcb jcb | jcb.co.jp jcb.jp jcb.com jcb-originalseries.jp jcb-card.jp jcbcard.cn jcbusa.com jcbeurope.eu
Saison Card | saison saisoncard | saisoncard.co.jp saisoncard-sindan.jp saisoncard-international.com ins-saison.co.jp saisoncard-promotion.com saison-am.co.jp saisoncard.com |  | word
Epos Card | eposcard epos | eposcard.co.jp
MUFG | mufg bk-mufg | mufg.jp bk.mufg.jp mufg.com mufgamericas.com mufgemea.com mufgcard.com mufgbank.com
Mizuho | mizuho mizuhobank | mizuhobank.co.jp mizuhogroup.com mizuho-sc.com mizuho-fg.co.jp mizuho-tb.co.jp mizuho-rt.co.jp mizuho.com | 
View Card | viewcard | viewcard.co.jp viewsnet.jp
au Jibun Bank | jibunbank | jibunbank.co.jp
UC Card | uccard | uccard.co.jp | 
Orico | orico | orico.co.jp oricomall.com orico.com.cn orico.cc | 
JACCS | jaccs | jaccs.co.jp jaccsmall.com jaccs.com
Monex | monex | monex.co.jp monex.com | 
Daiwa | daiwa | daiwa.jp daiwa.co.jp daiwahouse.co.jp daiwaweb.com daiwa-am.co.jp daiwa.com bank-daiwa.co.jp daiwaresort.jp daiwahouse.com daiwa-grp.jp | 
SBI Securities | sbisec sbi | sbisec.co.jp netbk.co.jp sbigroup.co.jp sbi.co.in onlinesbi.sbi sbicard.com sbibank.com sbilife.co.in sbijapan.com onlinesbi.com sbisonpo.co.jp sbifxt.co.jp sbimf.com sbiepay.com sbicard.co.jp sbishinseibank.co.jp sbisumishin.co.jp bank.sbi
PayPay | paypay | paypay.ne.jp paypay-bank.co.jp paypay-card.co.jp paypay-corp.co.jp paypay-insurance.co.jp paypay-sec.co.jp paypayfleamarket.yahoo.co.jp
`

/**
 * Brands of shops, parcel services, travel, authorities and utilities. Compiled for this project from the companies'
 * own pages. Public lists of visited domains confirmed which names are in use. The columns are those of `readBrands`.
 */
export const tradeBrands = `
Amazon | amazon | amazon.com a.co amzn.eu amzn.asia amzn.id amazonservices.com amazonservices.co.uk amazonservices.de amazonservices.es amazonservices.fr amazonservices.it amazonservices.ca amazonservices.in amazonservices.jp amazon.co.jp amazon.co.uk amazon.de amazonaws.com amazon-adsystem.com pv-cdn.net amazonpay.com amazonses.com amazontrust.com media-amazon.com ssl-images-amazon.com amazonalexa.com amazonvideo.com amazonmusic.com amazon.in amazon.fr amazon.it amazon.es amazon.ca amazon.jobs amazon.science amazonbrowserapp.com amazoncrl.com aboutamazon.com aboutamazon.de aboutamazon.eu aboutamazon.co.uk aboutamazon.in amazon-ads-attestation.com amazon-corp.com amazonappstream.com amazonaws-us-gov.com amazonaws.cn amazonaws.com.cn amazonaws.eu amazonaws.org amazonbot.amazon amazoncognito.com amazondevices.com amazonfiretvapp.com amazonforum.com amazongames.com amazonlinux.com amazonlss.com amazonservices.com amazonoperations.app amazonsilk.com amazonworkdocs.com amazonworkspaces.com assoc-amazon.com assoc-amazon.de assoc-amazon.co.uk images-amazon.com payments-amazon.com payments-amazon.de quip-amazon.com siege-amazon.com ssl-images-amazon.cn amazon-dss.com amazonfresh.com amazonstudios.com amazoncareers.com amazonfulfillmentcareers.com amazon.dev amazon.work amzn.to a2z.com amazonwebservices.com amazon-press.it | ae at be ch cn co.za com.au com.be com.br com.co com.mx com.ng com.tr eg eu ie jp nl pl sa se sg com.sg com.cn dk
eBay | ebay | ebay.com ebay.co.uk ebay.de ebaystatic.com ebayimg.com ebayinc.com ebayclassifieds.com ebay-kleinanzeigen.de ebaykorea.com ebay-us.com ebayadservices.com ebaycdn.net ebaydesc.com ebayrtm.com ebaycommercenetwork.com ebaymotorspro.co.uk ebaystores.com ebay-inc.com ebay-mediacentre.co.uk | at be ca ch cn co.jp com.au com.hk com.my com.sg com.tw es fr ie in it nl ph pl se tv vn us dk
Mercado Libre | mercadolivre mercadolibre | mercadolivre.com.br mercadolibre.com mercadolibre.com.mx mercadolibre.com.ar mercadolibre.com.co mercadolibre.cl mercadolivre.com mercadolibre.com.bo mercadolibre.com.do mercadolibre.com.ec mercadolibre.com.pe mercadolibre.com.uy mercadolibre.com.ve mercadolibre.com.py mercadolibre.com.gt mercadolibre.com.hn mercadolibre.com.ni mercadolibre.com.sv mercadolibre.com.pa mercadolibre.co.cr mlstatic.com mercadoshops.com | pt
Poste Italiane | poste posteitaliane | poste.it posteitaliane.it postepay.it postecert.it postemobile.it poste-impresa.it posteitaliane.com poste.com postevita.it posteassicura.it |  | word
Allegro | allegro | allegro.pl allegro.cz allegro.com allegro.sale allegroimg.com allegrolokalnie.pl allegrosandbox.pl allegrostatic.com allegro-dev.com allegro.tech allegropay.pl | hu sk si hr | word
InPost | inpost | inpost.pl inpost.it inpost.eu inpost-group.com paczkomaty.pl | co.uk fr es be nl pt
Vinted | vinted | vinted.com vinted.fr vinted.pl vinted.de vinted.net vintedapp.com vintedgo.com | at be bg co.uk com.au cz dk es fi gr hr hu ie it lt lu nl pt ro se si sk ee lv ca
DHL | dhl | dhl.com dhl.de dhlecommerce.co.uk dhlecommerce.nl dhlecommerce.com dhlparcel.nl dhlparcel.co.uk dhlparcel.es dhlparcel.be dhlparcel.pl dpdhl.com dhlglobalmail.com dhl-usa.com dhl-geschaeftskundenportal.de deutschepost.de deutschepost.com dpdhl-brands.com dhlexpress.nl dhlexpress.fr dhlsupplychain.com | co.uk com.mx co.in it com.hk es ru co.jp com.pl fr ca com.au pl at ch nl be se dk cz com.cn com.br com.sg co.za co.kr hu ro pt ie com.tr
FedEx | fedex | fedex.com fedexoffice.com fedexcares.com fedexlocations.com | co.uk de fr ca com.cn com.mx
USPS | usps | usps.com usps.gov uspsoig.gov uspis.gov uspspostoffices.com uspsblog.com
Royal Mail | royalmail | royalmail.com royalmailgroup.com parcelforce.com royalmailchat.co.uk | co.uk
Evri | evri | evri.com evri.co.uk myhermes.co.uk hermesworld.com |  | word
La Poste | laposte | laposte.fr laposte.net lapostefinance.fr lapostemobile.fr lapostegroupe.com laposte.com lapostesolutionsbusiness.fr laposte-export-solutions.com lapostegroupe.fr laposte.tn
Colissimo | colissimo | colissimo.fr colissimo.com
Chronopost | chronopost | chronopost.fr chronopost.com chronopost.pt | es be
Correos | correos | correos.es correosexpress.com correosdemexico.gob.mx correos.com correos.go.cr correosdechile.cl | cl | word
PostNL | postnl | postnl.nl postnl.post postnl.com | be
Australia Post | auspost | auspost.com.au auspost.com auspostenterprise.com.au
Canada Post | canadapost | canadapost.ca canadapost-postescanada.ca canadapost.com
impots.gouv.fr | impots | impots.gouv.fr impots.com |  | word
Ameli | ameli | ameli.fr ameli-sante.fr amelipro.fr |  | word
Alibaba | alibaba | alibaba.com alibabacloud.com alibaba-inc.com alibabagroup.com alibabadns.com alibabausercontent.com alibabacorp.com alibabachengdun.com alibabachengdun.net alibaba.net alibabacloud.co.in aliyun.com alicdn.com alibabacloudcs.com | co.uk com.cn cn co.jp
AliExpress | aliexpress | aliexpress.com aliexpress.ru aliexpress.us aliexpress-media.com ae01.alicdn.com
Taobao | taobao | taobao.com taobaocdn.com taobao.net taobao.org tbcdn.cn taobao.global | com.cn cn com.au
Shopee | shopee | shopee.com shopee.co.id shopee.sg shopee.com.my shopee.vn shopee.ph shopee.tw shopee.com.br shopee.co.th shopeemobile.com shopeepay.co.id shopeepay.co.th shopeepay.com.br shopeepay.com.my shopeepay.ph shopeepay.sg shopeesz.com shopee.io shopeefood.vn shp.ee | cl cn com.ar com.co com.mx es fr pl in
Lazada | lazada | lazada.com lazada.co.id lazada.com.my lazada.com.ph lazada.vn lazada.sg lazada.co.th lazada-seller.cn lazadacdn.com lazada.co lzd.co
Tokopedia | tokopedia | tokopedia.com tokopedia.net tokopedia-static.net tokopediax.com
Airbnb | airbnb | airbnb.com airbnb.co.uk airbnb.fr airbnb.de airbnb.com.br airbnb.ca airbnb.it airbnb.es withairbnb.com airbnb.net airbnb.biz airbnb.org airbnbmail.com muscache.com airbnb.tools | ae at be ch cn co.in co.kr co.nz co.za com.ar com.au com.bz com.co com.ee com.mt com.sg com.sv cz gr gy ie jp mx nl no pl pt ru com.tw com.tr com.hk dk fi se hu is cl com.pe com.ec com.bo com.cr co.cr co.id com.my com.ph com.vn com.gt com.hn com.hr com.lv com.mx com.ni com.pa com.py com.ro com.ua lt lu si sk rs me mk al ba am az bg
Expedia | expedia | expedia.com expedia.co.jp expedia.de expedia.co.uk expediapartnercentral.com expediagroup.com expedia.ca expedia-aarp.com expedia.biz expedia.net expediataap.com expediafranchise.com expediacruises.com expediamail.com expediainc.com expediajobs.com expediaaffiliate.com joinexpedia.com lifeatexpedia.com | ae at be ch co.id co.in co.kr co.nz co.th com.ar com.au com.br com.hk com.my com.ph com.sg com.tw com.vn dk es fi fr ie it mx com.mx nl no se cn eu
Tripadvisor | tripadvisor | tripadvisor.com tripadvisor.co.uk tripadvisor.de tripadvisor.it tripadvisor.fr tripadvisor.es tripadvisor.in tripadvisorsupport.com tripadvisor.co tamgrt.com tripadvisormail.com | be ca ch co.id co.nz co.za com.ar com.au com.br com.hk com.mx com.my com.ph com.sg com.tr com.tw ie jp nl pt ru com.gr cn com.pe co.kr at com.ve com.eg se cl cz dk co.il fi rs sk co.hu no com.vn
Walmart | walmart | walmart.com walmart.ca walmartimages.com walmart.com.mx walmartapis.com cdn-wal.net wal-mart.com walmart.net walmartmobile.cn walmartone.com walmartmoneycard.com walmartmexico.com.mx walmartmexico.com walmartbenefits.com walmartstores.com walmartfinancialservices.ca walmartchecks.com walmartimages.ca walmartimages.cl walmartimages.com.mx walmartethics.com walmartconnect.com walmartlabs.com walmartcareers.com walmartcontacts.com walmartonline.com.ar | com.br cn cl com.cn co.in com.ar co.cr
Best Buy | bestbuy | bestbuy.com bestbuy.ca bestbuy-jobs.com bestbuycanada.ca bestbuy.com.mx bbystatic.com |  | word
The Home Depot | homedepot | homedepot.com homedepot.ca homedepot-static.com homedepotrebates.com thehomedepot.com homedepotfoundation.org homedepotemail.com homedepotmeasures.com | com.mx
Costco | costco | costco.com costco.ca costco-static.com costcobusinessdelivery.com costcotravel.com costcophotocenter.com costcoauto.com costcochecks.com costcobusinesscentre.ca costcotireappointments.ca | co.jp co.kr co.uk com.au com.mx com.tw fr es is se co.nz cn com.cn
craigslist | craigslist | craigslist.org craigslist.ca | co.in co.uk co.kr com.au com.mx co.th com.ph hk jp com.cn com.sg de es it at ch pt gr fi se dk
GoFundMe | gofundme | gofundme.com gofundme.org
Rakuten | rakuten | rakuten.co.jp rakuten.com rakuten-card.co.jp rakuten-sec.co.jp rakuten.de rakuten-bank.co.jp rakutencdn.com rakuten.ne.jp rakuten.tv rakutenmarketing.com rakuten-static.com rakuten.net rakutenadvertising.io rakutenadvertising.com rakuten-edy.co.jp rakuten-life.co.jp rakuteneagles.jp rakuten-it.com rakuten-drive.com rakutenkobo.com rakutenmobile.co.jp rakutentravelxchange.com rakuten.today rakuten-wallet.co.jp rakuten-sonpo.co.jp rakuten-ssi.co.jp rakuten-mobile.co.jp rakutenmarketing.co.uk rakutentrade.my rakuteninsight.com r10s.jp | ca com.tw jp co.uk es com.my com.br co.id com.sg fr at it
AEON | aeon aeoncard aeonbank | aeon.co.jp aeonbank.co.jp aeonretail.com aeonnetshop.com aeoncinema.com aeonsquare.net aeondigitalworld.com aeonretail.jp aeonshop.com aeon.com aeoncredit.co.jp aeonkyushu.com aeon-ryukyu.jp aeonmall.com aeon.info aeontohoku.co.jp | jp | word
Mercari | mercari | mercari.com mercari.jp mercari-shops-static.com mercari-shops.com mercari.tw
Eki-Net | ekinet eki-net | eki-net.com
ETC Meisai | etcmeisai etc-meisai | etc-meisai.jp
Sagawa | sagawa sagawa-exp | sagawa-exp.co.jp sagawa-sgx.com | 
Kuroneko Yamato | kuronekoyamato kuroneko | kuronekoyamato.co.jp yamato-transport.co.jp kuronekoyamato.com
TEPCO | tepco | tepco.co.jp
Yodobashi | yodobashi | yodobashi.com
`
