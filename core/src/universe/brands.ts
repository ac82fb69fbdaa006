import { wordsIn } from './words.ts'

/**
 * Parts of the names of the companies beyond the first ones: Latin, simplified, traditional Chinese. No two entries of
 * lists that are combined share their Chinese, so that two names differ in every language.
 */

/** First words of names of two words: Silver + Heron, 银 + 鹭. */
export const ADJECTIVES = wordsIn(`
  Silver/银/銀 Golden/金 Copper/铜/銅 Scarlet/绯/緋 Blue/蓝/藍 Green/绿/綠 White/白 Amber/珀 Azure/碧 Violet/紫 Bright/明
  Clear/清 Quiet/静/靜 Swift/迅 High/高 Far/远/遠 Broad/宽/寬 Deep/深 Northern/北 Southern/南 Eastern/东/東 Western/西
  Bold/勇 Wise/智 Gentle/和 Lucky/福 Grand/宏 Ancient/古 Morning/晨 Summer/夏 Autumn/秋 Winter/冬 Jade/翠 Sunny/晴
  Misty/雾/霧 Rising/升 Open/旷/曠 Proud/傲 Steady/稳/穩 Sturdy/坚/堅`)

/** Second words of names of two words. */
export const NOUNS = wordsIn(`
  Heron/鹭/鷺 Falcon/隼 Eagle/鹰/鷹 Swan/鹄/鵠 Crane/鹤/鶴 Swallow/燕 Lark/雀 Fox/狐 Bear/熊 Lion/狮/獅 Otter/獭/獺 Stag/鹿
  Steed/骏/駿 Whale/鲸/鯨 Salmon/鲑/鮭 Harbor/港 Bay/湾/灣 Shore/岸 Coast/滨/濱 Island/岛/島 River/河 Lake/湖 Brook/溪
  Spring/泉 Mountain/山 Hill/丘 Ridge/岭/嶺 Peak/峰 Cliff/崖 Canyon/峡/峽 Valley/谷 Meadow/原 Field/野 Forest/林 Oak/橡
  Pine/松 Cedar/杉 Maple/枫/楓 Willow/柳 Birch/桦/樺 Laurel/桂 Rose/玫 Lotus/莲/蓮 Orchid/兰/蘭 Bridge/桥/橋 Gate/门/門
  Tower/塔 Castle/堡 Garden/园/園 Mill/坊 Bell/钟/鐘 Lantern/灯/燈 Anchor/锚/錨 Sail/帆 Arrow/矢 Shield/盾 Crown/冠
  Star/星 Moon/月 Cloud/云/雲 Wing/翼 Feather/羽 Leaf/叶/葉 Stone/石 Rock/岩 Wheel/轮/輪 Road/途 Well/井
  Beacon/炬 Tide/潮 Wave/澜/瀾 Kite/鸢/鳶 Dove/鸽/鴿 Pony/驹/駒 Trout/鳟/鱒 Bee/蜂 Elk/麋 Ship/舟 Harp/琴 Drum/鼓 Pebble/砾/礫 Dune/沙
  Glacier/川 Terrace/台 Pavilion/亭 Vine/藤 Wheat/穗 Reef/礁`)

/** First halves of names of one word: Oak + bridge, 橡 + 桥. */
export const NATURE = wordsIn(`
  Oak/橡 Pine/松 Cedar/杉 Maple/枫/楓 Birch/桦/樺 Elm/榆 Hazel/榛 Willow/柳 Rose/玫 Fern/蕨 Heather/楠 Stone/石 Rock/岩
  Flint/燧 Iron/铁/鐵 Marsh/泽/澤 Brook/溪 Lake/湖 River/江 Spring/泉 Star/星 Moon/月 Snow/雪 Frost/霜 Thunder/雷 Rain/雨
  Wind/风/風 Cloud/云/雲 Sea/海 Falcon/隼 Swan/鹄/鵠 Fox/狐 Stag/鹿 Otter/獭/獺 Barley/麦/麥 Clover/苜 Thorn/棘 Apple/苹/蘋
  Plum/梅 Cherry/樱/櫻 Raven/玄 Coral/珊 Pearl/珠 Saffron/藏红/藏紅 Juniper/桧/檜 Linden/椴 Alder/桤/榿 Rowan/楸`)

