/**
 * What lures ask for and threaten with. `open`: a request to open or click. `verify`: a request to confirm, update or
 * sign in. `account`: what a person signs in to. `secret`: a password or code. `trouble`: a problem with it. `haste`: a
 * deadline or threat.
 *
 * One line per language, which begins with ISO 639-1 codes, with phrases separated by bars. `any` means every language.
 * `cs` includes Slovak, `da` Norwegian, `hr` Bosnian, Serbian and Slovenian, and `lt` Estonian. A phrase also matches longer words that begin with it, unless
 * it ends in `=`. Case and punctuation are ignored.
 */
export const lureWords = {
  open: `
    en: click|tap here|view|open=|access|download|review|read=|see your|get document|preview|press the button|follow the link|button below|link below|select the link|go to|play=|listen to|listen now|release|retrieve|retrieve
    de: klick|öffne|anzeigen|ansehen|herunterladen|aufrufen|einsehen|abrufen|über den link|folgenden link|schaltfläche|zum dokument|abspielen|anhören|wiedergeben|freigeben|zustellen lassen
    fr: clique|ouvr|consulte|télécharge|voir le|voir la|afficher|accéde|visualise|lien ci dessous|appuyez|récupére|suivez le lien|écoute|libérer
    es: haga clic|haz clic|pulse|pulsa|abrir|abra|ver documento|ver el|ver la|ver factura|descarg|acced|consult|revise|siguiente enlace|visualiz|escuch|reproduc|liberar
    it: clicca|fai clic|fare clic|aprire|apri=|visualizza|scarica|accedi|consulta|seguente link|link sottostante|vedi il|premi|ascolt|riproduc|rilascia
    pt: clique|clicar|abrir|abra=|acess|aceda|visualiz|baixar|baixe|descarreg|ver documento|ver fatura|link abaixo|veja|ouvir|ouça|reproduz|liberar
    nl: klik|open=|openen|bekijk|download|raadpleeg|onderstaande|inzien|afspelen|beluister|vrijgeven
    pl: kliknij|otwórz|zobacz|wyświetl|pobierz|przejdź|sprawdź|poniższy link|odsłuchaj|odtwórz|zwolnij|uwolnij
    cs: klikn|otevř|zobraz|stáhn|stáhnout|prohlédn|odkaz níže|přejd|otvor|stiahn|pozri|prehľad|prejsť|prejdite|přehr|poslechn|prehra|vypoču|uvoln
    hu: kattints|nyissa|megnyit|megtekint|letölt|tekintse|az alábbi|hallgas|lejátsz
    ro: click|apasă|apăsați|deschide|vizualiz|descarc|accesa|accesează|vedeți|linkul de mai jos|ascult|redă
    sv: klicka|öppna|visa=|se dokument|ladda ner|hämta|granska|läs meddelande|länken nedan|lyssna|spela upp|släpp
    da: klik|åbn|se dokument|se faktura|vis=|hent|download|gennemse|linket nedenfor|trykk|klikk|åpne|last ned|vis dokument|lenken|afspil|aflyt|spill av|lytt|frigiv|frigi=
    fi: napsauta|klikkaa|avaa|katso|lataa|näytä|paina|tarkastele|linkistä|kuuntele|toista|vapauta
    el: κάντε κλικ|πατήστε|ανοίξτε|δείτε|προβολή|κατεβάστε|λήψη|σύνδεσμο|ακούστε|αναπαραγωγ
    ru: нажмите|перейд|откр|просмотр|посмотр|скача|по ссылке|ознаком|прослуш|воспроизв
    uk: натисн|перейд|відкри|переглян|завантаж|посиланн|прослух|відтвор
    bg: кликнете|натиснете|отворете|вижте|прегледа|изтегл|щракнете|последвайте|прослуша|чуйте
    hr: kliknite|otvorite|pogledajte|preuzmite|pregledajte|prikaži|kliknij|odprite|oglejte|prenesite|poslušaj|predvajaj|reproducir
    lt: spauskite|atidary|peržiūrė|atsisiųs|vajuta|klõpsa|ava=|avage|vaata|laadi alla|klausy|kuula
    tr: tıkla|görüntüle|indir|açmak|aç=|inceleyin|bağlantı|dinle|oynat
    ja: クリック|開く|開いて|閲覧|ダウンロード|表示|確認する|ご確認|こちらから|アクセス|タップ|リンクから|再生|聴く|聞く|解放
    zh: 点击|查看|打开|下载|點擊|點選|查看|打開|下載|浏览|前往|访问|播放|收听|收聽|释放|放行
    ko: 클릭|열기|보기|확인하기|다운로드|열람|바로가기|누르|접속|링크|재생|듣기|해제하기
    ar: اضغط|انقر|افتح|عرض|تحميل|تنزيل|الاطلاع|زيارة الرابط|استمع|تشغيل
    he: לחצ|לחץ|פתח|לצפי|צפו|צפה|הורד|להציג|קישור|האזנ|האזינו|השמע
    vi: nhấp|bấm|nhấn|mở=|xem=|tải|truy cập|liên kết|nghe=|phát=
    id: klik|buka|lihat|unduh|akses|tautan|dengarkan|putar
    th: คลิก|เปิด|ดูเอกสาร|ดาวน์โหลด|กดที่|ลิงก์|เข้าดู|ฟัง|เล่น`,
  verify: `
    en: verif|confirm|validat|re enter|reconfirm|update your|update payment|update billing|sign in|signin|sign on|log in|login=|log on|authenticat|reactivat|restore|unlock|renew|re enrol|reenrol|keep current password|keep same password|retain|secure your account|submit your|enter your|synchroni|reset
    de: bestätig|verifizier|überprüf|anmeld|einlogg|aktualisier|freischalt|reaktivier|entsperr|wiederherstell|legitimier|bitte melden sie sich|erneuer|aktivier|prüfen sie|eingeben
    fr: vérifi|confirm|valid|connect|identifi|mettre à jour|mettez à jour|réactiv|débloqu|renouvel|authentifi|actualis|saisi
    es: verifi|confirm|valid|inici|actualiz|reactiv|desbloque|renov|identif|regulari|introduz|restable
    it: verific|conferm|convalid|acced|aggiorn|riattiv|sblocc|rinnov|autentic|inseri|ripristin|regolarizz
    pt: verifi|confirm|valid|inici|entrar com|faça login|atualiz|reativ|desbloque|renov|regulariz|autentic|introduz|recadastr
    nl: verifi|bevestig|valide|inlog|aanmeld|bijwerk|werk uw|heractiv|ontgrendel|verleng|herstel|vernieuw|controleer uw|identificeer
    pl: zweryfikuj|weryfik|potwierd|zaloguj|logow|aktualiz|odblok|aktyw|odnów|przedłuż|uzupełnij|autoryz
    cs: ověř|potvr|přihl|aktualiz|odblok|obnov|aktiv|overte|overit|overiť|prihl|potvrď|obnovte
    hu: ellenőriz|erősít|igazol|jelentkez|bejelentkez|frissít|aktivál|felold|megújít|hitelesít
    ro: verific|confirm|autentific|conecta|actualiz|react|debloca|reînno|valid
    sv: verifier|bekräfta|logga in|uppdatera|återaktiv|lås upp|förny|identifier|legitimer|validera|bekräfte
    da: bekræft|verific|log ind|opdater|genaktiv|lås op|forny|bekreft|logg inn|oppdater|reaktiver
    fi: vahvista|varmista|kirjaudu|päivit|aktivo|avaa tili|uusi=|tunnistau|vahvistam
    el: επιβεβαι|επαληθε|συνδεθ|σύνδεση|ενημερ|ενεργοπο|ξεκλειδ|ανανε|ταυτοπο
    ru: подтверд|провер|войди|вход|обнов|восстанов|разблок|активир|продл|авториз|верифи
    uk: підтверд|перевір|увійд|вхід|оновіть|оновит|відновіт|розблок|активуй|активува|продовж|авториз|верифік
    bg: потвърд|провер|влезте|вход|обнов|актуализир|възстанов|отключ|активир|поднов
    hr: potvrd|provjer|prijavi|ažurir|obnov|aktiv|otključ|potrdi|preveri|prijav|posodob|odklen
    lt: patvirtin|prisijung|atnaujin|kinnita|logi sisse|uuenda|taasta|patikrin|sisselog
    tr: doğrula|onayla|giriş|güncelle|yenile|aktif|etkinleştir|kaldırmak için|oturum
    ja: 認証|確認|ログイン|サインイン|更新|本人|再設定|解除|再登録|入力
    zh: 验证|確認|确认|登录|登入|驗證|更新|激活|解锁|恢复|认证|重新|身份
    ko: 인증|확인|로그인|업데이트|갱신|재설정|해제|복구|등록
    ar: تأكيد|تحقق|تحديث|تسجيل الدخول|سجل الدخول|تفعيل|تجديد|التحقق|أكد
    he: אמת|אימות|לאמת|עדכנ|עדכון|התחבר|כניסה|הפעל|אשר|חדש
    vi: xác minh|xác nhận|đăng nhập|cập nhật|kích hoạt|gia hạn|khôi phục|xác thực
    id: verifikasi|konfirmasi|masuk=|perbarui|aktif|login|pulihkan|perpanjang
    th: ยืนยัน|เข้าสู่ระบบ|ล็อกอิน|อัปเดต|ปรับปรุง|ต่ออายุ|ตรวจสอบ`,
  account: `
    en: account|mailbox|inbox|apple id|profile|subscription|membership|your payment|payment method|payment details|billing|credit card|debit card|your card|wallet|online banking|e mail|email|office 365|microsoft 365|user id|identity|authenticator|mfa|two factor|multi factor|storage|cloud|incoming messages
    de: konto|postfach|zugang|kundenprofil|abonnement|mitgliedschaft|zahlungsmethode|zahlungsdaten|kreditkarte|karte|onlinebanking|online banking|e mail|identität|speicher|nutzerkonto|kundendaten|wallet|tan verfahren
    fr: compte|boîte|messagerie|abonnement|moyen de paiement|carte|espace client|profil|identité|stockage|e mail|vitale|coordonnées bancaires
    es: cuenta|buzón|correo|suscripción|método de pago|tarjeta|perfil|identidad|almacenamiento|banca|acceso
    it: conto|casella|posta|abbonamento|metodo di pagamento|carta|profilo|identità|archiviazione|account|spid|area riservata|utenza
    pt: conta=|contas|caixa de correio|caixa postal|e mail|assinatura|subscrição|método de pagamento|cartão|perfil|identidade|armazenamento|cadastro|acesso|cpf
    nl: account|mailbox|postvak|abonnement|betaalmethode|betaalpas|betaalgegevens|kaart|profiel|identiteit|opslag|rekening|e mail|digid|bankpas
    pl: konto|konta|skrzynk|poczt|subskrypc|metod płatności|kart|profil|tożsamoś|dostęp|bankowo
    cs: účet|účt|schránk|předplatn|platební|kart|profil|totožnost|úložišt|e mail|bankovn|predplatn|bankovníctv|konto|konta
    hu: fiók|postafiók|előfizetés|fizetési mód|kártya|bankkárty|profil|tárhely|azonosító|e mail
    ro: cont=|contul|căsuț|abonament|metoda de plată|card|profil|identitat|stocare|e mail|bancar
    sv: konto|kontot|brevlåd|inkorg|prenumeration|abonnemang|betalningsmetod|betalkort|kort=|kortet|profil|identitet|lagring|bankid|e post
    da: konto|postkass|indbakke|abonnement|betalingsmetode|betalingskort|kort=|profil|identitet|lagerplads|mitid|nem konto|e mail|innboks|e post|lagringsplass|bankid
    fi: tili|tilin|tiliä|postilaatik|sähköpost|tilaus|maksutap|kortti|korttisi|profiili|henkilölli|tallennustil|verkkopankki|pankkitun
    el: λογαριασμ|ταχυδρομ|γραμματοκιβώτ|συνδρομ|κάρτα|προφίλ|ταυτότητ|αποθηκευ|e banking|mail
    ru: аккаунт|учетн|учётн|почтов|ящик|подписк|карт|счет|счёт|профил|личност|кабинет|хранилищ|госуслуг
    uk: обліков|акаунт|поштов|скриньк|підписк|картк|рахун|профіл|особист|кабінет|сховищ
    bg: акаунт|профил|пощенск|пощa|поща|абонамент|карта|сметка|самоличност|хранилищ|имейл
    hr: račun|sandučić|pretinac|pretplat|kartic|profil|identitet|pohran|nabiralnik|naročnin|predal|shramb
    lt: paskyr|dėžut|prenumerat|kortel|konto|postkast|tellimus|kaart|el pašt|sąskait
    tr: hesab|posta kutu|e posta|abonelik|üyelik|ödeme yöntem|kart|profil|kimlik|depolama
    ja: アカウント|メールボックス|会員|お支払い方法|カード|口座|個人情報|サブスクリプション|ストレージ|メール|プラン|お客様情報
    zh: 账户|帐户|账号|帐号|邮箱|帳戶|帳號|信箱|银行卡|信用卡|会员|订阅|身份|社保|支付方式|存储|電子郵件
    ko: 계정|메일함|사서함|구독|결제 수단|결제수단|카드|프로필|신원|저장|본인|이메일|계좌|회원
    ar: حساب|بريد|اشتراك|بطاق|هوية|طريقة الدفع|التخزين|صندوق
    he: חשבון|תיבת|מנוי|כרטיס|אמצעי תשלום|זהות|אחסון|דואר|פרופיל
    vi: tài khoản|hộp thư|thuê bao|thẻ|phương thức thanh toán|danh tính|email|dung lượng
    id: akun|kotak surat|langganan|kartu|metode pembayaran|rekening|email|identitas|penyimpanan
    th: บัญชี|กล่องจดหมาย|สมาชิก|บัตร|วิธีการชำระ|ตัวตน|อีเมล|พื้นที่จัดเก็บ`,
  secret: `
    en: password|credential|seed phrase|recovery phrase|security code|one time code
    de: passwort|kennwort|zugangsdaten|geheimzahl
    fr: mot de passe|identifiants|code secret
    es: contraseña|credencial|clave de acceso
    it: password|credenzial|codice di sicurezza
    pt: senha|palavra passe|credenciais
    nl: wachtwoord|inloggegevens
    pl: hasł
    cs: heslo|hesla|hesl
    hu: jelszó|jelszav
    ro: parol
    sv: lösenord
    da: adgangskode|kodeord|passord
    fi: salasana
    el: κωδικ
    ru uk bg: парол
    hr: lozink|zaporka|geslo|gesla
    lt: slaptažod
    tr: şifre|parola
    ja: パスワード|暗証番号
    zh: 密码|密碼
    ko: 비밀번호|패스워드
    ar: كلمة المرور|كلمة السر
    he: סיסמ
    vi: mật khẩu
    id: kata sandi|sandi
    th: รหัสผ่าน`,
  trouble: `
    en: suspend|locked|lock out|limited|restrict|disabl|deactivat|expir|unusual|suspicious|unauthori|failed|declin|on hold|blocked|delete|deletion|undeliver|could not be|couldn t be|sorry we missed|out of date|not supported|unable to|quarantin|pending|full=|almost full|quota|exceed|interrupt|terminat|held|outdated|compromis|unsuccessful|unverified|not been verified|problem with|issue with|lose access|new sign in|overdue|incomplete|did not go through|didn t go through|stopped|held at|stuck
    de: gesperrt|sperr|eingeschränkt|deaktivier|läuft ab|abgelaufen|ablauf|ungewöhnlich|verdächtig|fehlgeschlagen|abgelehnt|zurückgehalten|gelöscht|nicht zugestellt|konnte nicht|zurückgestellt|ausstehend|voll=|fast voll|speicherlimit|erreicht|unterbroch|nicht verarbeitet|erlischt|endet|probleme mit|problem mit|angehalten|gestoppt
    fr: suspend|bloqu|limit|restrein|désactiv|expir|inhabituel|suspect|échou|refus|en attente|supprim|n a pas pu|impossible|pleine|saturé|retenu|incomplet|interromp|problème avec|problème de|n a pas abouti|bloqué en douane
    es: suspend|bloque|limitad|restring|desactiv|caduc|expir|vence|inusual|sospechos|fallid|rechazad|pendiente|retenid|eliminad|no se pudo|no hemos podido|llen|incomplet|interrump|cancelad|problema con|no se ha podido|detenid
    it: sospes|bloccat|limitat|disattivat|scad|insolit|sospett|non riuscit|rifiutat|in sospeso|in giacenza|eliminat|non è stato possibile|pien|trattenut|incomplet|interrott|anomal|problema con|non è andat|fermat
    pt: suspens|bloquead|limitad|restrit|desativad|expir|venc|incomum|suspeit|falhou|recusad|pendente|retid|eliminad|excluíd|não foi possível|não conseguimos|cheia|incomplet|irregular|cancelad|problema com|problemas com|retido|parada na
    nl: opgeschort|geblokkeerd|geblokeerd|beperkt|gedeactiv|verloopt|verlopen|vervalt|ongebruikelijk|verdacht|mislukt|geweigerd|in behandeling|verwijder|niet worden|kon niet|vol=|vastgehouden|onvolledig|stopgezet|onderbroken|probleem met|problemen met|niet gelukt|tegengehouden
    pl: zawieszon|zablokow|blokad|ogranicz|wygas|nietypow|podejrzan|nieudan|odrzuc|wstrzyman|usunię|nie powiodł|nie udał|nie mogł|przepełn|pełn|oczekuj|niekompletn|dezaktyw|problem z|nie przeszł|zatrzyman
    cs: pozastav|zablok|blokov|omezen|vyprš|neobvykl|podezřel|selhal|zamítnut|zadržen|smazán|nepodař|plná|zaplněn|čeká|neúpln|obmedzen|deaktiv|podozriv|zlyhal|neúspeš|neobvyk|vypr|končí|problém s|neproběhl|zadržan|pozdržan
    hu: felfüggeszt|zárol|korlátoz|lejár|szokatlan|gyanús|sikertelen|elutasít|visszatart|törl|nem sikerült|betelt|megtelt|függőben|letilt|probléma|nem ment|visszatartott
    ro: suspend|bloca|limitat|restricț|expir|neobișnuit|suspect|eșuat|respins|reținut|șters|nu a putut|plin|în așteptare|dezactiv|incomplet|problemă|probleme cu|nu a fost|oprit
    sv: spärra|spärrat|spärras|begräns|inaktiver|upphör|utgår|går ut|löper ut|ovanlig|misstänkt|misslyck|nekad|avvisad|väntar|raderas|kunde inte|full=|kvarhåll|stängs|problem med|gick inte igenom|stoppat|stoppats
    da: spærret|spærres|suspender|lukket|begræns|deaktiv|udløb|usædvanlig|mistænkelig|mislyk|afvist|afventer|slettes|kunne ikke|fuld=|tilbagehold|sperret|utløp|uvanlig|mislykk|avvist|venter|stengt|begrenset|full=|går ut|problemer med|problem med|gik ikke igennem|gikk ikke gjennom|stoppet|kunne ikke|ble ikke
    fi: lukittu|lukitaan|jäädyt|rajoit|poistetaan|vanhen|päätty|epätavalli|epäilyttäv|epäonnist|hylät|odottaa|ei voitu|täynnä|täyttym|sulje|keskeyt|ongelma|ei onnistunut|pysäyt
    el: ανασταλ|αναστολ|κλειδω|περιορισ|λήγει|λήξη|έληξε|ασυνήθιστ|ύποπτ|απέτυχ|απορρίφθ|εκκρεμ|διαγρα|δεν ήταν δυνατ|πλήρ|γεμάτ|αποκλε|μπλοκ|δεσμευ|παρακρατ|πρόβλημα|σταμάτ
    ru: приостанов|заблок|блокир|огранич|истека|истек|необычн|подозрительн|не удалось|отклон|задержа|удален|заполнен|переполн|ожида|отключ|просроч|неполн|проблем|не прош|остановл
    uk: призупин|заблок|блокув|обмеж|закінчу|спливає|минає|незвичн|підозріл|не вдалос|відхил|затрим|видален|заповнен|переповнен|очіку|вимкнен|простроч|проблем|не пройш|зупинен
    bg: спрян|блокир|огранич|изтича|изтек|необичайн|подозрителн|неуспеш|отказан|задържан|изтрит|не беше|пълна|препълн|очаква|деактив|закрит|проблем|не премина|спряна
    hr: suspendir|blokir|ograničen|istječe|istič|isteče|istek|neuobičajen|sumnjiv|neuspje|odbijen|zadržan|izbris|nije uspje|pun=|puna|popunjen|na čekanju|deaktiv|onemogoč|potekl|poteč|zaklenjen|ni uspel|ni bilo mogoče|poln|problem s|nije prošl|zaustavljen|ustavljen
    lt: sustabdyt|užblokuot|blokuojam|baig|įtartin|nepavyk|atmest|ištrin|blokeer|peatat|aegub|kahtlas|ebaõnnest|kustutat|täis|piirat|apribot|problem|sustabd|peetud
    tr: askıya|kilitlen|kısıtlan|engellen|süresi dol|doluyor|sona er|olağandışı|şüpheli|başarısız|reddedil|bekle|silin|teslim edileme|dolu=|kapatıl|durduruld|alıkonul|dolmak|sorun|takıl
    ja: 停止|ロック|制限|期限切れ|有効期限|異常|不審|失敗|拒否|保留|削除|できません|できなかった|不正|容量|未納|中断|無効|お届けでき|凍結|問題|留め置|止まっ
    zh: 暂停|锁定|限制|过期|异常|可疑|失败|拒绝|冻结|删除|无法|未能|已满|到期|停用|暫停|鎖定|過期|異常|凍結|失敗|刪除|無法|滯留|滞留|失效|问题|問題|扣留
    ko: 정지|잠금|잠겼|제한|만료|비정상|의심|실패|거부|보류|삭제|못했|불가|초과|가득|중단|차단|미납|문제|보류 중
    ar: تعليق|تقييد|مقيد|انته|تنتهي|غير معتاد|مشبوه|فشل|رفض|معلق|حذف|تعذر|ممتلئ|إيقاف|محظور|قفل|مشكلة|محتجز
    he: הושע|יושע|ננעל|חסום|נחסם|הוגבל|מוגבל|פג=|תפוג|יפוג|חריג|חשוד|נכשל|נדח|ממתינ|תימחק|יימחק|לא ניתן|מלא|עוכב|מעוכב|הופסק|בעיה|עוכב
    vi: tạm ngưng|tạm khóa|bị khóa|hạn chế|hết hạn|bất thường|đáng ngờ|thất bại|từ chối|bị xóa|không thể|đầy=|gián đoạn|ngừng|sự cố|vấn đề|bị giữ
    id: ditangguhkan|dikunci|dibatasi|kedaluwarsa|kadaluarsa|berakhir|tidak biasa|mencurigakan|gagal|ditolak|tertunda|tertahan|dihapus|penuh|diblokir|dinonaktif|masalah|kendala|tertahan
    th: ระงับ|ล็อก|จำกัด|หมดอายุ|ผิดปกติ|น่าสงสัย|ล้มเหลว|ถูกปฏิเสธ|ค้าง|ลบ|ไม่สามารถ|เต็ม|ปิดใช้งาน|ปัญหา|ถูกกัก`,
  haste: `
    en: within 12|within 2=|within 3=|working days|only a few|places left|spots left|sent back|within 24|within 48|within 72|within the next|24 hours|48 hours|72 hours|24h|48h|immediately|urgent|today|as soon as possible|avoid|otherwise|final notice|last reminder|final reminder|or your|will be closed|will be deleted|will be returned|permanently|expires in|action required|immediate action|right away|end of day|by 5|before midnight|failure to|tonight|places are left|after 3 days|in 3 days
    de: innerhalb von|innerhalb der|24 stunden|48 stunden|72 stunden|umgehend|sofort|dringend|heute|andernfalls|sonst|letzte mahnung|letzte erinnerung|vermeiden|binnen|unverzüglich|endgültig|dauerhaft|läuft in
    fr: sous 24|sous 48|24 heures|48 heures|24h|48h|72h|immédiat|urgent|aujourd hui|afin d éviter|sans quoi|à défaut|dernier rappel|faute de|dans les plus brefs|définitiv|sinon
    es: 24 horas|48 horas|72 horas|24h|48h|inmediat|urgent|hoy|evit|de lo contrario|último aviso|en caso contrario|antes de que|definitiv|cuanto antes
    it: 24 ore|48 ore|72 ore|entro|immediat|urgent|oggi|evitare|in caso contrario|ultimo avviso|altrimenti|definitiv|subito
    pt: 24 horas|48 horas|72 horas|24h|imediat|urgent|hoje|evitar|evite|caso contrário|último aviso|definitiv|sob pena
    nl: binnen 24|binnen 48|24 uur|48 uur|72 uur|onmiddellijk|dringend|vandaag|voorkom|anders|laatste herinnering|definitief|zo spoedig
    pl: 24 godzin|48 godzin|72 godzin|w ciągu|natychmiast|pilne|niezwłocznie|dzisiaj|dziś|aby uniknąć|w przeciwnym|ostatnie|trwale
    cs: 24 hodin|48 hodin|72 hodin|do 24|okamžit|ihned|naléhav|dnes|jinak|poslední|v opačném|bezodkladn|ináč|inak|trvale|natrvalo
    hu: 24 órán|48 órán|72 órán|azonnal|sürgős|ma=|elkerül|ellenkező|utolsó|végleg|órán belül
    ro: 24 de ore|48 de ore|24 ore|48 ore|imediat|urgent|astăzi|evita|în caz contrar|ultim|definitiv
    sv: 24 timmar|48 timmar|72 timmar|inom|omedelbart|omgående|brådskande|idag|i dag|undvika|annars|sista påminnelse|permanent
    da: 24 timer|48 timer|72 timer|inden for|innen|straks|omgående|umiddelbart|haster|i dag|undgå|ellers|sidste|siste|permanent|unngå
    fi: 24 tunnin|48 tunnin|72 tunnin|tunnin kuluessa|välittöm|heti|kiireelli|tänään|välttää|muuten|muutoin|viimeinen|pysyväs
    el: 24 ωρ|48 ωρ|72 ωρ|εντός|άμεσα|αμέσως|επείγον|σήμερα|αποφ|διαφορετικά|τελευταία|οριστικ
    ru: 24 час|48 час|72 час|в течение|немедленно|срочно|сегодня|иначе|избежа|в противном|последн|навсегда|безвозвратно
    uk: 24 годин|48 годин|72 годин|протягом|негайно|терміново|сьогодні|інакше|уникн|в іншому випадку|останн|назавжди
    bg: 24 часа|48 часа|72 часа|в рамките|незабавно|спешно|днес|в противен|избегн|последн|окончателно
    hr: 24 sata|48 sati|72 sata|24 h|u roku|odmah|hitno|danas|u protivnom|inače|posljednj|trajno|24 ur|48 ur|takoj|nujno|danes|v nasprotnem|sicer|zadnj
    lt: 24 val|48 val|nedelsiant|skubu|šiandien|priešingu|24 tunni|48 tunni|kohe|kiire|täna|vastasel|viimane|per 24
    tr: 24 saat|48 saat|72 saat|hemen|acil|bugün|aksi takdirde|aksi halde|kaçın|son hatırlatma|kalıcı|içinde
    ja: 24時間|48時間|72時間|以内|至急|直ち|本日|緊急|速やか|お早めに|さもないと|永久|期限
    zh: 24小时|48小时|72小时|24 小时|48 小时|24小時|48小時|立即|紧急|緊急|今天|今日|尽快|盡快|否则|否則|避免|最后|最後|永久|小时内|小時內|逾期|马上
    ko: 24시간|48시간|72시간|이내|즉시|긴급|오늘|그렇지 않|방지|마지막|최종|영구|지체
    ar: 24 ساعة|48 ساعة|72 ساعة|خلال|فورا|عاجل|اليوم|لتجنب|وإلا|الأخير|نهائي
    he: 24 שעות|48 שעות|72 שעות|תוך|מיידי|מייד|דחוף|היום|אחרת|למנוע|להימנע|אחרונ|לצמיתות
    vi: 24 giờ|48 giờ|72 giờ|trong vòng|ngay lập tức|ngay=|khẩn|hôm nay|tránh|nếu không|cuối cùng|vĩnh viễn
    id: 24 jam|48 jam|72 jam|segera|mendesak|hari ini|menghindari|hindari|jika tidak|terakhir|permanen
    th: 24 ชั่วโมง|48 ชั่วโมง|72 ชั่วโมง|ภายใน|ทันที|ด่วน|วันนี้|มิฉะนั้น|หลีกเลี่ยง|ถาวร|ครั้งสุดท้าย`
} as const
