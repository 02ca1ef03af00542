import CardModel

/// The terms of alternative texts in a language.
///
/// Numbers and names are never inside a phrase, where they would need inflection. Outside of English, each
/// sentence consists of a term, a colon and the figures.
struct ChartTerms {
  private let kinds: [ChartMarkType: String]
  private let words: [Word: String]
  /// The names of a stacked and of a horizontal bar chart, and of any chart.
  let (stacked, horizontal, chart): (String, String, String)
  var isEnglish = false

  /// A phrase, in the order of the table.
  enum Word: Int, CaseIterable {
    /// Connects the values and their positions.
    case by
    case series, rises, falls, level, steadily, swings
    /// Each `#` is a number.
    case fromTo
    case highest, lowest
    /// `#` is a count.
    case more
    case points, total, largest, correlation, above, noData
    /// The name of the category that `maxCategories` creates.
    case other
    /// The heads of the shares of a funnel.
    case ofFirst, ofPrevious
  }

  private static let marks: [ChartMarkType] = [
    .column, .line, .area, .scatter, .bubble, .pie, .donut, .sparkline, .heatmap, .calendar, .gauge,
    .waterfall, .candlestick, .funnel,
  ]

  private init(_ row: (kinds: Substring, words: Substring)) {
    let kinds = row.kinds.split(separator: "|").map(String.init)
    let others = Array(kinds.dropFirst(Self.marks.count))
    (stacked, horizontal, chart) = (others[0], others[1], others[2])
    self.kinds = Dictionary(uniqueKeysWithValues: zip(Self.marks, kinds))
    words = Dictionary(
      uniqueKeysWithValues: zip(Word.allCases, row.words.split(separator: "|").map(String.init)))
  }

  static let english: ChartTerms = {
    var terms = ChartTerms(
      (
        "Column chart|Line chart|Area chart|Scatter plot|Bubble chart|Pie chart|Donut chart|Sparkline|Heatmap|Calendar|Gauge|Waterfall chart|Candlestick chart|Funnel chart|Stacked column chart|Bar chart|Chart",
        "by|series|rises|falls|stays level|steadily|with swings|from # to #|Highest|lowest|and # more|points|Total|largest|correlation|above|No data|Other|of first|of previous"
      ))
    terms.isEnglish = true
    return terms
  }()

  /// The terms of a locale; nil for languages without any.
  init?(_ locale: DeckLocale) {
    let language = locale.identifier.prefix { $0 != "_" }
    guard language != "en" else {
      self = .english
      return
    }
    guard let row = ChartTerms.table[language] else { return nil }
    self.init(row)
  }

  /// The name of the kind of chart for a mark.
  func kind(_ mark: ChartMarkType) -> String {
    switch mark {
    case .bar: kinds[.column] ?? chart
    case .horizontalBar: horizontal
    case .point: kinds[.scatter] ?? chart
    case .arc: kinds[.pie] ?? chart
    case .rect: kinds[.heatmap] ?? chart
    default: kinds[mark] ?? chart
    }
  }

  subscript(word: Word) -> String { words[word] ?? "" }

  /// A phrase with each `#` replaced by a value.
  func callAsFunction(_ word: Word, _ values: String...) -> String {
    let parts = self[word].split(separator: "#", omittingEmptySubsequences: false)
    return zip(parts, values + [""]).map { $0 + $1 }.joined()
  }
}

extension DeckLocale {
  /// The name of a total in the language, or in English.
  package var totalTerm: String { (ChartTerms(self) ?? .english)[.total] }
}

