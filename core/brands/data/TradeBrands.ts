/**
 * Shops, parcels, travel, authorities and supply. Own compilation from the companies' own pages; which of
 * their names are in use was checked against public lists of visited domains. The columns are those of `readBrands`.
 */
export const tradeBrands = `
Amazon | amazon | amazon.com amazonservices.com amazonservices.co.uk amazonservices.de amazonservices.es amazonservices.fr amazonservices.it amazonservices.ca amazonservices.in amazonservices.jp amazon.co.jp amazon.co.uk amazon.de amazonaws.com amazon-adsystem.com pv-cdn.net amazonpay.com amazonses.com amazontrust.com media-amazon.com ssl-images-amazon.com amazonalexa.com amazonvideo.com amazonmusic.com amazon.in amazon.fr amazon.it amazon.es amazon.ca amazon.jobs amazon.science amazonbrowserapp.com amazoncrl.com aboutamazon.com aboutamazon.de aboutamazon.eu aboutamazon.co.uk aboutamazon.in amazon-ads-attestation.com amazon-corp.com amazonappstream.com amazonaws-us-gov.com amazonaws.cn amazonaws.com.cn amazonaws.eu amazonaws.org amazonbot.amazon amazoncognito.com amazondevices.com amazonfiretvapp.com amazonforum.com amazongames.com amazonlinux.com amazonlss.com amazonservices.com amazonoperations.app amazonsilk.com amazonworkdocs.com amazonworkspaces.com assoc-amazon.com assoc-amazon.de assoc-amazon.co.uk images-amazon.com payments-amazon.com payments-amazon.de quip-amazon.com siege-amazon.com ssl-images-amazon.cn amazon-dss.com amazonfresh.com amazonstudios.com amazoncareers.com amazonfulfillmentcareers.com amazon.dev amazon.work amzn.to a2z.com amazonwebservices.com amazon-press.it | ae at be ch cn co.za com.au com.be com.br com.co com.mx com.ng com.tr eg eu ie jp nl pl sa se sg com.sg com.cn dk
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