/** Second halves of names of one word. */
export const PLACES = wordsIn(`
  bridge/桥/橋 field/野 ford/渡 gate/门/門 wood/林 brook/溪 hill/丘 dale/谷 crest/顶/頂 haven/港 mill/坊 port/埠 shore/岸
  stead/庄/莊 stone/石 ton/镇/鎮 view/景 way/途 well/井 wick/村 wall/垣 ward/卫/衛 land/原 mark/标/標 mere/泊 bury/堡
  hurst/坡 croft/圃 cote/庐/廬 strand/滩/灘`)

/** More first halves of coined names, for the tails of the first ones. */
export const COINED = wordsIn(`
  Abren/阿布伦/阿布倫 Alder/奥尔德/奧爾德 Antel/安特 Ardal/阿达/阿達 Axon/阿克松/阿克松 Balst/巴尔斯/巴爾斯 Barrel/巴雷 Belvar/贝尔瓦/貝爾瓦
  Bexley/贝克斯/貝克斯 Borel/博雷 Caden/凯登/凱登 Cambr/坎布 Carrow/卡罗/卡羅 Casp/卡斯普 Celest/塞莱/塞萊 Chalk/查克 Cobal/科巴
  Crestel/克雷斯 Dalv/达尔夫/達爾夫 Dart/达特/達特 Delor/德洛 Dover/多弗 Dunsel/邓塞/鄧塞 Ebber/埃伯 Edran/埃德兰/埃德蘭 Elsin/埃尔辛/埃爾辛
  Emmer/埃默 Endal/恩达/恩達 Ester/埃斯特 Falk/福尔克/福爾克 Farrow/法罗/法羅 Felder/费尔德/費爾德 Finch/芬奇 Fulmer/富尔默/富爾默
  Gannet/甘尼特 Garron/加龙/加龍 Gelder/格尔德/格爾德 Glav/格拉夫 Gorsel/戈塞 Grafton/格拉夫顿/格拉夫頓 Halden/哈尔登/哈爾登 Harrow/哈罗/哈羅
  Havel/哈维尔/哈維爾 Helm/赫尔姆/赫爾姆 Hollen/霍伦/霍倫 Huxel/赫克塞 Idris/伊德里 Ingle/英格尔/英格爾 Jasp/贾斯普/賈斯普 Jessel/杰塞/傑塞
  Kaldor/卡尔多/卡爾多 Kember/肯伯 Kip/基普 Kolber/科尔伯/科爾伯 Laven/拉文 Lenn/伦恩/倫恩 Lindal/林达/林達 Lorim/洛林 Lyster/莱斯特/萊斯特
  Marvel/马弗/馬弗 Meld/梅尔德/梅爾德 Merrit/梅里特 Monter/蒙特尔/蒙特爾 Nesbit/内斯比/內斯比 Newel/纽厄/紐厄 Norl/诺尔/諾爾 Oben/奥本/奧本
  Orvel/奥维/奧維 Osmer/奥斯默/奧斯默 Pascal/帕斯卡 Pemb/彭布 Pinner/平纳/平納 Prest/普雷斯 Quent/昆特 Radn/拉德 Rensel/伦塞/倫塞
  Ridal/里达/里達 Rosk/罗斯克/羅斯克 Saber/塞伯 Sandel/桑德 Selb/塞尔布/塞爾布 Sherin/谢林/謝林 Silv/西尔夫/西爾夫 Skel/斯凯/斯凱 Soler/索勒
  Stav/斯塔夫 Strath/斯特拉 Talber/塔尔伯/塔爾伯 Tavist/塔维斯/塔維斯 Thorn/索恩 Tolver/托弗 Trent/特伦特/特倫特 Umber/翁伯 Uxel/尤克塞
  Valk/瓦尔克/瓦爾克 Varn/瓦恩 Vesper/韦斯珀/韋斯珀 Vintel/文特 Volt/沃特 Wald/瓦尔德/瓦爾德 Warren/沃伦/沃倫 Wexel/韦克塞/韋克塞
  Whit/惠特 Wilder/怀尔德/懷爾德 Yelder/耶尔德/耶爾德 Zander/赞德/贊德 Zelk/泽尔克/澤爾克`)

