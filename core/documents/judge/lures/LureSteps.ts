/**
 * Steps outside of the document that lures ask for, in the form of `lureWords`. `call`: a request to call. `scan`: a
 * request to scan a code. `shell`: the place to run a command. `paste`: the keys to paste it. `run`: the
 * key to run it. `pretext`: a reason to do so. `enable`: a request to turn
 * off protection.
 */
export const lureSteps = {
  call: `
    en: call us|call our|call now|call the|call immediately|call toll|please call|contact our|phone us|helpline|toll free|contact us at|contact support|dial=|speak with|speak to|reach us at|reach our
    de: rufen sie|anrufen|hotline|telefonisch|wählen sie|unter der nummer
    fr: appelez|appeler|téléphon|numéro vert|contactez notre|joign
    es: llame|llamar|llámenos|teléfono|línea gratuita|contacte con
    it: chiami|chiamare|chiamate|numero verde|telefon|contatti il
    pt: ligue|ligar|telefone|linha gratuita|contacte
    nl: bel=|belt|bellen|telefonisch|helpdesk|neem contact
    pl: zadzwoń|telefon|infolini|dzwoń|kontakt z
    cs: zavolejte|volejte|zavolajte|volajte|telefon|linka|lince|linku
    hu: hívja|telefon|ügyfélszolgálat
    ro: sunați|telefon|apelați
    sv: ring=|ringa|telefon|kontakta vår|kundtjänst
    da: ring=|ringe|telefon|kontakt vores|kontakt oss|kundeservice
    fi: soita|puhelin|soittamalla|asiakaspalvelu
    el: καλέστε|τηλέφων|τηλεφων|επικοινωνήστε
    ru: позвоните|звоните|по телефону|горяч
    uk: зателефонуйте|телефонуйте|за телефоном|гаряч
    bg: обадете|телефон
    hr: nazovite|pokličite|telefon
    tr: arayın|arayabilir|telefon|müşteri hizmet
    ja: お電話|電話|サポートセンター
    zh: 致电|拨打|電話|电话|客服|撥打
    ko: 전화|고객센터
    ar: اتصل|اتصال|هاتف
    he: התקשר|חייג|טלפון
    vi: gọi=|hotline|điện thoại|tổng đài
    id: hubungi|telepon
    th: โทร|ติดต่อ`,
  scan: `
    en: scan the|scan this|scan with|scan using|scan code|scan qr|scan below|qr code|point your camera|use your phone|mobile device
    de: scannen|qr code|scan|handykamera|smartphone
    fr: scann|flash|code qr|qr code|appareil photo
    es: escane|código qr|qr|cámara
    it: scansion|inquadr|codice qr|qr
    pt: escane|leia o|código qr|qr code|digitaliz|aponte
    nl: scan|qr code
    pl: zeskanuj|skanuj|kod qr|kodu qr
    cs: naskenuj|naskenujte|qr kód|kód qr
    hu: olvassa be|qr kód|szkennel|beolvas
    ro: scana|codul qr|qr
    sv: skanna|qr kod
    da: scan|skann|qr kod|qr kode
    fi: skannaa|qr koodi|lue
    el: σαρώστε|σκανάρ|κωδικό qr|qr
    ru: отсканир|qr код|сканир|наведите камеру
    uk: відскан|qr код|скан
    bg: сканир|qr код
    hr: skenir|qr kod|optično|skeniraj
    lt: nuskenuo|qr kod|skanni|qr kood
    tr: tarayın|okutun|qr kod|karekod|tarat
    ja: qrコード|スキャン|読み取
    zh: 扫描|掃描|扫码|掃碼|二维码|qr
    ko: 스캔|qr
    ar: امسح|رمز qr|رمز الاستجابة|مسح
    he: סרוק|סרקו|קוד qr|ברקוד|qr
    vi: quét|mã qr
    id: pindai|kode qr|scan
    th: สแกน|คิวอาร์|qr`,
  shell: `
    any: windows r=|win r=|windowsr=|win r=|windows key|windows logo key|win key|windows button|run dialog|run box|run window|powershell|open terminal|terminal app|into terminal|in terminal|the terminal|command prompt|cmd=|windows x=|win x=|windows taste r|windowstaste r|windows touche r|touche windows r|tecla windows|tecla de windows|tasto windows|klawisz windows|toets r|win+r|ausführen fenster|ausführen dialog|boîte exécuter|cuadro ejecutar|finestra esegui|okno uruchamiania|explorer address bar
    any: клавиши windows|клавиши win|клавіші win|окно выполнить|вікно виконати|командная строка|откройте терминал|в терминал|у термінал
    any: windowsキー|winキー|windows键|win键|windows鍵|windows 键|windows鍵|windows키|윈도우 키|윈도우키|ファイル名を指定して実行|ターミナル|运行对话框|运行窗口|終端|终端|실행 창|터미널|Çalıştır|spustit|spustiť|komutto|suorita ikkuna|uitvoeren|executar|kör dialog|kør dialog|kjør dialog`,
  run: `
    any: enter=|press ok|eingabetaste|eingabe=|entrée|intro=|invio|entrar=|retur=|ok klick|回车|回車|確定|엔터|إدخال|אנטר|rivinvaihto
    en: click ok|return key|press return`,
  pretext: `
    en: not a robot|not robot|robot|captcha|you are human|you re human|verify you|verification|verify that|fix it|fix the|to fix|repair|troubleshoot|resolve|error|failed|cannot be displayed|could not be displayed|can t be|could not be|restore|unusual traffic|cloudflare
    de: roboter|kein roboter|captcha|mensch sind|verifizier|fehler|beheben|reparier|konnte nicht|kann nicht|wiederherstell
    fr: robot|captcha|êtes humain|vérification|vérifi|erreur|corriger|réparer|n a pas pu|impossible
    es: robot|captcha|es humano|verificación|verific|error|corregir|reparar|solucionar|no se pudo|no se puede
    it: robot|captcha|umano|verifica|errore|correggere|riparare|risolvere|non è possibile|non è stato possibile
    pt: robô|robot|captcha|humano|verificação|verific|erro|corrigir|reparar|não foi possível
    nl: robot|captcha|mens bent|verificatie|verifi|fout|herstel|repareer|kan niet|kon niet
    pl: robot|captcha|człowiek|weryfik|błąd|napraw|nie można|nie udało
    cs: robot|captcha|člověk|ověř|chyb|oprav|nelze|nepodařilo|over
    hu: robot|captcha|ember|ellenőrz|hiba|javít|nem sikerült
    ro: robot|captcha|om=|verific|eroare|repar|nu a putut
    sv: robot|captcha|människa|verifier|fel=|reparera|åtgärda|kunde inte
    da: robot|captcha|menneske|bekræft|verific|fejl|reparer|kunne ikke|feil|bekreft
    fi: robotti|captcha|ihminen|vahvista|virhe|korja|ei voi
    el: ρομπότ|captcha|άνθρωπος|επαλήθευσ|σφάλμα|επιδιόρθ
    ru: робот|капч|captcha|человек|провер|подтверд|ошибк|исправ|не удалось
    uk: робот|captcha|людина|перевір|підтверд|помилк|виправ|не вдалося
    bg: робот|captcha|човек|провер|грешк|поправ
    hr: robot|captcha|čovjek|človek|provjer|preverit|greška|napaka|popravi
    lt: robot|captcha|žmogus|patvirtin|klaid|inimene|kinnita|viga
    tr: robot|captcha|insan|doğrula|hata|onar|düzelt
    ja: ロボット|人間|認証|確認|エラー|修復
    zh: 机器人|機器人|人机|人類|人类|验证|驗證|错误|錯誤|修复|修復
    ko: 로봇|사람|인증|확인|오류|복구
    ar: روبوت|إنسان|تحقق|التحقق|خطأ|إصلاح
    he: רובוט|אנושי|אימות|שגיאה|תיקון
    vi: robot|con người|xác minh|lỗi|sửa
    id: robot|manusia|verifikasi|kesalahan|perbaiki
    th: โรบอต|หุ่นยนต์|มนุษย์|ยืนยัน|ข้อผิดพลาด|แก้ไข`,
  paste: `
    any: ctrl v=|control v=|cmd v=|command v=|strg v=|ctrl and v|paste|einfügen|coller|collez|pegar|pegue|pega=|incolla|colar|cole=|plakken|plak=|wklej|vložit|vložte|vlož|illessze|beilleszt|lipiți|lipește|klistra in|indsæt|sæt ind|lim inn|liitä|επικόλλη|вставьте|вставить|вставте|вставити|поставете|zalijepite|prilepite|yapıştır|貼り付け|ペースト|粘贴|貼上|붙여넣|الصق|لصق|הדבק|הדביק|dán=|tempel|วาง`,
  enable: `
    en: enable content|enable editing|enable macros|click enable|disable protected view|compatibility mode|earlier version of|newer version of|previous version of|created in
    de: inhalt aktivieren|bearbeitung aktivieren|makros aktivieren|älteren version|neueren version|früheren version
    fr: activer le contenu|activer la modification|activer les macros|version antérieure|version plus récente
    es: habilitar contenido|habilitar edición|habilitar el contenido|habilitar la edición|habilitar macros|versión anterior|versión más reciente
    it: abilita contenuto|abilita modifica|abilita il contenuto|abilitare le macro|abilita le macro|abilitare la modifica|versione precedente|versione più recente
    pt: habilitar conteúdo|habilitar edição|habilitar o conteúdo|ativar conteúdo|ativar edição|ativar macros|versão anterior|versão mais recente|habilitar macros
    nl: inhoud inschakelen|bewerken inschakelen|macro s inschakelen|inschakelen|oudere versie|nieuwere versie
    pl: włącz zawartość|włącz edycję|włączyć makra|włącz makra|starszej wersji|nowszej wersji
    cs: povolit obsah|povolit úpravy|povoliť obsah|povoliť úpravy|povolit makra|starší verzi|novější verzi|staršej verzii
    hu: tartalom engedélyezése|szerkesztés engedélyezése|makrók engedélyezése|korábbi verzió|újabb verzió
    ro: activați conținutul|activare conținut|activați editarea|activare editare|activați macro|versiune anterioară
    sv: aktivera innehåll|aktivera redigering|aktivera makron|tidigare version|äldre version
    da: aktiver indhold|aktiver redigering|aktiver makroer|tidligere version|aktiver innhold|ældre version|eldre versjon
    fi: ota sisältö|ota muokkaus|salli muokkaus|salli sisältö|ota käyttöön|vanhemmalla versiolla|aiemmalla versiolla
    el: ενεργοποίηση περιεχομένου|ενεργοποίηση επεξεργασίας|ενεργοποιήστε τις μακροεντολές|παλαιότερη έκδοση
    ru: включить содержимое|разрешить редактирование|включите макросы|включить макросы|более ранней версии|старой версии|новой версии
    uk: увімкнути вміст|увімкнути редагування|дозволити редагування|увімкніть макроси|увімкнути макроси|старішій версії|новішій версії
    bg: разреши съдържание|разрешаване на съдържание|разрешаване на редактиране|активирайте макро|по стара версия
    hr: omogući sadržaj|omogući uređivanje|omogućite makro|omogoči vsebino|omogoči urejanje|starijoj verziji|starejši različici
    tr: içeriği etkinleştir|düzenlemeyi etkinleştir|makroları etkinleştir|eski sürüm|yeni sürüm
    ja: コンテンツの有効化|編集を有効|マクロを有効|以前のバージョン|新しいバージョン
    zh: 启用内容|启用编辑|启用宏|啟用內容|啟用編輯|旧版本|較舊版本|较新版本
    ko: 콘텐츠 사용|편집 사용|매크로 사용|매크로를|이전 버전|최신 버전에서
    ar: تمكين المحتوى|تمكين التحرير|تمكين وحدات الماكرو|إصدار سابق
    he: הפוך תוכן לזמין|אפשר עריכה|אפשר תוכן|הפעל תוכן|אפשר מאקרו|גרסה קודמת
    vi: bật nội dung|bật chỉnh sửa|cho phép chỉnh sửa|bật macro|phiên bản cũ
    id: aktifkan konten|aktifkan pengeditan|aktifkan makro|versi sebelumnya
    th: เปิดใช้งานเนื้อหา|เปิดใช้งานการแก้ไข|เปิดใช้งานแมโคร|เวอร์ชันเก่า`
} as const
