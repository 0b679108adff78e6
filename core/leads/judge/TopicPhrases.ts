import type { LeadCode } from "../signals/LeadCatalog.ts"

/** Codes of the topics, in ascending order of severity. */
export type TopicCode = Extract<
  LeadCode,
  | "SEO_OFFER"
  | "LINK_BUILDING"
  | "CONTACT_LISTS"
  | "FAKE_ENGAGEMENT"
  | "FORM_MARKETING"
  | "OUTSOURCING"
  | "LOAN"
  | "JOB_OFFER"
  | "REPLICA_GOODS"
  | "CRYPTO"
  | "GAMBLING"
  | "PHARMACY"
  | "ADULT"
  | "ACCOUNT_PHISHING"
  | "ADVANCE_FEE"
  | "EXTORTION"
>

export interface Topic {
  /** Name of the topic in reasons. */
  readonly name: string
  /**
   * Lower-case starts of words or phrases, separated by commas. `$` marks a word that must end there. The languages are
   * English, German, French, Spanish, Portuguese, Italian, Dutch, Polish, Russian, Turkish, Chinese and Japanese, if
   * spam with the topic exists in them.
   */
  readonly phrases: string
}

/**
 * Topics of unwanted messages. Customers write about the same topics, so `judgeTopics` reports a topic only if the
 * message reads like spam.
 */
