/** The public word lists for the names of invented companies: Latin, simplified, traditional. */
export type Word = readonly [latin: string, cn: string, tw: string]

export const wordsIn = (text: string): readonly Word[] =>
  text
    .trim()
    .split(/\s+/)
    .map((entry) => {
      const [latin = '', cn = '', tw = cn] = entry.split('/')
      return [latin, cn, tw] as const
    })

/** First and second halves of the names of companies listed in the United States: Calder + wick, 卡德 + 威克. */
export const AMERICAN_HEADS = wordsIn(`
  Avel/艾维/艾維 Bram/布兰/布蘭 Calder/卡德 Corvin/科文 Delm/德尔姆/德爾姆 Drey/德雷 Ferran/费兰/費蘭 Galen/加伦/加倫
  Hesper/赫斯珀 Ister/伊斯特 Jorvan/乔万/喬萬 Kelm/凯姆/凱姆 Lumer/卢默/盧默 Maren/马伦/馬倫 Norvel/诺维/諾維 Ondar/昂达/昂達
  Perrin/佩林 Quill/奎尔/奎爾 Rovan/罗万/羅萬 Selk/赛克/賽克 Tarn/塔恩 Ulver/乌弗/烏弗 Verin/维林/維林 Wex/韦斯/韋斯
  Yarrow/雅罗/雅羅 Zephir/泽菲/澤菲 Orlan/奥兰/奧蘭 Tesk/泰斯/泰斯 Brevan/布雷万/布雷萬 Cinder/辛德 Dorval/多瓦 Estav/埃塔
  Fenwar/芬沃 Gild/吉德 Hadr/哈德 Ivor/艾沃 Kestr/凯斯/凱斯 Lox/洛克斯 Mirav/米拉 Nimb/宁博/寧博 Pell/佩尔/佩爾 Rusk/鲁斯/魯斯
  Sorrel/索雷 Thal/塔尔/塔爾 Vanth/凡特 Wend/温德/溫德 Arbor/阿博 Cress/克瑞`)

export const AMERICAN_TAILS = wordsIn(`
  more/莫尔/莫爾 wick/威克 ford/福德 holm/霍姆 mont/蒙特 dale/代尔/代爾 port/波特 stead/斯台德/斯台德 gate/盖特/蓋特 field/菲德
  crest/克雷 haven/海文 ton/顿/頓 by/比 lund/伦德/倫德 mark/马克/馬克 stone/斯通 mere/米尔/米爾 well/韦尔/韋爾 ridge/里奇
  wyn/温/溫 ora/奥拉/奧拉 ane/安 ium/优/優 ix/克斯 elle/埃尔/埃爾`)

/** The same for companies listed in Madrid: Valde + mora, 瓦德 + 莫拉. */
export const SPANISH_HEADS = wordsIn(`
  Valde/瓦德 Monta/蒙塔 Riba/里瓦/里瓦 Serra/塞拉 Alco/阿尔科/阿爾科 Torre/托雷 Campo/坎波 Nava/纳瓦/納瓦 Villa/比利亚/比利亞
  Arque/阿尔克/阿爾克 Brisa/布里萨/布里薩 Olma/奥尔玛/奧爾瑪 Alme/阿尔梅/阿爾梅 Cabre/卡布雷 Lagu/拉古 Encina/恩西纳/恩西納
  Peral/佩拉尔/佩拉爾 Herre/埃雷 Zarza/萨尔萨/薩爾薩 Quinta/金塔`)

export const SPANISH_TAILS = wordsIn(`
  mora/莫拉 rosa/罗萨/羅薩 luz/卢斯/盧斯 mar/马尔/馬爾 flor/弗洛尔/弗洛爾 verde/贝尔德/貝爾德 llana/亚纳/亞納 nieva/涅瓦
  dora/多拉 tera/特拉 vega/维加/維加 bela/贝拉/貝拉 ria/里亚/里亞 zal/萨尔/薩爾 rena/雷纳/雷納 lia/利亚/利亞`)