/** Surnames, for the companies of founders: Pemberton, Hale & Pemberton. */
export const SURNAMES = wordsIn(`
  Abernathy/阿伯内西/阿伯內西 Aldridge/奥尔德里奇/奧爾德里奇 Ashworth/阿什沃思 Atherton/阿瑟顿/阿瑟頓 Babington/巴宾顿/巴賓頓
  Bancroft/班克罗夫特/班克羅夫特 Barlow/巴洛 Beckett/贝克特/貝克特 Bellamy/贝拉米/貝拉米 Bingley/宾利/賓利 Blythe/布莱思/布萊思
  Bramwell/布拉姆韦尔/布拉姆韋爾 Brewster/布鲁斯特/布魯斯特 Callender/卡伦德/卡倫德 Carmody/卡莫迪 Caxton/卡克斯顿/卡克斯頓
  Chatwin/查特温/查特溫 Claypool/克莱普尔/克萊普爾 Colville/科尔维尔/科爾維爾 Cotterill/科特里尔/科特里爾 Crowther/克劳瑟/克勞瑟
  Dalrymple/达尔林普尔/達爾林普爾 Danvers/丹弗斯 Denholm/德诺姆/德諾姆 Drummond/德拉蒙德 Dunstan/邓斯坦/鄧斯坦 Eastwick/伊斯特威克
  Ellery/埃勒里 Fairfax/费尔法克斯/費爾法克斯 Farnham/法纳姆/法納姆 Fenwick/芬威克 Fielding/菲尔丁/菲爾丁 Finlay/芬利
  Foxworth/福克斯沃思 Gainsford/盖恩斯福德/蓋恩斯福德 Garside/加赛德/加賽德 Gladwin/格拉德温/格拉德溫 Godfrey/戈弗雷
  Gresham/格雷沙姆 Hadley/哈德利 Halloran/哈洛伦/哈洛倫 Hargrave/哈格雷夫 Hartwell/哈特韦尔/哈特韋爾 Hathaway/海瑟薇
  Haverford/哈弗福德 Holbrook/霍尔布鲁克/霍爾布魯克 Hollister/霍利斯特 Huxley/赫胥黎 Inskip/因斯基普 Jardine/贾丁/賈丁
  Kendrick/肯德里克 Kingsley/金斯利 Kirkby/柯克比 Lambert/兰伯特/蘭伯特 Lansbury/兰斯伯里/蘭斯伯里 Latimer/拉蒂默
  Leighton/雷顿/雷頓 Lindqvist/林德奎斯特 Lockhart/洛克哈特 Ludlow/勒德洛 Mallory/马洛里/馬洛里 Marchbank/马奇班克/馬奇班克
  Mayhew/梅休 Merriman/梅里曼 Middleton/米德尔顿/米德爾頓 Montrose/蒙特罗斯/蒙特羅斯 Mosley/莫斯利 Nettleton/内特尔顿/內特爾頓
  Norcross/诺克罗斯/諾克羅斯 Oakley/奥克利/奧克利 Ogilvy/奥格尔维/奧格爾維 Osgood/奥斯古德/奧斯古德 Paddock/帕多克
  Pelham/佩勒姆 Pemberton/彭伯顿/彭伯頓 Penrose/彭罗斯/彭羅斯 Pettigrew/佩蒂格鲁/佩蒂格魯 Pickering/皮克林
  Prescott/普雷斯科特 Quimby/昆比 Radcliffe/拉德克利夫 Ramsay/拉姆齐/拉姆齊 Redgrave/雷德格雷夫 Renfrew/伦弗鲁/倫弗魯
  Ridley/里德利 Rockwood/罗克伍德/羅克伍德 Rutherford/卢瑟福/盧瑟福 Sackville/萨克维尔/薩克維爾 Sandford/桑福德
  Seabury/西伯里 Sedgwick/塞奇威克 Selwyn/塞尔温/塞爾溫 Shelby/谢尔比/謝爾比 Sinclair/辛克莱/辛克萊 Somerset/萨默塞特/薩默塞特
  Spalding/斯波尔丁/斯波爾丁 Stanhope/斯坦霍普 Stockton/斯托克顿/斯托克頓 Sumner/萨姆纳/薩姆納 Tarleton/塔尔顿/塔爾頓
  Thackeray/萨克雷/薩克雷 Thornbury/索恩伯里 Tilden/蒂尔登/蒂爾登 Townsend/汤森/湯森 Tremaine/特里梅因 Underhill/昂德希尔/昂德希爾
  Vandermeer/范德梅尔/范德梅爾 Wainwright/温赖特/溫賴特 Wakefield/韦克菲尔德/韋克菲爾德 Walpole/沃波尔/沃波爾
  Wardlaw/沃德洛 Wentworth/温特沃斯/溫特沃斯 Westcott/韦斯科特/韋斯科特 Whitaker/惠特克 Wilmot/威尔莫特/威爾莫特
  Winslow/温斯洛/溫斯洛 Woolsey/伍尔西/伍爾西 Wyndham/温德姆/溫德姆 Yardley/亚德利/亞德利`)

