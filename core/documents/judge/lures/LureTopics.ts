/**
 * What lures are about, in the form of `lureWords`. `file`: something that waits to be seen. `sharing`: it was shared,
 * or needs a signature. `parcel`: a delivery. `fee`: a small payment. `gain`: money or a prize. `debit`: a payment that
 * the reader did not expect. `dispute`: a way to cancel it.
 */
export const lureTopics = {
  file: `
    document|file|invoice|statement|remittance|voicemail|voice mail|voice message|fax|scan=|message|contract|agreement|proposal|payslip|payroll|report|receipt|purchase order|quotation
    dokument|datei|rechnung|sprachnachricht|fax|nachricht|vertrag|angebot|abrechnung|bescheid|bestellung|unterlage|zahlungsbeleg
    document|fichier|facture|message vocal|fax|télécopie|message|contrat|relevé|bulletin|devis|dossier|bon de commande
    documento|archivo|factura|mensaje de voz|fax|mensaje|contrato|extracto|nómina|presupuesto|pedido|citación|fichero|buzón de voz
    documento|file|fattura|messaggio vocale|fax|messaggio|contratto|estratto|busta paga|preventivo|ordine
    documento|ficheiro|arquivo|fatura|mensagem de voz|fax|mensagem|contrato|extrato|orçamento|recibo|pedido|boleto|nota fiscal
    document|bestand|factuur|voicemail|fax|bericht|contract|overzicht|loonstrook|offerte|bestelling
    dokument|plik|faktur|wiadomoś|poczt głosow|faks|umow|rozliczeni|zamówieni|ofert
    dokument|soubor|faktur|zpráv|hlasov|fax|smlouv|výpis|objednávk|súbor|správ|zmluv
    dokumentum|fájl|számla|számlá|hangüzenet|fax|üzenet|szerződés|kimutatás|megrendelés
    document|fișier|factur|mesaj|fax|contract|extras|comand
    dokument|fil=|filen|faktura|röstmeddelande|fax|meddelande|avtal|offert|lönebesked|beställning
    dokument|fil=|filen|faktura|talebesked|fax|besked|kontrakt|lønseddel|tilbud|melding|talemelding|avtale|lønnsslipp
    asiakirja|tiedosto|lasku|laskun|ääniviesti|faksi|viesti|sopimus|palkka|tarjous|tilausvahvistus
    έγγραφο|εγγράφ|αρχείο|τιμολόγι|φωνητικ|φαξ|μήνυμα|σύμβαση|συμφωνητικ|παραγγελ
    документ|файл|счет|счёт|голосов|факс|сообщени|договор|накладн|выписк|заказ|повестк
    документ|файл|рахун|голосов|факс|повідомлен|договір|договор|накладн|замовлен
    документ|файл|фактур|гласов|факс|съобщени|договор|поръчк
    dokument|datotek|račun|glasovn|faks|poruk|ugovor|narudžb|sporočil|pogodb|naročil|spis
    dokument|faili|sąskait|balso|pranešim|sutart|arve|kõnepost|sõnum|leping
    belge|dosya|fatura|sesli mesaj|faks|mesaj|sözleşme|dekont|sipariş|teklif
    文書|書類|ファイル|請求書|ボイスメール|留守番|ファックス|fax|メッセージ|契約書|明細|見積
    文件|文档|發票|发票|语音|語音|传真|傳真|消息|訊息|合同|合約|账单|帳單|对账单|订单|檔案|通知书
    문서|파일|청구서|인보이스|음성|팩스|메시지|계약서|명세서|견적|주문서
    مستند|وثيقة|ملف|فاتورة|رسالة صوتية|فاكس|رسالة|عقد|كشف|طلب شراء
    מסמך|קובץ|חשבונית|הודעה קולית|פקס|הודעה|חוזה|הסכם|תלוש|הזמנה
    tài liệu|tệp|hóa đơn|hoá đơn|tin nhắn thoại|fax|tin nhắn|hợp đồng|sao kê
    dokumen|berkas|file|faktur|tagihan|pesan suara|faks|pesan|kontrak|slip gaji
    เอกสาร|ไฟล์|ใบแจ้งหนี้|ข้อความเสียง|แฟกซ์|ข้อความ|สัญญา|สลิป`,
  sharing: `
    shared with you|shared a|has shared|shared by|shared document|shared file|secure document|secured document|secure file|secure message|encrypted|protected document|protected file|protected message|is protected|confidential|awaiting your signature|needs your signature|waiting for you|requires your signature|sign and return|review and sign|to be signed|sent you a|you have received|you received a|has been sent to you|new voice|missed call|new fax|pages received|password protected|waiting for your|for your review|e sign
    für sie freigegeben|mit ihnen geteilt|hat eine datei|geteilt|freigegeben|geschützt|verschlüsselt|vertraulich|unterschrift|unterzeichn|signier|sie haben eine neue|haben ein neues|wartet auf|verpasster anruf|gesichert|hinterlegt
    partagé|a partagé|sécurisé|protégé|chiffré|confidentiel|signature|signer|vous avez reçu|nouveau message|en attente de votre|appel manqué|déposé
    compartid|ha compartido|seguro=|protegid|cifrad|confidencial|firma|firmar|ha recibido|has recibido|nuevo mensaje|llamada perdida|le ha enviado|pendiente de su
    condivis|ha condiviso|protett|cifrat|crittograf|riservat|firma|firmare|ha ricevuto|hai ricevuto|nuovo messaggio|chiamata persa|in attesa della sua
    compartilh|partilh|protegid|segur|criptograf|confidencial|assinatura|assinar|recebeu|nova mensagem|chamada perdida|aguarda
    gedeeld|heeft gedeeld|beveiligd|beschermd|versleuteld|vertrouwelijk|handtekening|onderteken|u heeft een nieuw|ontvangen|gemiste oproep|wacht op
    udostępni|zabezpieczon|chronion|zaszyfrowan|poufn|podpis|otrzymał|nowa wiadomość|nowe nagranie|nieodebran|oczekuje na
    sdílen|sdíle|zabezpečen|chráněn|šifrovan|důvěrn|podpis|obdržel|nová zpráva|zmeškan|zdieľan|zdieľa|zabezpečen|chránen|dôvern|dostali ste|čaká na
    megoszt|védett|titkosít|bizalmas|aláír|kapott|új üzenet|nem fogadott|önnel
    partajat|distribuit|securizat|protejat|criptat|confidențial|semn|ați primit|mesaj nou|apel pierdut|așteaptă
    delat|har delat|delades|skyddad|skyddat|krypter|konfidentiell|signer|underskrift|underteckna|du har fått|nytt meddelande|missat samtal|väntar på
    delt|har delt|beskyttet|sikret|krypter|fortrolig|signer|underskri|underskriv|du har modtaget|nyt besked|ubesvaret|venter på|du har mottatt|ny melding|konfidensiell|tapt anrop|sikker
    jaettu|jakoi|on jakanut|suojattu|salattu|luottamuksell|allekirjoit|olet saanut|sinulle on|uusi viesti|vastaamaton|odottaa
    κοινοποί|κοινόχρηστ|μοιράστηκε|ασφαλ|προστατευ|κρυπτογραφ|εμπιστευτ|υπογρα|λάβατε|νέο μήνυμα|αναπάντητ
    поделил|общий доступ|предоставил|защищен|защищён|зашифрован|конфиденциальн|подпис|вы получили|получен|новое сообщение|новое голосовое|пропущен
    поділи|спільн|надав доступ|захищен|зашифрован|конфіденц|підпис|ви отримали|нове повідомлення|нове голосове|пропущен
    сподел|защитен|криптиран|поверител|подпис|получихте|ново съобщение|пропуснат|очаква ваш
    podijel|dijeljen|zaštićen|šifriran|povjerljiv|potpis|primili ste|nova poruka|propušten|deljen|delil|zaščiten|zaupn|podpiš|prejeli ste|novo sporočilo|zgrešen
    bendrin|apsaugot|konfidencial|pasiraš|gavote|jagatud|jagas|kaitstud|allkirjasta|saanud|nauja žinut
    paylaş|korumalı|güvenli|şifrelen|gizli|imza|aldınız|yeni mesaj|cevapsız
    共有|保護され|保護された|暗号化|機密|社外秘|署名|電子契約|届いています|受信しました|着信|新着
    共享|分享|受保护|加密|机密|簽署|签署|签名|收到一|收到了|新消息|新的语音|未接|機密|受保護|分享了
    공유|보호된|보안 문서|보안문서|암호화|기밀|서명|받으셨|도착|새 메시지|부재중|수신
    شارك|مشارك|محمي|آمن|مشفر|سري|توقيع|استلمت|وصلتك|رسالة جديدة|فائتة
    שותף|שיתף|שיתפה|מוגן|מאובטח|מוצפן|סודי|חתימ|לחתום|קיבלת|התקבל|חדשה|שלא נענ
    chia sẻ|bảo mật|được bảo vệ|mã hóa|bí mật|ký tên|chữ ký|nhận được|tin nhắn mới|gọi nhỡ
    dibagikan|membagikan|aman=|dilindungi|terenkripsi|rahasia|tanda tangan|ditandatangani|menerima|pesan baru|panggilan tak
    แชร์|แบ่งปัน|ปลอดภัย|ป้องกัน|เข้ารหัส|ลับ|ลงนาม|เซ็น|ได้รับ|ข้อความใหม่|สายที่ไม่ได้รับ`,
  parcel: `
    parcel|package|shipment|delivery|courier|redeliver|customs|waybill|consignment
    paket|sendung|lieferung|zustell|zoll
    colis|livraison|douane|envoi
    paquete|envío|entrega|aduan
    pacco|spedizione|consegna|dogan|giacenza
    encomenda|entrega|alfândeg|pacote|correios|remessa
    pakket|zending|bezorg|douane|levering
    paczk|przesył|dostaw|celn|doręcz
    balík|zásilk|doručen|cln|zásielk|clo=
    csomag|küldemény|kézbesít|vám
    colet|livrare|pachet|vamal|vamă
    paket|försändelse|leverans|tull
    pakke|forsendelse|levering|told|toll|sending
    paketti|lähetys|toimitus|tulli
    δέμα|δέματ|αποστολή|παράδοση|τελων
    посылк|доставк|отправлен|таможен
    посилк|доставк|відправлен|митн
    пратк|доставк|колет|митн
    pošiljk|paket|dostav|carin
    siunt|pristaty|muitin|pakk|saadetis|toll
    kargo|paket|gönderi|teslimat|gümrük
    荷物|お荷物|配達|配送|宅配|再配達|関税|通関
    包裹|快递|快遞|配送|投递|派送|海关|清关|關稅
    택배|배송|소포|통관|관세|물품
    طرد|شحن|توصيل|جمارك|جمرك|تسليم
    חבילה|משלוח|מכס|שליח
    bưu kiện|gói hàng|giao hàng|hải quan|đơn hàng
    paket|kiriman|pengiriman|bea cukai|kurir
    พัสดุ|จัดส่ง|ศุลกากร|นำส่ง`,
  fee: `
    fee=|fees|pay the|charge of|unpaid|outstanding|payable|duty|surcharge|settle|pay now
    gebühr|bezahl|kosten|ausstehend|begleich|nachzahl|entgelt|zahlung leisten
    frais|régler|payer|impayé|taxe|acquitter|solder
    tasa=|tasas=|gastos de|pagar|abonar|impag|pague|cargo=
    spese|pagare|versare|tariffa|oneri|saldare|paghi|non pagat
    taxa|pagar|pague|em aberto|débito|não pag|liquidar
    kosten|betaal|openstaand|heffing|voldoen
    opłat|zapłać|dopłat|należnoś|zaległ|nieopłacon|uiść|ureguluj
    poplat|zaplat|uhra|doplat|nedoplat|poplatok
    díj|fizet|befizet|tartozás|illeték|rendez
    taxă|taxe|plăti|plata|restant|achita
    avgift|betala|obetald|utestående|kostnad
    gebyr|betal|ubetalt|udestående|utestående|avgift|restance
    maksu=|maksamat|maksa=|maksut|toimitusmaksu|suorita|erääntyn
    τέλος|τέλη|χρέωση|πληρωμή|πληρώσ|οφειλ|πληρώστε
    оплат|пошлин|сбор|задолж|комисси|долг
    оплат|мито|збір|заборг|комісі|сплат|борг
    такса|плат|дължим|задълж|мито
    naknad|plati|plać|dugovan|pristojb|plača|poravna
    mokest|sumokė|skol|tasu|maks|võlg
    ücret|öde=|ödeme|borç|harç|vergi
    手数料|料金|支払|お支払い|未払い|追加料金|送料
    费用|支付|缴纳|欠费|手续费|運費|關稅|繳納|付款|关税|欠缴|补缴
    수수료|결제|납부|요금|미납|추가 비용
    رسوم|دفع|ادفع|سداد|مستحق
    עמל|אגר|תשלום|לשלם|שלמו|חוב
    phí|thanh toán|nộp|lệ phí|nợ
    biaya|bayar|tunggakan|pembayaran
    ค่าธรรมเนียม|ชำระ|จ่าย|ค้างชำระ`,
  gain: `
    refund|reimburse|bonus|salary|compensation|prize|winner|you won|reward|gift card|tax return|entitled|eligible|congratulations|inheritance|raise|airdrop|claim your
    erstatt|rückerstatt|rückzahl|bonus|gehalt|gewinn|prämie|guthaben|gutschrift|glückwunsch|anspruch
    rembours|prime|salaire|gagn|cadeau|trop perçu|félicit|éligib|augmentation|indemnit
    reembols|devolución|bono=|salari|premio|ganad|regalo|felicidades|enhorabuena|derecho a|aumento
    rimbors|bonus|stipendi|premio|vincit|regalo|congratul|diritto a|aumento
    reembols|restituição|bônus|bónus|salári|prêmio|prémio|ganh|parabéns|direito a|aumento
    teruggave|terugbetal|bonus|salaris|prijs|gewonnen|gefeliciteerd|recht op|tegoed|verhoging
    zwrot|nadpłat|premia=|premii|premię|wynagrodzen|nagrod|wygra|gratulac|podwyżk|przysługuje
    přeplat|vrácen|bonus|mzd|výhr|odměn|gratul|nárok|preplat|odmen|vrátk
    visszatérít|bónusz|bérezés|nyeremény|nyert|jutalom|gratulál|jogosult|fizetésemel
    ramburs|bonus|salari|premiu|câștig|felicit|aveți dreptul|restitui
    återbetal|bonus|lön=|lönejust|pris=|vinst|vunnit|grattis|berättigad|återbäring|löneök
    tilbagebetal|refusion|bonus|lønreg|gevinst|vundet|tillykke|berettiget|refusjon|tilbakebetal|gratulerer|lønn|overskydende|til gode|penger tilbake|refunder
    palautu|hyvity|bonus|palkankor|palkinto|voitit|onnittelu|oikeutettu|veronpalaut
    επιστροφή|μπόνους|μισθ|βραβείο|κερδίσ|δώρο|συγχαρητ|δικαιού|δικαιούσθε|επίδομα
    возврат|компенсац|премия|премии|зарплат|приз=|выигр|подарок|поздравля|выплат|положен
    повернен|компенсац|премі|зарплат|приз=|вигра|подарунок|вітаємо|виплат|належить
    възстановя|бонус|заплат|наград|спечел|подарък|поздравлен|имате право|надвнес
    povrat|bonus|nagrad|dobitn|osvoji|čestita|pravo na|preplač|vračil|upravičen
    grąžin|premija|prizas|laimėj|sveikin|permok|tagastus|preemia|võit|palk|õnnit|tagasimak
    iade|ikramiye|maaş|ödül|kazand|hediye|tebrik|hak kazan|prim
    還付|返金|賞与|給与|当選|ギフト|プレゼント|おめでとう|給付|昇給
    退款|退税|补贴|補貼|奖金|獎金|工资|薪资|薪資|中奖|中獎|礼品|恭喜|领取|領取|退稅|津贴
    환급|환불|보너스|상여|급여|당첨|경품|축하|지원금|연봉
    استرداد|مكافأة|راتب|جائزة|ربحت|فزت|هدية|تهانينا|يحق لك|مستحقات
    החזר|בונוס|שכר|משכורת|פרס|זכית|זכיתם|מתנה|מזל טוב|זכאי|מענק
    hoàn tiền|hoàn thuế|thưởng|lương|giải thưởng|trúng|quà|chúc mừng|trợ cấp
    pengembalian|bonus|gaji|hadiah|pemenang|menang|selamat anda|bantuan
    คืนเงิน|คืนภาษี|โบนัส|เงินเดือน|รางวัล|ของขวัญ|ยินดีด้วย|เงินช่วยเหลือ|สิทธิ์`,
  debit: `
    been charged|be charged|been debited|will be debited|auto renew|automatically renew|has been renewed|will be renewed|order confirm|has been placed|thank you for your order|thank you for your purchase|your purchase of|payment of|subscription has been|deducted
    wurde abgebucht|wird abgebucht|abgebucht|belastet|automatisch verlängert|danke für ihre bestellung|ihre bestellung|verlängert sich
    a été débité|sera débité|prélev|renouvelé automatiquement|merci pour votre commande|votre achat|reconduit|débité
    se ha cargado|se cargará|cargo de|renovación automática|se ha renovado|gracias por su compra|adeud|cobrar
    è stato addebitat|sarà addebitat|addebit|rinnovo automatico|rinnovat|grazie per il suo ordine|acquisto
    foi cobrad|será cobrad|debitad|renovação automática|renovad|obrigado pela sua compra|cobrança
    afgeschreven|automatisch verlengd|in rekening gebracht|bedankt voor uw bestelling|uw aankoop
    pobran|obciąż|automatycznie odnow|odnowion|dziękujemy za zakup|dziękujemy za zamówienie
    strhnut|strhne|automaticky obnov|děkujeme za objednávku|stiahnut|stŕhn|účtovan
    levonjuk|terhel|automatikusan megúj|köszönjük a rendel|köszönjük vásárl
    debitat|reînnoit automat|reînnoire|vă mulțumim pentru comand
    debiter|dragits|dras från|automatiskt förny|förnyats|tack för din beställning|tack för ditt köp
    trukket|trækkes|automatisk fornyet|fornyes automatisk|tak for din bestilling|tak for dit køb|belastet|trekkes|takk for|debitert
    veloitettu|veloitetaan|uusitaan automaatt|uusittu|kiitos tilauksesta
    χρεώθηκε|χρεωθεί|αυτόματη ανανέωση|ανανεώθηκε|ευχαριστούμε για την
    списан|спишется|спишем|автоматически продл|автопродлен|спасибо за заказ|спасибо за покупку
    списан|автоматично продовж|автопродовж|дякуємо за замовлення|дякуємо за покупку
    удържа|таксуван|автоматично поднов|благодарим за поръчк
    naplaćen|terećen|automatski obnov|hvala na narudžbi|bremen|samodejno|zaračunan
    tahsil|çekil|otomatik olarak yenilen|siparişiniz için teşekkür|satın alma
    請求されました|引き落と|自動更新|ご注文ありがとう|ご購入|課金
    扣款|扣除|自动续|自動續|感谢您的订购|感谢您的购买|续费
    청구되었|청구될|자동 갱신|자동갱신|자동 결제|구매해 주셔서|출금|결제되었
    خصم|تجديد تلقائي|شكرا لطلبك|شكرا لشرائك
    חויב|יחויב|חיוב|חידוש אוטומטי|תודה על הזמנת|תודה על רכיש
    bị trừ|tự động gia hạn|cảm ơn bạn đã mua|đã thanh toán
    didebet|ditagih|perpanjangan otomatis|terima kasih atas pesanan|terima kasih telah
    หักเงิน|เรียกเก็บ|ต่ออายุอัตโนมัติ|ขอบคุณสำหรับการสั่งซื้อ`,
  dispute: `
    did not authori|didn t authori|not authori|did not place|didn t place|did not make|didn t make|if this wasn t you|if you did not|if you didn t|to cancel|cancel this|cancel the|cancellation|dispute|refund department|fraud department|stop this
    nicht von ihnen|nicht autorisier|nicht veranlasst|nicht getätigt|stornier|widerspr|kündig|falls sie
    pas autoris|pas effectué|n êtes pas à l origine|annuler|annulation|contester|rembours|opposition
    no autoriz|no ha realizado|no reconoce|no realizó|cancelar|cancelación|anular|disputar|si usted no
    non autorizz|non ha effettuato|non riconosc|annullare|disdire|contestare|se non è stato|bloccare
    não autoriz|não realizou|não reconhece|cancelar|contestar|se não foi
    niet geautoriseerd|niet geplaatst|annuler|betwist|niet door u|opzeggen|stoppen
    nie autoryz|nie zlec|anulow|zrezygn|reklam|jeśli to nie
    neautoriz|neprovedl|zrušit|stornov|reklam|zrušiť|pokud jste|ak ste
    nem ön|nem hagyta jóvá|lemond|töröl|visszavon|ha nem
    nu ați autorizat|anul|contest|dacă nu
    inte godkänt|inte gjort|avbryt|avbeställ|bestrid|om du inte|avboka
    ikke godkendt|ikke foretaget|annuller|bestrid|ikke dig|hvis du ikke|kansell|avbestill|ikke godkjent
    et ole|peruuta|perua|kiistä|jos et
    δεν εγκρίνατε|δεν πραγματοποι|ακύρωσ|ακυρώσ|αμφισβ|αν δεν
    не совершали|не оформляли|не авториз|отмен|оспор|если вы не
    не здійсн|не оформл|скасув|оскарж|якщо ви не
    не сте|отказ|отмен|оспор|ако не
    niste odobrili|niste vi|otkaz|storn|prekli|osporit|če niste|ako niste
    siz yapmadıysanız|onaylamadıysanız|iptal|itiraz
    心当たりがない|お心当たり|身に覚え|キャンセル|取り消|解約
    非本人|未授权|未授權|取消|退订|争议|如果不是|若非
    본인이 아닌|승인하지 않|취소|해지|이의|아니라면
    لم تقم|لإلغاء|إلغاء|اعتراض
    לא ביצעת|לא אישרת|לביטול|ביטול|לבטל|אם לא
    không thực hiện|hủy|huỷ|khiếu nại|nếu không phải
    tidak melakukan|tidak mengizinkan|batalkan|pembatalan|jika bukan
    ไม่ได้ทำรายการ|ไม่ได้อนุญาต|ยกเลิก|โต้แย้ง`
} as const
