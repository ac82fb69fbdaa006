import { industryNamed, type Industry } from './industries.ts'

/** The activity of an invented company: the word in its name, and its description in each language. */
export interface Activity {
  readonly sector: Industry['sector']
  readonly industry: Industry
  readonly noun: { readonly en: string; readonly tur: string; readonly cn: string; readonly tw: string }
  readonly does: {
    readonly tur: string
    readonly cn: string
    readonly tw: string
    readonly en: string
    readonly fr: string
  }
}

/** The word in the name is given in English, Spanish, simplified and traditional Chinese. */
export function activity(
  industryName: string,
  nouns: string,
  ...[inEnglish, inSpanish, inFrench, inSimplified, inTraditional]: [string, string, string, string, string]
): Activity {
  const [en = '', tur = '', cn = '', tw = ''] = nouns.split('/')
  const industry = industryNamed(industryName)
  return {
    sector: industry.sector,
    industry,
    noun: { en, tur, cn, tw },
    does: { tur: inSpanish, cn: inSimplified, tw: inTraditional, en: inEnglish, fr: inFrench },
  }
}

export const ACTIVITIES: readonly Activity[] = [
  activity(
    'Semiconductors',
    'Semiconductors/Semiconductores/半导体/半導體',
    'designs low-power chips for cars and household appliances',
    'diseña chips de bajo consumo para coches y electrodomésticos',
    'conçoit des puces à basse consommation pour voitures et électroménager',
    '为汽车和家用电器设计低功耗芯片',
    '為汽車和家用電器設計低功耗晶片',
  ),
  activity(
    'Software',
    'Software/Software/软件/軟體',
    'sells accounting and payroll software to small firms',
    'vende programas de contabilidad y nóminas a pequeñas empresas',
    'vend des logiciels de comptabilité et de paie aux petites entreprises',
    '向小型企业销售会计和薪资软件',
    '向小型企業銷售會計和薪資軟體',
  ),
  activity(
    'IT services',
    'Systems/Sistemas/系统/系統',
    'builds data centres and the storage that stands in them',
    'construye centros de datos y el almacenamiento que alojan',
    'construit des centres de données et leurs systèmes de stockage',
    '建设数据中心及其存储设备',
    '建置資料中心及其儲存設備',
  ),
  activity(
    'Pharmaceuticals',
    'Pharma/Farma/制药/製藥',
    'develops medicines for asthma and other diseases of the lungs',
    'desarrolla medicamentos contra el asma y otras enfermedades del pulmón',
    'développe des médicaments contre l’asthme et d’autres maladies du poumon',
    '研发治疗哮喘等肺部疾病的药物',
    '研發治療氣喘等肺部疾病的藥物',
  ),
  activity(
    'Medical devices',
    'Medical/Médica/医疗/醫療',
    'makes scanners and monitors for hospitals',
    'fabrica escáneres y monitores para hospitales',
    'fabrique des scanners et des moniteurs pour les hôpitaux',
    '为医院生产扫描和监护设备',
    '為醫院生產掃描和監護設備',
  ),
  activity(
    'Clinics and hospitals',
    'Care/Salud/康护/康護',
    'runs clinics for dentistry and physiotherapy',
    'gestiona clínicas dentales y de fisioterapia',
    'exploite des cliniques dentaires et de kinésithérapie',
    '经营牙科和理疗诊所',
    '經營牙科和物理治療診所',
  ),
  activity(
    'Consumer credit',
    'Financial/Financiera/金融/金融',
    'lends to families and small firms',
    'presta dinero a familias y pequeñas empresas',
    'prête aux ménages et aux petites entreprises',
    '向家庭和小型企业提供贷款',
    '向家庭和小型企業提供貸款',
  ),
  activity(
    'Insurance',
    'Insurance/Seguros/保险/保險',
    'insures homes, cars and harvests',
    'asegura viviendas, coches y cosechas',
    'assure les logements, les voitures et les récoltes',
    '承保住宅、汽车和农作物',
    '承保住宅、汽車和農作物',
  ),
  activity(
    'Asset management',
    'Capital/Capital/资本/資本',
    'manages pension and investment funds',
    'gestiona fondos de pensiones y de inversión',
    'gère des fonds de pension et d’investissement',
    '管理养老基金和投资基金',
    '管理退休基金和投資基金',
  ),
  activity(
    'Machinery',
    'Machinery/Maquinaria/机械/機械',
    'makes pumps and compressors for factories',
    'fabrica bombas y compresores para la industria',
    'fabrique des pompes et des compresseurs pour l’industrie',
    '为工厂生产泵和压缩机',
    '為工廠生產泵浦和壓縮機',
  ),
  activity(
    'Logistics',
    'Logistics/Logística/物流/物流',
    'moves parcels and pallets by road and rail',
    'transporta paquetes y palés por carretera y ferrocarril',
    'transporte des colis et des palettes par route et par rail',
    '通过公路和铁路运送包裹和货物',
    '透過公路和鐵路運送包裹和貨物',
  ),
  activity(
    'Construction',
    'Works/Obras/工程/工程',
    'builds bridges, tunnels and railways',
    'construye puentes, túneles y vías férreas',
    'construit des ponts, des tunnels et des voies ferrées',
    '建造桥梁、隧道和铁路',
    '建造橋梁、隧道和鐵路',
  ),
  activity(
    'Shops',
    'Stores/Tiendas/百货/百貨',
    'sells clothing and furniture in its own shops and online',
    'vende ropa y muebles en tiendas propias y por internet',
    'vend des vêtements et des meubles dans ses magasins et en ligne',
    '通过自营门店和网络销售服装和家具',
    '透過自營門市和網路銷售服裝和家具',
  ),
  activity(
    'Vehicles',
    'Motors/Motor/汽车/汽車',
    'builds electric vans for deliveries in towns',
    'fabrica furgonetas eléctricas para el reparto urbano',
    'fabrique des camionnettes électriques pour la livraison en ville',
    '生产用于城市配送的电动货车',
    '生產用於城市配送的電動貨車',
  ),
  activity(
    'Hotels and travel',
    'Hotels/Hoteles/酒店/酒店',
    'runs hotels by the sea and in the mountains',
    'gestiona hoteles de playa y de montaña',
    'exploite des hôtels à la mer et à la montagne',
    '经营海滨和山区酒店',
    '經營海濱和山區飯店',
  ),
  activity(
    'Food',
    'Foods/Alimentación/食品/食品',
    'bakes bread and makes pasta and sauces',
    'elabora pan, pasta y salsas',
    'produit du pain, des pâtes et des sauces',
    '生产面包、意面和酱料',
    '生產麵包、義大利麵和醬料',
  ),
  activity(
    'Supermarkets',
    'Markets/Mercados/超市/超市',
    'runs supermarkets in small and middle-sized towns',
    'gestiona supermercados en ciudades pequeñas y medianas',
    'exploite des supermarchés dans les villes petites et moyennes',
    '在中小城市经营超市',
    '在中小城市經營超市',
  ),
  activity(
    'Oil and gas',
    'Petroleum/Petróleos/石油/石油',
    'extracts and refines oil and natural gas',
    'extrae y refina petróleo y gas natural',
    'extrait et raffine du pétrole et du gaz naturel',
    '开采并提炼石油和天然气',
    '開採並提煉石油和天然氣',
  ),
  activity(
    'Oilfield services',
    'Drilling/Perforaciones/钻探/鑽探',
    'rents out drilling rigs and their crews',
    'alquila equipos de perforación con su personal',
    'loue des appareils de forage avec leurs équipes',
    '出租钻井设备并派遣作业人员',
    '出租鑽井設備並派遣作業人員',
  ),
  activity(
    'Chemicals',
    'Chemicals/Química/化工/化工',
    'makes paints, glues and coatings',
    'fabrica pinturas, colas y recubrimientos',
    'fabrique des peintures, des colles et des revêtements',
    '生产油漆、胶粘剂和涂料',
    '生產油漆、黏著劑和塗料',
  ),
  activity(
    'Steel',
    'Steel/Aceros/钢铁/鋼鐵',
    'melts scrap into steel for building',
    'funde chatarra para hacer acero de construcción',
    'fond de la ferraille pour en faire de l’acier de construction',
    '用废钢冶炼建筑用钢材',
    '用廢鋼冶煉建築用鋼材',
  ),
  activity(
    'Electricity',
    'Power/Energía/电力/電力',
    'generates electricity from wind, sun and water',
    'genera electricidad con viento, sol y agua',
    'produit de l’électricité avec le vent, le soleil et l’eau',
    '利用风能、太阳能和水力发电',
    '利用風能、太陽能和水力發電',
  ),
  activity(
    'Water supply',
    'Water/Aguas/水务/水務',
    'supplies towns with drinking water and cleans their waste water',
    'abastece de agua potable a ciudades y depura sus aguas',
    'alimente des villes en eau potable et épure leurs eaux usées',
    '为城市供应饮用水并处理污水',
    '為城市供應飲用水並處理污水',
  ),
  activity(
    'Offices',
    'Properties/Inmobiliaria/地产/地產',
    'owns offices and warehouses and lets them',
    'posee y alquila oficinas y naves logísticas',
    'possède et loue des bureaux et des entrepôts',
    '持有并出租写字楼和仓库',
    '持有並出租辦公大樓和倉庫',
  ),
  activity(
    'Housing',
    'Homes/Viviendas/置业/置業',
    'builds flats and lets them',
    'construye viviendas y las alquila',
    'construit des logements et les loue',
    '建造并出租住宅',
    '建造並出租住宅',
  ),
  activity(
    'Telecommunications',
    'Networks/Redes/网络/網路',
    'lays fibre and runs a mobile network',
    'tiende fibra óptica y opera una red móvil',
    'déploie la fibre optique et exploite un réseau mobile',
    '铺设光纤并经营移动网络',
    '鋪設光纖並經營行動網路',
  ),
  activity(
    'Film and television',
    'Media/Medios/传媒/傳媒',
    'produces series and sells them to television channels',
    'produce series y las vende a cadenas de televisión',
    'produit des séries et les vend aux chaînes de télévision',
    '制作剧集并出售给电视台',
    '製作影集並出售給電視台',
  ),
]