/** A city, as each language writes it. */
export interface City {
  readonly tur: string
  readonly cn: string
  readonly tw: string
  readonly en: string
  readonly fr: string
}

const city = (en: string, tur: string, fr: string, cn: string, tw: string): City => ({ tur, cn, tw, en, fr })

export const AMERICAN_CITIES: readonly City[] = [
  city('Boston', 'Boston', 'Boston', '波士顿', '波士頓'),
  city('Denver', 'Denver', 'Denver', '丹佛', '丹佛'),
  city('Seattle', 'Seattle', 'Seattle', '西雅图', '西雅圖'),
  city('Atlanta', 'Atlanta', 'Atlanta', '亚特兰大', '亞特蘭大'),
  city('Chicago', 'Chicago', 'Chicago', '芝加哥', '芝加哥'),
  city('Philadelphia', 'Filadelfia', 'Philadelphie', '费城', '費城'),
  city('Minneapolis', 'Mineápolis', 'Minneapolis', '明尼阿波利斯', '明尼亞波利斯'),
  city('Houston', 'Houston', 'Houston', '休斯敦', '休士頓'),
  city('San Diego', 'San Diego', 'San Diego', '圣迭戈', '聖地牙哥'),
  city('Pittsburgh', 'Pittsburgh', 'Pittsburgh', '匹兹堡', '匹茲堡'),
  city('Nashville', 'Nashville', 'Nashville', '纳什维尔', '納許維爾'),
  city('Portland', 'Portland', 'Portland', '波特兰', '波特蘭'),
  city('Austin', 'Austin', 'Austin', '奥斯汀', '奧斯汀'),
  city('Dallas', 'Dallas', 'Dallas', '达拉斯', '達拉斯'),
  city('Phoenix', 'Phoenix', 'Phoenix', '凤凰城', '鳳凰城'),
  city('Charlotte', 'Charlotte', 'Charlotte', '夏洛特', '夏洛特'),
  city('Columbus', 'Columbus', 'Columbus', '哥伦布', '哥倫布'),
  city('Milwaukee', 'Milwaukee', 'Milwaukee', '密尔沃基', '密爾瓦基'),
  city('Kansas City', 'Kansas City', 'Kansas City', '堪萨斯城', '堪薩斯城'),
  city('New Orleans', 'Nueva Orleans', 'La Nouvelle-Orléans', '新奥尔良', '紐奧良'),
  city('Salt Lake City', 'Salt Lake City', 'Salt Lake City', '盐湖城', '鹽湖城'),
  city('Tampa', 'Tampa', 'Tampa', '坦帕', '坦帕'),
  city('Cleveland', 'Cleveland', 'Cleveland', '克利夫兰', '克里夫蘭'),
  city('San Francisco', 'San Francisco', 'San Francisco', '旧金山', '舊金山'),
]

export const SPANISH_CITIES: readonly City[] = [
  city('Madrid', 'Madrid', 'Madrid', '马德里', '馬德里'),
  city('Barcelona', 'Barcelona', 'Barcelone', '巴塞罗那', '巴塞隆納'),
  city('Valencia', 'Valencia', 'Valence', '巴伦西亚', '瓦倫西亞'),
  city('Seville', 'Sevilla', 'Séville', '塞维利亚', '塞維利亞'),
  city('Bilbao', 'Bilbao', 'Bilbao', '毕尔巴鄂', '畢爾包'),
  city('Zaragoza', 'Zaragoza', 'Saragosse', '萨拉戈萨', '薩拉戈薩'),
  city('Vigo', 'Vigo', 'Vigo', '维戈', '維戈'),
  city('Málaga', 'Málaga', 'Malaga', '马拉加', '馬拉加'),
  city('Valladolid', 'Valladolid', 'Valladolid', '巴利亚多利德', '瓦雅多利德'),
  city('Murcia', 'Murcia', 'Murcie', '穆尔西亚', '莫夕亞'),
]