/** More first halves of the names of companies listed in Madrid. */
export const MORE_SPANISH = wordsIn(`
  Alba/阿尔瓦/阿爾瓦 Almen/阿尔门/阿爾門 Arrie/阿列 Barran/巴兰/巴蘭 Berro/贝罗/貝羅 Cala/卡拉 Canta/坎塔 Carrasca/卡拉斯卡 Casta/卡斯塔
  Cerra/塞拉多 Cuen/昆恩 Duran/杜兰/杜蘭 Espi/埃斯皮 Fonta/丰塔/豐塔 Fresne/弗雷斯内/弗雷斯內 Garza/加尔萨/加爾薩 Gala/加拉
  Hiru/伊鲁/伊魯 Jara/哈拉 Loma/洛马/洛馬 Llano/利亚诺/利亞諾 Mance/曼塞 Medi/梅迪 Mira/米拉 Ojeda/奥赫达/奧赫達 Oli/奥利/奧利
  Peña/佩尼亚/佩尼亞 Pina/皮纳/皮納 Robre/罗布雷/羅布雷 Rueda/鲁埃达/魯埃達 Sala/萨拉/薩拉 Sotillo/索蒂略 Talla/塔利亚/塔利亞
  Tormo/托尔莫/托爾莫 Urba/乌尔瓦/烏爾瓦 Vela/贝拉斯/貝拉斯 Vilar/比拉尔/比拉爾 Yebra/耶夫拉 Zara/萨拉戈/薩拉戈 Zurba/苏尔瓦/蘇爾瓦`)

const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s*,\s*/))

