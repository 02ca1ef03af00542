/// The names of months, days and quarters by language: months beside a day and short, weekdays from Sunday on and short,
/// and months that stand alone where they differ.
extension DeckLocale.Words {
  static let english = DeckLocale.Words(
    "January,February,March,April,May,June,July,August,September,October,November,December",
    "Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec",
    "Sunday,Monday,Tuesday,Wednesday,Thursday,Friday,Saturday",
    "Sun,Mon,Tue,Wed,Thu,Fri,Sat")
  static let british = english.with(shortMonths: "Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sept,Oct,Nov,Dec")
  static let australian = english.with(
    shortMonths: "Jan,Feb,Mar,Apr,May,June,July,Aug,Sept,Oct,Nov,Dec",
    aloneShort: "Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sept,Oct,Nov,Dec")
  static let german = DeckLocale.Words(
    "Januar,Februar,März,April,Mai,Juni,Juli,August,September,Oktober,November,Dezember",
    "Jan.,Feb.,März,Apr.,Mai,Juni,Juli,Aug.,Sept.,Okt.,Nov.,Dez.",
    "Sonntag,Montag,Dienstag,Mittwoch,Donnerstag,Freitag,Samstag",
    "So,Mo,Di,Mi,Do,Fr,Sa",
    aloneShort: "Jan,Feb,Mär,Apr,Mai,Jun,Jul,Aug,Sep,Okt,Nov,Dez")
  static let austrian = DeckLocale.Words(
    "Jänner,Februar,März,April,Mai,Juni,Juli,August,September,Oktober,November,Dezember",
    "Jän.,Feb.,März,Apr.,Mai,Juni,Juli,Aug.,Sep.,Okt.,Nov.,Dez.",
    "Sonntag,Montag,Dienstag,Mittwoch,Donnerstag,Freitag,Samstag",
    "So,Mo,Di,Mi,Do,Fr,Sa",
    aloneShort: "Jän,Feb,Mär,Apr,Mai,Jun,Jul,Aug,Sep,Okt,Nov,Dez")
  static let dutch = DeckLocale.Words(
    "januari,februari,maart,april,mei,juni,juli,augustus,september,oktober,november,december",
    "jan,feb,mrt,apr,mei,jun,jul,aug,sep,okt,nov,dec",
    "zondag,maandag,dinsdag,woensdag,donderdag,vrijdag,zaterdag",
    "zo,ma,di,wo,do,vr,za",
    quarters: "K1,K2,K3,K4")
  static let french = DeckLocale.Words(
    "janvier,février,mars,avril,mai,juin,juillet,août,septembre,octobre,novembre,décembre",
    "janv.,févr.,mars,avr.,mai,juin,juil.,août,sept.,oct.,nov.,déc.",
    "dimanche,lundi,mardi,mercredi,jeudi,vendredi,samedi",
    "dim.,lun.,mar.,mer.,jeu.,ven.,sam.",
    quarters: "T1,T2,T3,T4")
  static let canadianFrench = french.with(
    shortMonths: "janv.,févr.,mars,avr.,mai,juin,juill.,août,sept.,oct.,nov.,déc.")
  static let spanish = DeckLocale.Words(
    "enero,febrero,marzo,abril,mayo,junio,julio,agosto,septiembre,octubre,noviembre,diciembre",
    "ene,feb,mar,abr,may,jun,jul,ago,sept,oct,nov,dic",
    "domingo,lunes,martes,miércoles,jueves,viernes,sábado",
    "dom,lun,mar,mié,jue,vie,sáb",
    quarters: "T1,T2,T3,T4")
  static let mexican = spanish.with(shortMonths: "ene,feb,mar,abr,may,jun,jul,ago,sep,oct,nov,dic")
  static let italian = DeckLocale.Words(
    "gennaio,febbraio,marzo,aprile,maggio,giugno,luglio,agosto,settembre,ottobre,novembre,dicembre",
    "gen,feb,mar,apr,mag,giu,lug,ago,set,ott,nov,dic",
    "domenica,lunedì,martedì,mercoledì,giovedì,venerdì,sabato",
    "dom,lun,mar,mer,gio,ven,sab",
    quarters: "T1,T2,T3,T4")
  static let portuguese = DeckLocale.Words(
    "janeiro,fevereiro,março,abril,maio,junho,julho,agosto,setembro,outubro,novembro,dezembro",
    "jan.,fev.,mar.,abr.,mai.,jun.,jul.,ago.,set.,out.,nov.,dez.",
    "domingo,segunda-feira,terça-feira,quarta-feira,quinta-feira,sexta-feira,sábado",
    "dom.,seg.,ter.,qua.,qui.,sex.,sáb.",
    quarters: "T1,T2,T3,T4")
  static let swedish = DeckLocale.Words(
    "januari,februari,mars,april,maj,juni,juli,augusti,september,oktober,november,december",
    "jan.,feb.,mars,apr.,maj,juni,juli,aug.,sep.,okt.,nov.,dec.",
    "söndag,måndag,tisdag,onsdag,torsdag,fredag,lördag",
    "sön,mån,tis,ons,tors,fre,lör",
    quarters: "K1,K2,K3,K4")
  static let danish = DeckLocale.Words(
    "januar,februar,marts,april,maj,juni,juli,august,september,oktober,november,december",
    "jan.,feb.,mar.,apr.,maj,jun.,jul.,aug.,sep.,okt.,nov.,dec.",
    "søndag,mandag,tirsdag,onsdag,torsdag,fredag,lørdag",
    "søn.,man.,tirs.,ons.,tors.,fre.,lør.",
    quarters: "1. kvt.,2. kvt.,3. kvt.,4. kvt.")
  static let norwegian = DeckLocale.Words(
    "januar,februar,mars,april,mai,juni,juli,august,september,oktober,november,desember",
    "jan.,feb.,mars,apr.,mai,juni,juli,aug.,sep.,okt.,nov.,des.",
    "søndag,mandag,tirsdag,onsdag,torsdag,fredag,lørdag",
    "søn.,man.,tir.,ons.,tor.,fre.,lør.",
    aloneShort: "jan,feb,mar,apr,mai,jun,jul,aug,sep,okt,nov,des", quarters: "K1,K2,K3,K4")
  static let finnish = DeckLocale.Words(
    "tammikuuta,helmikuuta,maaliskuuta,huhtikuuta,toukokuuta,kesäkuuta,heinäkuuta,elokuuta,syyskuuta,lokakuuta,marraskuuta,joulukuuta",
    "tammi,helmi,maalis,huhti,touko,kesä,heinä,elo,syys,loka,marras,joulu",
    "sunnuntai,maanantai,tiistai,keskiviikko,torstai,perjantai,lauantai",
    "su,ma,ti,ke,to,pe,la",
    alone:
      "tammikuu,helmikuu,maaliskuu,huhtikuu,toukokuu,kesäkuu,heinäkuu,elokuu,syyskuu,lokakuu,marraskuu,joulukuu",
    quarters: "1. nelj.,2. nelj.,3. nelj.,4. nelj.")
  static let polish = DeckLocale.Words(
    "stycznia,lutego,marca,kwietnia,maja,czerwca,lipca,sierpnia,września,października,listopada,grudnia",
    "sty,lut,mar,kwi,maj,cze,lip,sie,wrz,paź,lis,gru",
    "niedziela,poniedziałek,wtorek,środa,czwartek,piątek,sobota",
    "niedz.,pon.,wt.,śr.,czw.,pt.,sob.",
    alone: "styczeń,luty,marzec,kwiecień,maj,czerwiec,lipiec,sierpień,wrzesień,październik,listopad,grudzień",
    quarters: "I kw.,II kw.,III kw.,IV kw.")
  static let czech = DeckLocale.Words(
    "ledna,února,března,dubna,května,června,července,srpna,září,října,listopadu,prosince",
    "led,úno,bře,dub,kvě,čvn,čvc,srp,zář,říj,lis,pro",
    "neděle,pondělí,úterý,středa,čtvrtek,pátek,sobota",
    "ne,po,út,st,čt,pá,so",
    alone: "leden,únor,březen,duben,květen,červen,červenec,srpen,září,říjen,listopad,prosinec")
  static let russian = DeckLocale.Words(
    "января,февраля,марта,апреля,мая,июня,июля,августа,сентября,октября,ноября,декабря",
    "янв.,февр.,мар.,апр.,мая,июн.,июл.,авг.,сент.,окт.,нояб.,дек.",
    "воскресенье,понедельник,вторник,среда,четверг,пятница,суббота",
    "вс,пн,вт,ср,чт,пт,сб",
    alone: "январь,февраль,март,апрель,май,июнь,июль,август,сентябрь,октябрь,ноябрь,декабрь",
    aloneShort: "янв.,февр.,март,апр.,май,июнь,июль,авг.,сент.,окт.,нояб.,дек.",
    quarters: "1-й кв.,2-й кв.,3-й кв.,4-й кв.")
  static let ukrainian = DeckLocale.Words(
    "січня,лютого,березня,квітня,травня,червня,липня,серпня,вересня,жовтня,листопада,грудня",
    "січ.,лют.,бер.,квіт.,трав.,черв.,лип.,серп.,вер.,жовт.,лист.,груд.",
    "неділя,понеділок,вівторок,середа,четвер,пʼятниця,субота",
    "нд,пн,вт,ср,чт,пт,сб",
    alone: "січень,лютий,березень,квітень,травень,червень,липень,серпень,вересень,жовтень,листопад,грудень",
    quarters: "1-й кв.,2-й кв.,3-й кв.,4-й кв.")
  static let turkish = DeckLocale.Words(
    "Ocak,Şubat,Mart,Nisan,Mayıs,Haziran,Temmuz,Ağustos,Eylül,Ekim,Kasım,Aralık",
    "Oca,Şub,Mar,Nis,May,Haz,Tem,Ağu,Eyl,Eki,Kas,Ara",
    "Pazar,Pazartesi,Salı,Çarşamba,Perşembe,Cuma,Cumartesi",
    "Paz,Pzt,Sal,Çar,Per,Cum,Cmt",
    quarters: "Ç1,Ç2,Ç3,Ç4")
  static let hungarian = DeckLocale.Words(
    "január,február,március,április,május,június,július,augusztus,szeptember,október,november,december",
    "jan.,febr.,márc.,ápr.,máj.,jún.,júl.,aug.,szept.,okt.,nov.,dec.",
    "vasárnap,hétfő,kedd,szerda,csütörtök,péntek,szombat",
    "V,H,K,Sze,Cs,P,Szo",
    quarters: "I. n.év,II. n.év,III. n.év,IV. n.év")
  static let romanian = DeckLocale.Words(
    "ianuarie,februarie,martie,aprilie,mai,iunie,iulie,august,septembrie,octombrie,noiembrie,decembrie",
    "ian.,feb.,mar.,apr.,mai,iun.,iul.,aug.,sept.,oct.,nov.,dec.",
    "duminică,luni,marți,miercuri,joi,vineri,sâmbătă",
    "dum.,lun.,mar.,mie.,joi,vin.,sâm.",
    quarters: "trim. I,trim. II,trim. III,trim. IV")
  static let greek = DeckLocale.Words(
    "Ιανουαρίου,Φεβρουαρίου,Μαρτίου,Απριλίου,Μαΐου,Ιουνίου,Ιουλίου,Αυγούστου,Σεπτεμβρίου,Οκτωβρίου,Νοεμβρίου,Δεκεμβρίου",
    "Ιαν,Φεβ,Μαρ,Απρ,Μαΐ,Ιουν,Ιουλ,Αυγ,Σεπ,Οκτ,Νοε,Δεκ",
    "Κυριακή,Δευτέρα,Τρίτη,Τετάρτη,Πέμπτη,Παρασκευή,Σάββατο",
    "Κυρ,Δευ,Τρί,Τετ,Πέμ,Παρ,Σάβ",
    alone:
      "Ιανουάριος,Φεβρουάριος,Μάρτιος,Απρίλιος,Μάιος,Ιούνιος,Ιούλιος,Αύγουστος,Σεπτέμβριος,Οκτώβριος,Νοέμβριος,Δεκέμβριος",
    aloneShort: "Ιαν,Φεβ,Μάρ,Απρ,Μάι,Ιούν,Ιούλ,Αύγ,Σεπ,Οκτ,Νοέ,Δεκ", quarters: "Τ1,Τ2,Τ3,Τ4")
  static let bulgarian = DeckLocale.Words(
    "януари,февруари,март,април,май,юни,юли,август,септември,октомври,ноември,декември",
    "яну,фев,март,апр,май,юни,юли,авг,сеп,окт,ное,дек",
    "неделя,понеделник,вторник,сряда,четвъртък,петък,събота",
    "нд,пн,вт,ср,чт,пт,сб",
    quarters: "1. трим.,2. трим.,3. трим.,4. трим.")
  static let slovak = DeckLocale.Words(
    "januára,februára,marca,apríla,mája,júna,júla,augusta,septembra,októbra,novembra,decembra",
    "jan,feb,mar,apr,máj,jún,júl,aug,sep,okt,nov,dec",
    "nedeľa,pondelok,utorok,streda,štvrtok,piatok,sobota",
    "ne,po,ut,st,št,pi,so",
    alone: "január,február,marec,apríl,máj,jún,júl,august,september,október,november,december")
  static let croatian = DeckLocale.Words(
    "siječnja,veljače,ožujka,travnja,svibnja,lipnja,srpnja,kolovoza,rujna,listopada,studenoga,prosinca",
    "sij,velj,ožu,tra,svi,lip,srp,kol,ruj,lis,stu,pro",
    "nedjelja,ponedjeljak,utorak,srijeda,četvrtak,petak,subota",
    "ned,pon,uto,sri,čet,pet,sub",
    alone: "siječanj,veljača,ožujak,travanj,svibanj,lipanj,srpanj,kolovoz,rujan,listopad,studeni,prosinac",
    quarters: "1kv,2kv,3kv,4kv")
  static let thai = DeckLocale.Words(
    "มกราคม,กุมภาพันธ์,มีนาคม,เมษายน,พฤษภาคม,มิถุนายน,กรกฎาคม,สิงหาคม,กันยายน,ตุลาคม,พฤศจิกายน,ธันวาคม",
    "ม.ค.,ก.พ.,มี.ค.,เม.ย.,พ.ค.,มิ.ย.,ก.ค.,ส.ค.,ก.ย.,ต.ค.,พ.ย.,ธ.ค.",
    "วันอาทิตย์,วันจันทร์,วันอังคาร,วันพุธ,วันพฤหัสบดี,วันศุกร์,วันเสาร์",
    "อา.,จ.,อ.,พ.,พฤ.,ศ.,ส.",
    quarters: "ไตรมาส 1,ไตรมาส 2,ไตรมาส 3,ไตรมาส 4")
  static let vietnamese = DeckLocale.Words(
    "tháng 1,tháng 2,tháng 3,tháng 4,tháng 5,tháng 6,tháng 7,tháng 8,tháng 9,tháng 10,tháng 11,tháng 12",
    "thg 1,thg 2,thg 3,thg 4,thg 5,thg 6,thg 7,thg 8,thg 9,thg 10,thg 11,thg 12",
    "Chủ Nhật,Thứ Hai,Thứ Ba,Thứ Tư,Thứ Năm,Thứ Sáu,Thứ Bảy",
    "CN,Th 2,Th 3,Th 4,Th 5,Th 6,Th 7",
    alone:
      "Tháng 1,Tháng 2,Tháng 3,Tháng 4,Tháng 5,Tháng 6,Tháng 7,Tháng 8,Tháng 9,Tháng 10,Tháng 11,Tháng 12",
    aloneShort:
      "Tháng 1,Tháng 2,Tháng 3,Tháng 4,Tháng 5,Tháng 6,Tháng 7,Tháng 8,Tháng 9,Tháng 10,Tháng 11,Tháng 12",
    quarters: "Q1,Q2,Q3,Q4")
  static let japanese = DeckLocale.Words(
    "1月,2月,3月,4月,5月,6月,7月,8月,9月,10月,11月,12月",
    "1月,2月,3月,4月,5月,6月,7月,8月,9月,10月,11月,12月",
    "日曜日,月曜日,火曜日,水曜日,木曜日,金曜日,土曜日",
    "日,月,火,水,木,金,土")
  static let chinese = DeckLocale.Words(
    "一月,二月,三月,四月,五月,六月,七月,八月,九月,十月,十一月,十二月",
    "1月,2月,3月,4月,5月,6月,7月,8月,9月,10月,11月,12月",
    "星期日,星期一,星期二,星期三,星期四,星期五,星期六",
    "周日,周一,周二,周三,周四,周五,周六",
    quarters: "1季度,2季度,3季度,4季度")
  static let korean = DeckLocale.Words(
    "1월,2월,3월,4월,5월,6월,7월,8월,9월,10월,11월,12월",
    "1월,2월,3월,4월,5월,6월,7월,8월,9월,10월,11월,12월",
    "일요일,월요일,화요일,수요일,목요일,금요일,토요일",
    "일,월,화,수,목,금,토",
    quarters: "1분기,2분기,3분기,4분기")
  static let hindi = DeckLocale.Words(
    "जनवरी,फ़रवरी,मार्च,अप्रैल,मई,जून,जुलाई,अगस्त,सितंबर,अक्टूबर,नवंबर,दिसंबर",
    "जन॰,फ़र॰,मार्च,अप्रैल,मई,जून,जुल॰,अग॰,सित॰,अक्टू॰,नव॰,दिस॰",
    "रविवार,सोमवार,मंगलवार,बुधवार,गुरुवार,शुक्रवार,शनिवार",
    "रवि,सोम,मंगल,बुध,गुरु,शुक्र,शनि",
    quarters: "ति1,ति2,ति3,ति4")
  static let arabic = DeckLocale.Words(
    "يناير,فبراير,مارس,أبريل,مايو,يونيو,يوليو,أغسطس,سبتمبر,أكتوبر,نوفمبر,ديسمبر",
    "يناير,فبراير,مارس,أبريل,مايو,يونيو,يوليو,أغسطس,سبتمبر,أكتوبر,نوفمبر,ديسمبر",
    "الأحد,الاثنين,الثلاثاء,الأربعاء,الخميس,الجمعة,السبت",
    "الأحد,الاثنين,الثلاثاء,الأربعاء,الخميس,الجمعة,السبت",
    quarters: "الربع الأول,الربع الثاني,الربع الثالث,الربع الرابع")
  static let hebrew = DeckLocale.Words(
    "ינואר,פברואר,מרץ,אפריל,מאי,יוני,יולי,אוגוסט,ספטמבר,אוקטובר,נובמבר,דצמבר",
    "ינו׳,פבר׳,מרץ,אפר׳,מאי,יוני,יולי,אוג׳,ספט׳,אוק׳,נוב׳,דצמ׳",
    "יום ראשון,יום שני,יום שלישי,יום רביעי,יום חמישי,יום שישי,יום שבת",
    "יום א׳,יום ב׳,יום ג׳,יום ד׳,יום ה׳,יום ו׳,שבת")
}