export const topics: Readonly<Record<TopicCode, Topic>> = {
  SEO_OFFER: {
    name: "search engine optimization",
    phrases:
      "seo$,search engine,google ranking,rank higher,rank on google,first page of google,page 1 of google,top of google," +
      "organic traffic,website traffic,keyword ranking,website audit,suchmaschinen,google-ranking,sichtbarkeit bei google," +
      "référencement,première page de google,posicionamiento web,primera página de google,primeira página do google," +
      "posizionamento sui motori,prima pagina di google,zoekmachine,vindbaarheid,pozycjonowani,продвижение сайт," +
      "раскрутк,поисков,arama motoru,google sıralama,搜索引擎,排名优化,検索順位,上位表示"
  },
  LINK_BUILDING: {
    name: "links and paid articles",
    phrases:
      "backlink,back link,dofollow,do-follow,guest post,guest article,sponsored post,sponsored article,link insertion," +
      "link building,linkbuilding,link exchange,domain authority,paid article,gastbeitrag,gastartikel,linktausch," +
      "article invité,article sponsorisé,échange de liens,artículo patrocinado,intercambio de enlaces,post patrocinado," +
      "articolo sponsorizzato,scambio link,gastblog,linkruil,artykuł sponsorowany,обмен ссылками,статейн,ссылочн," +
      "tanıtım yazısı,外链,友情链接,被リンク"
  },
  CONTACT_LISTS: {
    name: "lists of addresses",
    phrases:
      "email list,e-mail list,mailing list of,contact list,database of,verified contacts,decision makers,decision-makers," +
      "attendee list,attendees list,lead list,b2b lead,qualified leads,business leads,data provider,adressliste," +
      "firmenadressen,base de données de,base de datos de,listas de email,elenchi di contatti,adressenbestand,baza firm," +
      "база данных,базы данных,veri tabanı,客户名单,名簿"
  },
  FAKE_ENGAGEMENT: {
    name: "followers and reviews",
    phrases:
      "followers,buy likes,real likes,youtube views,subscribers,5-star review,5 star review,five-star review,google reviews," +
      "positive reviews,trustpilot,abonnenten kaufen,bewertungen kaufen,positive bewertungen,abonnés,avis positifs," +
      "seguidores,reseñas positivas,avaliações,recensioni positive,volgers,obserwujących,opinie google,подписчик," +
      "накрутк,отзыв,takipçi,粉丝,刷单,フォロワー"
  },
  FORM_MARKETING: {
    name: "bulk messages through contact forms",
    phrases:
      "contact form,contact page,feedback form,form submission,form blast,website owners like you,millions of websites," +
      "million websites,million sites,submit your message,kontaktformular,formulaire de contact,formulario de contacto," +
      "formulário de contato,modulo di contatto,contactformulier,formularze kontaktowe,формы обратной связи," +
      "форм обратной связи,рассылк,iletişim form,联系表,お問い合わせフォーム"
  },
  OUTSOURCING: {
    name: "websites, apps, videos or staff",
    phrases:
      "web design,website design,redesign,web development,app development,mobile app,offshore,outsourc,our developers," +
      "explainer video,animation video,logo design,virtual assistant,digital marketing,webdesign,neue website,erklärvideo," +
      "création de site,développement web,diseño web,desarrollo web,criação de site,realizzazione siti,sviluppo web," +
      "webbouw,strony internetow,создание сайт,разработк,web tasarım,网站建设,小程序开发,ホームページ制作"
  },
  LOAN: {
    name: "loans",
    phrases:
      "loan$,loans$,funding for your business,business funding,working capital,interest rate,credit line,line of credit," +
      "merchant cash advance,project financ,kredit,darlehen,zinssatz,prêt$,financement,préstamo,crédito,empréstimo,prestito," +
      "finanziament,lening,pożyczk,chwilówk,кредит,займ,kredi$,贷款,融资,融資"
  },
  JOB_OFFER: {
    name: "easy work from home",
    phrases: "work from home,working from home,part-time job,part time job,earn up to,per day from home,daily income," +
      "extra income,passive income,no experience,heimarbeit,nebenverdienst,von zu hause aus,passives einkommen," +
      "travail à domicile,revenu passif,trabajo desde casa,ingresos extra,trabalhe em casa,renda extra,lavoro da casa," +
      "guadagno,thuiswerk,bijverdien,praca zdalna,заработ,удаленн,удалённ,evden$,兼职,日赚,副業,在宅"
  },
  REPLICA_GOODS: {
    name: "replicas and heavily discounted brands",
    phrases:
      "replica$,replicas$,luxury watch,rolex,louis vuitton,ray-ban,ray ban,designer bag,designer handbag,factory price,wholesale price," +
      "90% discount,outlet store,nachbildung,luxusuhr,montre de luxe,réplica,relojes de lujo,orologi di lusso," +
      "namaakhorloge,repliki,реплик,копии часов,replika saat,高仿,复刻,スーパーコピー"
  },
  CRYPTO: {
    name: "cryptocurrency and guaranteed profits",
    phrases:
      "bitcoin,btc$,crypto,ethereum,usdt,blockchain,forex,trading bot,trading platform,trading signal,guaranteed return," +
      "guaranteed profit,double your,investment opportunit,investment platform,krypto,rendite,garantierte,cryptomonnaie," +
      "rendement garanti,criptomoneda,criptomoeda,inversión,investimento garantit,criptovalut,kryptowalut,крипт,биткоин," +
      "инвестиц,kripto,yatırım,比特币,加密货币,虚拟货币,投资,仮想通貨,投資"
  },
  GAMBLING: {
    name: "casinos and bets",
    phrases:
      "casino,slot$,slots$,jackpot,free spins,betting,sportsbook,poker$,gambling,roulette,online-casino,sportwetten,freispiele," +
      "paris sportifs,apuestas,tragamonedas,apostas,cassino,scommesse,gokken,gokkast,kasyno,zakłady bukmacher,казино," +
      "ставки на спорт,букмекер,bahis$,kumarhane,judi$,gacor,博彩,赌场,彩票,カジノ"
  },
  PHARMACY: {
    name: "medicines and remedies",
    phrases:
      "viagra,cialis,levitra,tramadol,xanax$,ozempic,semaglutide,pharmacy,without prescription,weight loss,lose weight," +
      "fat burn,male enhancement,erectile,cbd$,steroid,apotheke,rezeptfrei,abnehmen,potenzmittel,pharmacie,perdre du poids," +
      "sans ordonnance,farmacia,sin receta,bajar de peso,farmácia,emagrec,senza ricetta,dimagri,afvallen,zonder recept," +
      "apteka,odchudzan,аптек,похуде,потенци,eczane,zayıfla,伟哥,减肥,ダイエット,精力剤"
  },
  ADULT: {
    name: "sex and dating",
    phrases:
      "sex$,sexy$,sexo$,porn,nude,escort$,escorts$,hot girls,single women,lonely women,dating site,meet women,onlyfans,webcam girl,sugar daddy," +
      "heiße frauen,einsame frauen,partnersuche,rencontre coquine,femmes seules,chicas,garotas,encontros,ragazze," +
      "incontri,meisjes,dziewczyny,randki,секс,порно,знакомств,девушк,seks,çıplak,色情,约炮,出会い,エロ"
  },
  ACCOUNT_PHISHING: {
    name: "an alleged problem with an account, a parcel or a payment",
    phrases:
      "verify your account,confirm your account,account has been,account will be,suspended,mailbox is full,mailbox quota," +
      "password expires,unusual activity,unpaid invoice,package could not,your parcel,delivery fee,customs fee," +
      "domain expires,domain will expire,copyright infringement,konto bestätigen,konto gesperrt,paket konnte," +
      "votre compte,votre colis,su cuenta,su paquete,sua conta,sua encomenda,il tuo account,il suo pacco,uw account," +
      "uw pakket,twoje konto,twoja paczka,ваш аккаунт,ваша посылка,hesabınız,kargonuz,账户异常,包裹,アカウント,お荷物"
  },
  ADVANCE_FEE: {
    name: "an inheritance, a prize or a fund to share",
    phrases:
      "inheritance,next of kin,beneficiary,late client,million dollars,million usd,million euro,you have won,lottery," +
      "winning number,compensation fund,confidential transaction,mutual benefit,donation to you,barrister,erbschaft," +
      "lotterie,gewonnen,héritage,vous avez gagné,loterie,herencia,lotería,ha ganado,herança,loteria,eredità,ha vinto," +
      "erfenis,gewonnen,spadek,wygrał,наследств,выиграли,лотере,miras$,kazandınız,遗产,中奖,遺産,当選"
  },
  EXTORTION: {
    name: "a threat unless money is paid",
    phrases: "your computer was,your device was,have access to your,recorded you,i recorded,your webcam," +
      "ransom,ddos,your site has been hacked,your website has been hacked,we hacked,i hacked,have hacked your,unless you send,unless you pay,your database,leak your,leak the data,destroy your reputation,pay within,bitcoin wallet," +
      "lösegeld,gehackt,aufgenommen,piraté,rançon,hackeado,rescate,resgate,hackerat,riscatto," +
      "losgeld,zhakowa,okup$,взлом,выкуп,hacklend,fidye,勒索,黑客,ハッキング,身代金"
  }
}
