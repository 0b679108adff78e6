/**
 * Banks, cards, payments, wallets and exchanges. Own compilation from the companies' own pages; which of
 * their names are in use was checked against public lists of visited domains. The columns are those of `readBrands`.
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
Solana | solana | solana.com
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
