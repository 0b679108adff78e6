/**
 * Steps outside of the document that lures ask for, in the form of `lureWords`. `call`: a request to call. `scan`: a
 * request to scan a code. `shell`: the place to run a command. `paste`: the keys to paste it. `enable`: a request to turn
 * off protection.
 */
export const lureSteps = {
  call: `
    call us|call our|call now|call the|call immediately|call toll|please call|contact our|phone us|helpline|toll free|contact us at|contact support|dial=|speak with|speak to|reach us at|reach our
    rufen sie|anrufen|hotline|telefonisch|wählen sie|unter der nummer
    appelez|appeler|téléphon|numéro vert|contactez notre|joign
    llame|llamar|llámenos|teléfono|línea gratuita|contacte con
    chiami|chiamare|chiamate|numero verde|telefon|contatti il
    ligue|ligar|telefone|linha gratuita|contacte
    bel=|belt|bellen|telefonisch|helpdesk|neem contact
    zadzwoń|telefon|infolini|dzwoń|kontakt z
    zavolejte|volejte|zavolajte|volajte|telefon|linka|lince|linku
    hívja|telefon|ügyfélszolgálat
    sunați|telefon|apelați
    ring=|ringa|telefon|kontakta vår|kundtjänst
    ring=|ringe|telefon|kontakt vores|kontakt oss|kundeservice
    soita|puhelin|soittamalla|asiakaspalvelu
    καλέστε|τηλέφων|τηλεφων|επικοινωνήστε
    позвоните|звоните|по телефону|горяч
    зателефонуйте|телефонуйте|за телефоном|гаряч
    обадете|телефон
    nazovite|pokličite|telefon
    arayın|arayabilir|telefon|müşteri hizmet
    お電話|電話|サポートセンター
    致电|拨打|電話|电话|客服|撥打
    전화|고객센터
    اتصل|اتصال|هاتف
    התקשר|חייג|טלפון
    gọi=|hotline|điện thoại|tổng đài
    hubungi|telepon
    โทร|ติดต่อ`,
  scan: `
    scan the|scan this|scan with|scan using|scan code|scan qr|scan below|qr code|point your camera|use your phone|mobile device
    scannen|qr code|scan|handykamera|smartphone
    scann|flash|code qr|qr code|appareil photo
    escane|código qr|qr|cámara
    scansion|inquadr|codice qr|qr
    escane|leia o|código qr|qr code|digitaliz|aponte
    scan|qr code
    zeskanuj|skanuj|kod qr|kodu qr
    naskenuj|naskenujte|qr kód|kód qr
    olvassa be|qr kód|szkennel|beolvas
    scana|codul qr|qr
    skanna|qr kod
    scan|skann|qr kod|qr kode
    skannaa|qr koodi|lue
    σαρώστε|σκανάρ|κωδικό qr|qr
    отсканир|qr код|сканир|наведите камеру
    відскан|qr код|скан
    сканир|qr код
    skenir|qr kod|optično|skeniraj
    nuskenuo|qr kod|skanni|qr kood
    tarayın|okutun|qr kod|karekod|tarat
    qrコード|スキャン|読み取
    扫描|掃描|扫码|掃碼|二维码|qr
    스캔|qr
    امسح|رمز qr|رمز الاستجابة|مسح
    סרוק|סרקו|קוד qr|ברקוד|qr
    quét|mã qr
    pindai|kode qr|scan
    สแกน|คิวอาร์|qr`,
  shell: `
    windows r=|win r=|windowsr=|win r=|windows key r|run dialog|run box|run window|powershell|terminal|command prompt|cmd=|windows x=|win x=|windows taste r|windowstaste r|windows touche r|touche windows r|tecla windows|tecla de windows|tasto windows|klawisz windows|toets r|win+r|ausführen fenster|ausführen dialog|boîte exécuter|cuadro ejecutar|finestra esegui|okno uruchamiania|explorer address bar
    клавиши windows|клавиши win|клавіші win|окно выполнить|вікно виконати|командная строка|терминал|термінал
    windowsキー|winキー|windows键|win键|windows鍵|windows 键|windows鍵|windows키|윈도우 키|윈도우키|ファイル名を指定して実行|ターミナル|运行对话框|运行窗口|終端|终端|실행 창|터미널|Çalıştır|spustit|spustiť|komutto|suorita ikkuna|uitvoeren|executar|kör dialog|kør dialog|kjør dialog`,
  paste: `
    ctrl v=|control v=|cmd v=|command v=|strg v=|ctrl and v|paste|einfügen|coller|collez|pegar|pegue|pega=|incolla|colar|cole=|plakken|plak=|wklej|vložit|vložte|vlož|illessze|beilleszt|lipiți|lipește|klistra in|indsæt|sæt ind|lim inn|liitä|επικόλλη|вставьте|вставить|вставте|вставити|поставете|zalijepite|prilepite|yapıştır|貼り付け|ペースト|粘贴|貼上|붙여넣|الصق|لصق|הדבק|הדביק|dán=|tempel|วาง`,
  enable: `
    enable content|enable editing|enable macros|click enable|disable protected view|compatibility mode|earlier version of|newer version of|previous version of|created in
    inhalt aktivieren|bearbeitung aktivieren|makros aktivieren|älteren version|neueren version|früheren version
    activer le contenu|activer la modification|activer les macros|version antérieure|version plus récente
    habilitar contenido|habilitar edición|habilitar el contenido|habilitar la edición|habilitar macros|versión anterior|versión más reciente
    abilita contenuto|abilita modifica|abilita il contenuto|abilitare le macro|abilita le macro|abilitare la modifica|versione precedente|versione più recente
    habilitar conteúdo|habilitar edição|habilitar o conteúdo|ativar conteúdo|ativar edição|ativar macros|versão anterior|versão mais recente|habilitar macros
    inhoud inschakelen|bewerken inschakelen|macro s inschakelen|inschakelen|oudere versie|nieuwere versie
    włącz zawartość|włącz edycję|włączyć makra|włącz makra|starszej wersji|nowszej wersji
    povolit obsah|povolit úpravy|povoliť obsah|povoliť úpravy|povolit makra|starší verzi|novější verzi|staršej verzii
    tartalom engedélyezése|szerkesztés engedélyezése|makrók engedélyezése|korábbi verzió|újabb verzió
    activați conținutul|activare conținut|activați editarea|activare editare|activați macro|versiune anterioară
    aktivera innehåll|aktivera redigering|aktivera makron|tidigare version|äldre version
    aktiver indhold|aktiver redigering|aktiver makroer|tidligere version|aktiver innhold|ældre version|eldre versjon
    ota sisältö|ota muokkaus|salli muokkaus|salli sisältö|ota käyttöön|vanhemmalla versiolla|aiemmalla versiolla
    ενεργοποίηση περιεχομένου|ενεργοποίηση επεξεργασίας|ενεργοποιήστε τις μακροεντολές|παλαιότερη έκδοση
    включить содержимое|разрешить редактирование|включите макросы|включить макросы|более ранней версии|старой версии|новой версии
    увімкнути вміст|увімкнути редагування|дозволити редагування|увімкніть макроси|увімкнути макроси|старішій версії|новішій версії
    разреши съдържание|разрешаване на съдържание|разрешаване на редактиране|активирайте макро|по стара версия
    omogući sadržaj|omogući uređivanje|omogućite makro|omogoči vsebino|omogoči urejanje|starijoj verziji|starejši različici
    içeriği etkinleştir|düzenlemeyi etkinleştir|makroları etkinleştir|eski sürüm|yeni sürüm
    コンテンツの有効化|編集を有効|マクロを有効|以前のバージョン|新しいバージョン
    启用内容|启用编辑|启用宏|啟用內容|啟用編輯|旧版本|較舊版本|较新版本
    콘텐츠 사용|편집 사용|매크로 사용|매크로를|이전 버전|최신 버전에서
    تمكين المحتوى|تمكين التحرير|تمكين وحدات الماكرو|إصدار سابق
    הפוך תוכן לזמין|אפשר עריכה|אפשר תוכן|הפעל תוכן|אפשר מאקרו|גרסה קודמת
    bật nội dung|bật chỉnh sửa|cho phép chỉnh sửa|bật macro|phiên bản cũ
    aktifkan konten|aktifkan pengeditan|aktifkan makro|versi sebelumnya
    เปิดใช้งานเนื้อหา|เปิดใช้งานการแก้ไข|เปิดใช้งานแมโคร|เวอร์ชันเก่า`
} as const