extension ChartTerms {
  /// The terms of the languages, each in three lines.
  ///
  /// The lines contain the language code, the kinds in the order of `marks` followed by `stacked`,
  /// `horizontal` and `chart`, and the words in the order of `Word`.
  private static let text = """
    ar
    مخطط أعمدة|مخطط خطي|مخطط مساحي|مخطط مبعثر|مخطط فقاعي|مخطط دائري|مخطط حلقي|خط مؤشر|خريطة حرارية|تقويم|مقياس|مخطط شلالي|مخطط شموع|مخطط قمعي|مخطط أعمدة مكدسة|مخطط أشرطة|مخطط
    حسب|السلاسل|يرتفع|ينخفض|مستقر تقريبًا|بثبات|مع تقلبات|من # إلى #|الأعلى|الأدنى|و# أخرى|النقاط|المجموع|الأكبر|الارتباط|فوق|لا توجد بيانات|أخرى|من الأولى|من السابقة
    bg
    Колонна диаграма|Линейна диаграма|Площна диаграма|Точкова диаграма|Мехурчеста диаграма|Кръгова диаграма|Пръстеновидна диаграма|Минидиаграма|Топлинна карта|Календар|Индикатор|Каскадна диаграма|Свещна диаграма|Фуниевидна диаграма|Колонна диаграма с натрупване|Лентова диаграма|Диаграма
    по|Серии|расте|намалява|почти без промяна|плавно|с колебания|от # до #|Най-много|Най-малко|и още #|Точки|Общо|Най-голяма|Корелация|Над|Няма данни|Други|от първата|от предишната
    cs
    Sloupcový graf|Spojnicový graf|Plošný graf|Bodový graf|Bublinový graf|Výsečový graf|Prstencový graf|Minigraf|Teplotní mapa|Kalendář|Ukazatel|Vodopádový graf|Svíčkový graf|Trychtýřový graf|Skládaný sloupcový graf|Pruhový graf|Graf
    –|Řady|roste|klesá|přibližně beze změny|plynule|s výkyvy|z # na #|Nejvíce|Nejméně|a další: #|Body|Celkem|Největší|Korelace|Nad|Chybí data|Ostatní|z první|z předchozí
    da
    Søjlediagram|Linjediagram|Områdediagram|Punktdiagram|Boblediagram|Cirkeldiagram|Ringdiagram|Minidiagram|Varmekort|Kalender|Måler|Vandfaldsdiagram|Lysestagediagram|Tragtdiagram|Stablet søjlediagram|Liggende søjlediagram|Diagram
    efter|Serier|stiger|falder|er omtrent uændret|jævnt|med udsving|fra # til #|Højest|Lavest|og # mere|Punkter|I alt|Størst|Korrelation|Over|Ingen data|Andre|af første|af forrige
    de
    Säulendiagramm|Liniendiagramm|Flächendiagramm|Streudiagramm|Blasendiagramm|Kreisdiagramm|Ringdiagramm|Sparkline|Heatmap|Kalender|Messanzeige|Wasserfalldiagramm|Kerzendiagramm|Trichterdiagramm|Gestapeltes Säulendiagramm|Balkendiagramm|Diagramm
    nach|Reihen|steigt|fällt|bleibt etwa gleich|stetig|mit Schwankungen|von # auf #|Höchster Wert|Niedrigster Wert|und # weitere|Punkte|Summe|Größte Reihe|Korrelation|Über|Keine Daten|Sonstige|der ersten|der vorigen
    el
    Γράφημα στηλών|Γράφημα γραμμών|Γράφημα περιοχών|Διάγραμμα διασποράς|Γράφημα φυσαλίδων|Γράφημα πίτας|Γράφημα δακτυλίου|Μικρογράφημα|Χάρτης θερμότητας|Ημερολόγιο|Δείκτης|Γράφημα καταρράκτη|Γράφημα κηροπηγίων|Γράφημα χωνιού|Γράφημα σωρευμένων στηλών|Γράφημα ράβδων|Γράφημα
    ανά|Σειρές|ανεβαίνει|πέφτει|σχεδόν σταθερό|σταθερά|με διακυμάνσεις|από # σε #|Υψηλότερο|Χαμηλότερο|και # ακόμη|Σημεία|Σύνολο|Μεγαλύτερη|Συσχέτιση|Πάνω από|Χωρίς δεδομένα|Άλλα|του πρώτου|του προηγούμενου
    es
    Gráfico de columnas|Gráfico de líneas|Gráfico de áreas|Gráfico de dispersión|Gráfico de burbujas|Gráfico circular|Gráfico de anillos|Minigráfico|Mapa de calor|Calendario|Indicador|Gráfico de cascada|Gráfico de velas|Gráfico de embudo|Gráfico de columnas apiladas|Gráfico de barras|Gráfico
    por|Series|sube|baja|se mantiene casi igual|de forma constante|con altibajos|de # a #|Máximo|Mínimo|y # más|Puntos|Total|La mayor|Correlación|Por encima de|Sin datos|Otros|del primero|del anterior
    fi
    Pylväskaavio|Viivakaavio|Aluekaavio|Hajontakaavio|Kuplakaavio|Ympyräkaavio|Rengaskaavio|Minikaavio|Lämpökartta|Kalenteri|Mittari|Vesiputouskaavio|Kynttiläkaavio|Suppilokaavio|Pinottu pylväskaavio|Palkkikaavio|Kaavio
    –|Sarjat|nousee|laskee|pysyy lähes ennallaan|tasaisesti|vaihdellen|# → #|Suurin|Pienin|ja # muuta|Pisteet|Yhteensä|Suurin sarja|Korrelaatio|Yli|Ei tietoja|Muut|ensimmäisestä|edellisestä
    fr
    Graphique en colonnes|Graphique en courbes|Graphique en aires|Nuage de points|Graphique à bulles|Graphique en secteurs|Graphique en anneau|Sparkline|Carte de chaleur|Calendrier|Jauge|Graphique en cascade|Graphique en chandeliers|Graphique en entonnoir|Graphique en colonnes empilées|Graphique en barres|Graphique
    par|Séries|monte|baisse|reste à peu près stable|régulièrement|avec des variations|de # à #|Maximum|Minimum|et # autres|Points|Total|La plus grande|Corrélation|Au-dessus de|Pas de données|Autres|de la 1re|de la précédente
    he
    תרשים עמודות|תרשים קו|תרשים שטח|תרשים פיזור|תרשים בועות|תרשים עוגה|תרשים טבעת|תרשים זעיר|מפת חום|לוח שנה|מד|תרשים מפל|תרשים נרות|תרשים משפך|תרשים עמודות מוערמות|תרשים פסים|תרשים
    לפי|סדרות|עולה|יורד|נשאר כמעט ללא שינוי|בהתמדה|בתנודות|מ־# ל־#|הגבוה ביותר|הנמוך ביותר|ועוד #|נקודות|סך הכול|הגדולה ביותר|מתאם|מעל|אין נתונים|אחר|מהראשון|מהקודם
    hi
    स्तंभ चार्ट|रेखा चार्ट|क्षेत्र चार्ट|प्रकीर्णन चार्ट|बबल चार्ट|पाई चार्ट|डोनट चार्ट|स्पार्कलाइन|हीटमैप|कैलेंडर|गेज|वॉटरफ़ॉल चार्ट|कैंडलस्टिक चार्ट|फ़नल चार्ट|स्टैक्ड स्तंभ चार्ट|बार चार्ट|चार्ट
    –|शृंखलाएँ|बढ़ता है|घटता है|लगभग समान रहता है|लगातार|उतार-चढ़ाव के साथ|# से # तक|अधिकतम|न्यूनतम|और # अन्य|बिंदु|कुल|सबसे बड़ी|सहसंबंध|से ऊपर|कोई डेटा नहीं|अन्य|पहले का|पिछले का
    hr
    Stupčasti grafikon|Linijski grafikon|Površinski grafikon|Raspršeni grafikon|Mjehuričasti grafikon|Kružni grafikon|Prstenasti grafikon|Minigrafikon|Toplinska karta|Kalendar|Pokazivač|Vodopadni grafikon|Svijećni grafikon|Ljevkasti grafikon|Naslagani stupčasti grafikon|Trakasti grafikon|Grafikon
    po|Nizovi|raste|pada|gotovo bez promjene|ravnomjerno|uz oscilacije|od # do #|Najviše|Najmanje|i još #|Točke|Ukupno|Najveći|Korelacija|Iznad|Nema podataka|Ostalo|od prve|od prethodne
    hu
    Oszlopdiagram|Vonaldiagram|Területdiagram|Pontdiagram|Buborékdiagram|Kördiagram|Perecdiagram|Értékgörbe|Hőtérkép|Naptár|Mérőóra|Vízesésdiagram|Gyertyadiagram|Tölcsérdiagram|Halmozott oszlopdiagram|Sávdiagram|Diagram
    –|Sorozatok|nő|csökken|nagyjából változatlan|egyenletesen|ingadozva|# → #|Legnagyobb|Legkisebb|és még #|Pontok|Összesen|Legnagyobb sorozat|Korreláció|Felette|Nincs adat|Egyéb|az elsőből|az előzőből
    it
    Grafico a colonne|Grafico a linee|Grafico ad area|Grafico a dispersione|Grafico a bolle|Grafico a torta|Grafico ad anello|Sparkline|Mappa di calore|Calendario|Indicatore|Grafico a cascata|Grafico a candele|Grafico a imbuto|Grafico a colonne in pila|Grafico a barre|Grafico
    per|Serie|sale|scende|resta quasi invariato|in modo costante|con oscillazioni|da # a #|Massimo|Minimo|e altri #|Punti|Totale|La maggiore|Correlazione|Sopra|Nessun dato|Altro|del primo|del precedente
    ja
    縦棒グラフ|折れ線グラフ|面グラフ|散布図|バブルチャート|円グラフ|ドーナツグラフ|スパークライン|ヒートマップ|カレンダー|ゲージ|ウォーターフォール図|ローソク足チャート|ファネルチャート|積み上げ縦棒グラフ|横棒グラフ|グラフ
    ・|系列|上昇|下降|ほぼ横ばい|一定に|変動しながら|#から#へ|最大|最小|ほか#件|点|合計|最大の系列|相関|基準超|データなし|その他|最初比|前段比
    ko
    세로 막대형 차트|꺾은선형 차트|영역형 차트|분산형 차트|거품형 차트|원형 차트|도넛형 차트|스파크라인|히트맵|달력|게이지|폭포 차트|캔들 차트|깔때기형 차트|누적 세로 막대형 차트|가로 막대형 차트|차트
    ·|계열|상승|하락|거의 일정|꾸준히|등락하며|#에서 #까지|최고|최저|외 #개|점|합계|가장 큰 계열|상관관계|초과|데이터 없음|기타|첫 단계 대비|이전 단계 대비
    nb
    Stolpediagram|Linjediagram|Arealdiagram|Spredningsdiagram|Boblediagram|Sektordiagram|Ringdiagram|Minidiagram|Varmekart|Kalender|Måler|Fossediagram|Lysestakediagram|Traktdiagram|Stablet stolpediagram|Liggende stolpediagram|Diagram
    etter|Serier|stiger|faller|er omtrent uendret|jevnt|med svingninger|fra # til #|Høyest|Lavest|og # til|Punkter|Totalt|Størst|Korrelasjon|Over|Ingen data|Andre|av første|av forrige
    nl
    Kolomdiagram|Lijndiagram|Vlakdiagram|Spreidingsdiagram|Bellendiagram|Cirkeldiagram|Ringdiagram|Sparkline|Heatmap|Kalender|Meter|Watervaldiagram|Kaarsendiagram|Trechterdiagram|Gestapeld kolomdiagram|Staafdiagram|Diagram
    per|Reeksen|stijgt|daalt|blijft ongeveer gelijk|gestaag|met schommelingen|van # naar #|Hoogste|Laagste|en nog #|Punten|Totaal|Grootste|Correlatie|Boven|Geen gegevens|Overig|van eerste|van vorige
    pl
    Wykres kolumnowy|Wykres liniowy|Wykres warstwowy|Wykres punktowy|Wykres bąbelkowy|Wykres kołowy|Wykres pierścieniowy|Miniwykres|Mapa cieplna|Kalendarz|Wskaźnik|Wykres kaskadowy|Wykres świecowy|Wykres lejkowy|Skumulowany wykres kolumnowy|Wykres słupkowy|Wykres
    –|Serie|rośnie|spada|bez większych zmian|równomiernie|z wahaniami|od # do #|Najwięcej|Najmniej|i jeszcze #|Punkty|Suma|Największa|Korelacja|Powyżej|Brak danych|Inne|z pierwszego|z poprzedniego
    pt
    Gráfico de colunas|Gráfico de linhas|Gráfico de área|Gráfico de dispersão|Gráfico de bolhas|Gráfico de pizza|Gráfico de rosca|Minigráfico|Mapa de calor|Calendário|Medidor|Gráfico em cascata|Gráfico de velas|Gráfico de funil|Gráfico de colunas empilhadas|Gráfico de barras|Gráfico
    por|Séries|sobe|desce|mantém-se quase igual|de forma constante|com oscilações|de # a #|Máximo|Mínimo|e mais #|Pontos|Total|A maior|Correlação|Acima de|Sem dados|Outros|do primeiro|do anterior
    ro
    Diagramă cu coloane|Diagramă liniară|Diagramă de arii|Diagramă de dispersie|Diagramă cu bule|Diagramă circulară|Diagramă inelară|Minidiagramă|Hartă termică|Calendar|Indicator|Diagramă în cascadă|Diagramă cu lumânări|Diagramă pâlnie|Diagramă cu coloane stivuite|Diagramă cu bare|Diagramă
    după|Serii|crește|scade|rămâne aproape la fel|constant|cu oscilații|de la # la #|Maxim|Minim|și încă #|Puncte|Total|Cea mai mare|Corelație|Peste|Fără date|Altele|din prima|din precedenta
    ru
    Столбчатая диаграмма|Линейный график|Диаграмма с областями|Точечная диаграмма|Пузырьковая диаграмма|Круговая диаграмма|Кольцевая диаграмма|Спарклайн|Тепловая карта|Календарь|Индикатор|Каскадная диаграмма|Свечной график|Воронка|Столбчатая диаграмма с накоплением|Полосовая диаграмма|Диаграмма
    –|Ряды|растёт|падает|почти не меняется|равномерно|с колебаниями|с # до #|Наибольшее|Наименьшее|и ещё #|Точки|Всего|Наибольший ряд|Корреляция|Выше|Нет данных|Другие|от первого|от предыдущего
    sk
    Stĺpcový graf|Čiarový graf|Plošný graf|Bodový graf|Bublinový graf|Koláčový graf|Prstencový graf|Minigraf|Teplotná mapa|Kalendár|Ukazovateľ|Vodopádový graf|Sviečkový graf|Lievikový graf|Skladaný stĺpcový graf|Pruhový graf|Graf
    –|Rady|rastie|klesá|približne bez zmeny|plynulo|s výkyvmi|z # na #|Najviac|Najmenej|a ďalšie: #|Body|Spolu|Najväčší|Korelácia|Nad|Chýbajú údaje|Ostatné|z prvej|z predošlej
    sv
    Stapeldiagram|Linjediagram|Ytdiagram|Punktdiagram|Bubbeldiagram|Cirkeldiagram|Ringdiagram|Minidiagram|Värmekarta|Kalender|Mätare|Vattenfallsdiagram|Ljusstakediagram|Trattdiagram|Staplat stapeldiagram|Liggande stapeldiagram|Diagram
    per|Serier|stiger|sjunker|är ungefär oförändrad|jämnt|med svängningar|från # till #|Högst|Lägst|och # till|Punkter|Totalt|Störst|Korrelation|Över|Inga data|Övriga|av första|av föregående
    th
    แผนภูมิคอลัมน์|แผนภูมิเส้น|แผนภูมิพื้นที่|แผนภูมิกระจาย|แผนภูมิฟอง|แผนภูมิวงกลม|แผนภูมิโดนัท|แผนภูมิขนาดเล็ก|แผนที่ความร้อน|ปฏิทิน|มาตรวัด|แผนภูมิน้ำตก|แผนภูมิแท่งเทียน|แผนภูมิกรวย|แผนภูมิคอลัมน์แบบเรียงซ้อน|แผนภูมิแท่งแนวนอน|แผนภูมิ
    ตาม|ชุดข้อมูล|เพิ่มขึ้น|ลดลง|แทบไม่เปลี่ยน|อย่างต่อเนื่อง|ขึ้นๆ ลงๆ|จาก # เป็น #|สูงสุด|ต่ำสุด|และอีก #|จุด|รวม|มากที่สุด|สหสัมพันธ์|มากกว่า|ไม่มีข้อมูล|อื่น ๆ|ของขั้นแรก|ของขั้นก่อนหน้า
    tr
    Sütun grafiği|Çizgi grafiği|Alan grafiği|Dağılım grafiği|Kabarcık grafiği|Pasta grafiği|Halka grafiği|Mini grafik|Isı haritası|Takvim|Gösterge|Şelale grafiği|Mum grafiği|Huni grafiği|Yığılmış sütun grafiği|Çubuk grafiği|Grafik
    –|Seriler|yükseliyor|düşüyor|yaklaşık aynı kalıyor|düzenli olarak|dalgalanarak|# → #|En yüksek|En düşük|ve # tane daha|Noktalar|Toplam|En büyük|Korelasyon|Üzerinde|Veri yok|Diğer|ilkine göre|öncekine göre
    uk
    Стовпчаста діаграма|Лінійний графік|Діаграма з областями|Точкова діаграма|Бульбашкова діаграма|Кругова діаграма|Кільцева діаграма|Спарклайн|Теплова карта|Календар|Індикатор|Каскадна діаграма|Свічковий графік|Лійка|Стовпчаста діаграма з накопиченням|Смугова діаграма|Діаграма
    –|Ряди|зростає|падає|майже не змінюється|рівномірно|з коливаннями|з # до #|Найбільше|Найменше|і ще #|Точки|Усього|Найбільший ряд|Кореляція|Вище|Немає даних|Інші|від першого|від попереднього
    vi
    Biểu đồ cột|Biểu đồ đường|Biểu đồ miền|Biểu đồ phân tán|Biểu đồ bong bóng|Biểu đồ tròn|Biểu đồ vành khuyên|Biểu đồ nhỏ|Bản đồ nhiệt|Lịch|Đồng hồ đo|Biểu đồ thác nước|Biểu đồ nến|Biểu đồ phễu|Biểu đồ cột chồng|Biểu đồ thanh|Biểu đồ
    theo|Chuỗi|tăng|giảm|gần như không đổi|đều đặn|có dao động|từ # đến #|Cao nhất|Thấp nhất|và # mục khác|Điểm|Tổng|Lớn nhất|Tương quan|Trên|Không có dữ liệu|Khác|so với bước đầu|so với bước trước
    zh
    柱形图|折线图|面积图|散点图|气泡图|饼图|环形图|迷你图|热力图|日历|仪表|瀑布图|K线图|漏斗图|堆积柱形图|条形图|图表
    ·|系列|上升|下降|基本持平|稳步|波动|从#到#|最高|最低|以及另外#项|点|合计|最大系列|相关系数|高于|无数据|其他|占首步|占上一步
    """

  /// The kinds and the words by language.
  private static let table: [Substring: (kinds: Substring, words: Substring)] = {
    let lines = text.split(separator: "\n")
    var table: [Substring: (kinds: Substring, words: Substring)] = [:]
    for number in stride(from: 0, to: lines.count, by: 3) {
      table[lines[number]] = (lines[number + 1], lines[number + 2])
    }
    return table
  }()
}