/** Real companies, brands and well-known places whose names the lists above would produce, in Latin and in Chinese. */
export const REAL_NAMES = list(`
  oakland, oaktree, oakley, cedarbrook, maplewood, westlake, stonebridge, stonegate, ironwood, ironbridge, rockford, rockwood, rockland,
  rockport, rockwell, riverside, riverview, brookfield, lakeland, lakeview, starwood, stargate, starfield, seagate, seaport, seaway,
  seabridge, seaworld, seaboard, windward, foxconn, foxwood, cloudmark, springfield, springwell, springview, snowfield, appleton, plumwood, pearlstone,
  marshland, marshfield, moonstone, thundermark, birchwood, pinewood, pinecrest, rosewood, roseland, heatherwood, fernwood, hazelwood,
  lakeport, lakewood, lakeshore, landmark, rainmark, stonemark, cherrywood, cherryhill, elmwood, redwood, wakefield, maplestone, starmark, rainwall, snowmark,
  eagle rock, silver lake, golden gate, golden star, blue star, blue rock, blue moon, blue lake, blue stone, blue bird, green bridge,
  green mountain, green field, green leaf, white mountain, white rock, white swan, white castle, red rock, golden eagle, golden lion,
  golden bear, golden crown, golden rock, golden spring, silver crown, silver star, silver spring, silver stone, silver fox, blue whale, blue ridge, blue cloud,
  bright star, bright mountain, clear lake, clear spring, clear cloud, high mountain, high peak, deep field, deep well, deep rock, northern star,
  northern lion, southern star, southern coast, eastern mountain, western mountain, western star, lucky star, grand canyon, rising star, morning star,
  winter park, sunny island, scarlet rose, violet rose, bold eagle, green oak, white oak, white pine, white stone, white river, green river, green bay, green island, green hill,
  golden fox, golden wheel, golden oak, golden road, grand river, open road, far point, gold field, copper mountain, amber road, amber cloud, deep lake, broad river, broad stone,
  pascalmark, graftonton, dartford, doverport, wexford, marvelton, marvelstone, voltport, trentwell, finchwick, whitby, whitford, whitmore, whitstone, whitehaven, waldmark, waldport,
  stratford, strathmere, strathmore, warrenton, warrenfield, harrowby, harrowgate, haldenby, dartmark, whitwell, falkstone, chalkstone, helmstone, helmholm, kipton, kiphaven, voltmark, voltora, voltane, jaspora, celestora, celestix, celestium, cobalix, axonix,
  银鹭, 银河, 银泉, 银桥, 银湖, 银星, 银狐, 银杉, 金山, 金鹰, 金星, 金港, 金湾, 金桥, 金门, 金狮, 金轮, 金叶, 金冠, 金月, 金石, 金钟, 金塔, 金谷, 金桂, 金泉, 金帆, 金盾,
  蓝月, 蓝星, 蓝帆, 蓝盾, 蓝山, 蓝岸, 蓝石, 绿叶, 绿园, 绿野, 白云, 白山, 白鹤, 白鹿, 白石, 碧桂, 碧园, 碧水, 紫山, 紫星, 紫云, 明月, 明星, 明园, 清泉, 清河, 静山, 高山, 高原, 高峰, 远山, 远途, 宽途, 深湾,
  北河, 北山, 北湖, 北门, 北星, 北岸, 北野, 北原, 南山, 南湖, 南港, 南门, 南岸, 南塔, 南星, 东山, 东湖, 东湾, 东港, 东岸, 东星, 东门, 东风, 西山, 西湖, 西门, 西野, 西云,
  和谷, 福星, 福山, 福田, 福园, 宏桥, 宏石, 古井, 古泉, 古塔, 古田, 晨星, 晨光, 秋林, 夏山, 智云, 智谷, 升途, 石林, 石泉, 石门, 石景, 铁岭, 铁门, 铁林, 江门, 江苏, 泉港, 星石, 月溪, 月坊, 雪野, 海门, 海景, 海港, 海石, 海林, 云谷, 云林, 云溪, 云景, 江景, 湖景, 风神, 云顶, 柳林, 松江, 松原, 松溪, 桦林, 榆林, 鹿港, 鹿原, 珠江, 珠海, 樱桃, 枫林, 枫桥, 枫溪, 红旗, 雷石, 雷顶, 雨林, 雨石, 江原, 江岸, 江桥, 海岸, 海原, 海桥, 海滩, 海庄, 湖滩, 金滩, 石庄, 石村, 石桥,
  银川, 铜川, 北川, 东川, 南川, 西川, 金川, 高台, 东台, 金台, 金沙, 南沙, 西沙, 东沙, 皇冠, 清华, 东亭, 碧潮, 金穗, 银穗, 翠湖, 翠园, 翠谷, 和林, 和田, 明台, 白沙, 早晨`)
