/**
 * Pretexts of lures, in the form of `lureWords`. `authority`: a public authority. `software`: a program that shows the
 * document. `bankDetails`: a new account for payments.
 */
export const lurePretexts = {
  authority: `
    en: police|tax office|tax authority|revenue service|hm revenue|internal revenue|inland revenue|ministry of|department of|magistrates|county court|district court|court of|bailiff|customs|prosecutor|social security|driver and vehicle
    de: polizei|bundeskriminalamt|finanzamt|steuerverwaltung|bundeszentralamt|ministerium|amtsgericht|landgericht|staatsanwalt|gerichtsvollzieher|zollamt|hauptzollamt|bußgeldstelle|rentenversicherung
    fr: police|gendarmerie|impôts|finances publiques|direction générale|ministère|tribunal|procureur|huissier|douane|assurance maladie|antai|caisse d allocations
    es: policía|guardia civil|agencia tributaria|hacienda|ministerio|juzgado|fiscalía|aduana|seguridad social|dirección general de tráfico
    it: polizia|carabinieri|agenzia delle entrate|ministero|tribunale|procura|dogana|inps=
    pt: polícia|autoridade tributária|receita federal|finanças|ministério|tribunal|procurador|alfândega|segurança social|detran
    nl: politie|belastingdienst|ministerie|rechtbank|openbaar ministerie|incassobureau|gerechtsdeurwaarder|douane|fod financiën
    pl: policj|urząd skarbowy|krajowa administracja|ministerstw|sąd rejonowy|sąd okręg|prokurat|komornik|urząd celny|zus=
    cs: polici|finanční úřad|finanční správ|finančná správa|ministerstv|okresní soud|okresný súd|exekutor|celní|colný|zastupitelstv
    hu: rendőrség|adóhivatal|nemzeti adó|minisztérium|bíróság|ügyészség|végrehajt|vámhivatal
    ro: poliți|anaf=|administrare fiscală|ministerul|tribunalul|judecători|parchet|executor|vamă|vamal
    sv: polisen|skatteverket|ministeriet|tingsrätt|åklagar|kronofogd|tullverket|försäkringskassan
    da: politiet|skattestyrelsen|skatteetaten|ministeriet|byretten|tingrett|anklager|fogedret|tolletaten|toldstyrelsen|motorstyrelsen
    fi: poliisi|verohallinto|vero fi|ministeriö|käräjäoikeus|syyttäj|ulosotto|tulli=|kela=
    el: αστυνομία|ααδε|εφορία|υπουργείο|πρωτοδικείο|εισαγγελ|τελωνείο|εφκα
    ru: полици|фнс|налоговая служба|министерств|районный суд|прокурат|судебных пристав|таможн|гибдд|госуслуг
    uk: поліці|податкова служба|міністерств|районний суд|прокурат|виконавч|митниц|дія=
    bg: полиция|нап=|агенция за приходите|министерств|районен съд|прокурат|съдия изпълнител|митниц|мвр
    hr: policija|porezna uprava|finančna uprava|ministarstv|ministrstv|općinski sud|okrajno sodišče|carina|carinsk|furs
    lt: policija|mokesčių inspekcija|ministerija|teismas|prokurat|muitin|maksu ja tolliamet|politsei|kohus|sodra
    tr: emniyet|gelir idaresi|vergi dairesi|bakanlığı|mahkeme|savcılı|icra dairesi|gümrük|e devlet
    ja: 警察|国税|税務署|省=|裁判所|検察|税関|年金機構|マイナポータル
    zh: 公安|税务局|稅務局|法院|检察院|海关|海關|社保局|人力资源|交警|监理
    ko: 경찰|국세청|홈택스|법원|검찰|관세청|정부24|국민건강보험|도로교통공단
    ar: الشرطة|الضرائب|وزارة|المحكمة|النيابة|الجمارك|مصلحة
    he: משטר|רשות המסים|מס הכנסה|משרד ה|בית המשפט|בית משפט|הוצאה לפועל|מכס|ביטוח לאומי
    vi: công an|cục thuế|tổng cục thuế|bộ công|tòa án|viện kiểm sát|hải quan|bảo hiểm xã hội|dịch vụ công
    id: kepolisian|polri|direktorat jenderal pajak|kementerian|pengadilan|kejaksaan|bea cukai|bpjs
    th: ตำรวจ|กรมสรรพากร|กระทรวง|ศาล|อัยการ|กรมศุลกากร|ประกันสังคม|กรมการขนส่ง`,
  software: `
    any: chrome|firefox|flash player|adobe reader|acrobat reader
    en: browser is|browser version|version of your browser|your browser is|update your browser|browser update|pdf viewer|pdf reader|pdf component|pdf plugin|missing font|font pack
    de: browser ist|ihr browser|browserversion|pdf betrachter
    fr: votre navigateur|version du navigateur|lecteur pdf
    es: su navegador|versión del navegador|lector de pdf|visor de pdf
    it: il suo browser|il tuo browser|versione del browser|lettore pdf
    pt: seu navegador|versão do navegador|leitor de pdf
    nl: uw browser|je browser|browserversie|pdf lezer
    pl: przeglądark
    cs: prohlížeč|prehliadač
    hu: böngésző
    sv: webbläsare|nettleser
    fi: selaimesi|selaimen
    el: πρόγραμμα περιήγησης
    ru uk bg: браузер
    tr: tarayıcı
    ja: ブラウザ
    zh: 浏览器|瀏覽器
    ko: 브라우저
    ar: المتصفح|متصفح
    he: דפדפן
    vi: trình duyệt
    id: peramban
    th: เบราว์เซอร์`,
  bankDetails: `
    en: new bank details|new bank account|change of bank|changed bank|bank details have changed|bank account has changed|updated bank|new account details|change of remittance|remittance details|new remittance|changed our bank|bank account change
    de: neue bankverbindung|neuen bankverbindung|geänderte bankverbindung|änderung unserer bankverbindung|neue kontoverbindung|bankverbindung geändert
    fr: nouvelles coordonnées bancaires|changement de rib|nouveau rib|changement de coordonnées bancaires|nouveau compte bancaire
    es: nuevos datos bancarios|cambio de cuenta|nueva cuenta bancaria|cambio de datos bancarios
    it: nuove coordinate bancarie|nuovo iban|cambio di coordinate|variazione coordinate|nuovo conto
    pt: novos dados bancários|alteração de dados bancários|nova conta bancária|novo iban
    nl: nieuwe bankgegevens|nieuw rekeningnummer|gewijzigd rekeningnummer|wijziging bankgegevens
    pl: nowy numer rachunku|zmiana rachunku|zmiana numeru konta|nowy rachunek
    cs: nové bankovní spojení|změna bankovního|nový bankovní účet|zmena bankového|nové bankové spojenie
    hu: új bankszámla|megváltozott bankszámla|bankszámlaszám változ
    ro: noi date bancare|noul cont bancar|modificarea contului bancar
    sv: nya bankuppgifter|nytt bankgiro|nytt kontonummer
    da: nye bankoplysninger|nyt kontonummer|ny bankkonto|nytt kontonummer|nye bankopplysninger
    fi: uudet pankkitiedot|uusi tilinumero|tilinumeromme on muuttunut
    el: νέος τραπεζικός λογαριασμός|νέα τραπεζικά στοιχεία|αλλαγή τραπεζικού
    ru: новые банковские реквизиты|смена реквизитов|изменение банковских реквизитов|новые реквизиты
    uk: нові банківські реквізити|зміна реквізитів|нові реквізити
    bg: нова банкова сметка|промяна на банковата|нови банкови данни
    hr: novi bankovni|promjena bankovnog|nov bančni račun|sprememba bančnega
    lt: nauja banko sąskaita|pasikeitė banko|uus pangakonto|uued pangaandmed
    tr: yeni banka hesab|banka hesap değişikliği|yeni iban
    ja: 振込先変更|新しい振込先|振込先口座の変更|口座変更
    zh: 新的银行账户|银行账户变更|新银行账号|收款账户变更|銀行帳戶變更
    ko: 계좌 변경|변경된 계좌|입금 계좌
    ar: الحساب البنكي الجديد|تغيير الحساب البنكي|بيانات بنكية جديدة
    he: פרטי בנק חדשים|חשבון בנק חדש|שינוי פרטי הבנק
    vi: tài khoản ngân hàng mới|thay đổi tài khoản ngân hàng
    id: rekening bank baru|perubahan rekening
    th: บัญชีธนาคารใหม่|เปลี่ยนบัญชีธนาคาร`
} as const