/** A company's sales region, in the form each language's sentence needs: in French with its preposition. */
export const SALES_REGIONS: readonly City[] = [
  city('North America', 'América del Norte', 'en Amérique du Nord', '北美', '北美'),
  city('Latin America', 'América Latina', 'en Amérique latine', '拉丁美洲', '拉丁美洲'),
  city('southern Europe', 'el sur de Europa', 'en Europe du Sud', '南欧', '南歐'),
  city('northern Europe', 'el norte de Europa', 'en Europe du Nord', '北欧', '北歐'),
  city('East Asia', 'Asia oriental', 'en Asie de l’Est', '东亚', '東亞'),
  city('its own region', 'su propia región', 'dans sa région', '本地', '本地'),
  city('its home market', 'su mercado nacional', 'sur son marché national', '本国', '本國'),
]

/** Well-known tickers of real companies, funds and indices: no invented company gets one. */
export const KNOWN_TICKERS: ReadonlySet<string> = new Set(
  `AA AAL AAPL ABBV ABNB ABT ACN ADBE ADI ADM ADP ADSK AEP AFL AIG ALL AMAT AMC AMD AMGN AMT AMZN AON APA APD ARM ASML
  AVGO AXP AZO BA BABA BAC BAX BBY BDX BEN BIIB BK BKNG BLK BMY BP BRK BSX BX CAG CAH CARR CAT CB CCL CF CHTR CI CL CLX
  CMCSA CME CMG CMI COF COIN COP COST CPB CRM CRWD CSCO CSX CTAS CVS CVX DAL DD DDOG DE DELL DG DHI DHR DIA DIS DLTR DOW
  DUK DVN EA EBAY ECL ED EL EMR EOG EQIX ETN ETSY EW EXC F FAST FCX FDX FIS FSLR FTNT GD GE GILD GIS GLD GLW GM GME GOLD
  GOOG GOOGL GPS GS HAL HAS HD HES HLT HON HOOD HPE HPQ HSY HUM IBM ICE INTC INTU ISRG IT ITW IWM JCI JNJ JPM K KEY KHC
  KKR KLAC KMB KMI KO KR LEN LIN LLY LMT LOW LRCX LULU LUV LVS LYFT MA MAR MAS MAT MCD MCHP MCK MCO MDLZ MDT MET META MGM
  MMC MMM MNST MO MOS MPC MRK MRNA MRVL MS MSCI MSFT MSI MSTR MU NDAQ NEE NEM NET NFLX NI NKE NOC NOW NSC NTAP NUE NVDA
  NVR NWL OKE OKTA OMC ORCL ORLY OXY PANW PAYX PCAR PEG PEP PFE PG PGR PH PINS PLD PLTR PM PNC PPG PSX PVH PYPL QCOM QQQ
  RCL REGN RF RIVN RL ROKU ROST RTX SBUX SCHW SHW SLB SNAP SNOW SO SPG SPGI SPOT SPY SQ SRE STT SYK SYY T TAP TEL TER TFC
  TGT TJX TMO TMUS TRV TSLA TSM TSN TXN UAL UBER ULTA UNH UNP UPS URI USB V VLO VMC VTI VZ WBA WDAY WDC WEC WELL WFC WHR WM
  WMB WMT WY WYNN X XEL XOM YUM ZM ZTS ACS ACX AENA ANA ANE BBVA BKT CABK CLNX COL ELE ENG FDR FER GRF IAG IBE IDR ITX LOG
  MAP MEL MRL MTS NTGY PUIG RED REP ROVI SAB SAN SCYR SLR SPX TEF TRE UNI VIS VOO NDX DJI IBEX LUS LM35 MARK MERE FORD
  ASS FUK SEX TIT KKK NAZI SS DIE GAY FAG CUM PIS`
    .trim()
    .split(/\s+/),
)
