import type { Language } from '../base/language.ts'
import type { Sector } from '../market/instruments.ts'

/** An industry within a sector, in each language. */
export interface Industry {
  readonly sector: Exclude<Sector, 'none'>
  readonly words: Readonly<Record<Language, string>>
}

/** One industry per row: English, Spanish, French, simplified and traditional Chinese. */
const rows = (sector: Industry['sector'], text: string): readonly Industry[] =>
  text
    .trim()
    .split('\n')
    .map((row) => {
      const [en = '', tur = '', fr = '', cn = '', tw = cn] = row.trim().split('/')
      return { sector, words: { tur, cn, tw, en, fr } }
    })

export const INDUSTRIES: readonly Industry[] = [
  ...rows(
    'technology',
    `Semiconductors/Semiconductores/Semi-conducteurs/半导体/半導體
    Software/Programas informáticos/Logiciels/软件/軟體
    IT services/Servicios informáticos/Services informatiques/信息技术服务/資訊科技服務
    Computers and networks/Ordenadores y redes/Ordinateurs et réseaux/计算机与网络设备/電腦與網路設備
    Electronic components/Componentes electrónicos/Composants électroniques/电子元件/電子元件
    Cybersecurity/Ciberseguridad/Cybersécurité/网络安全/資訊安全`,
  ),
  ...rows(
    'health',
    `Pharmaceuticals/Industria farmacéutica/Industrie pharmaceutique/制药/製藥
    Biotechnology/Biotecnología/Biotechnologie/生物技术/生物科技
    Medical devices/Productos sanitarios/Dispositifs médicaux/医疗器械/醫療器材
    Clinics and hospitals/Clínicas y hospitales/Cliniques et hôpitaux/医院与诊所/醫院與診所
    Diagnostics/Diagnóstico/Diagnostic médical/医学诊断/醫學診斷`,
  ),
  ...rows(
    'finance',
    `Banks/Banca/Banques/银行/銀行
    Insurance/Seguros/Assurances/保险/保險
    Asset management/Gestión de activos/Gestion d’actifs/资产管理/資產管理
    Consumer credit/Crédito al consumo/Crédit à la consommation/消费信贷/消費信貸
    Payments/Medios de pago/Paiements/支付服务/支付服務`,
  ),
  ...rows(
    'industry',
    `Machinery/Maquinaria/Machines industrielles/机械设备/機械設備
    Logistics/Logística/Logistique/物流/物流
    Construction/Construcción/Construction/建筑工程/建築工程
    Aerospace/Industria aeroespacial/Aérospatiale/航空航天/航太
    Electrical equipment/Material eléctrico/Équipements électriques/电气设备/電機設備
    Shipping/Transporte marítimo/Transport maritime/航运/航運
    Environmental services/Servicios medioambientales/Services environnementaux/环保服务/環保服務
    Business services/Servicios a empresas/Services aux entreprises/商业服务/商業服務`,
  ),
  ...rows(
    'consumer',
    `Clothing and footwear/Ropa y calzado/Habillement et chaussures/服装鞋履/服飾鞋類
    Vehicles/Vehículos/Véhicules/汽车/汽車
    Hotels and travel/Hoteles y viajes/Hôtels et voyages/酒店与旅游/飯店與旅遊
    Restaurants/Restauración/Restauration/餐饮/餐飲
    Shops/Comercio minorista/Commerce de détail/零售/零售
    Furniture and home/Muebles y hogar/Meubles et maison/家居/居家用品
    Leisure goods/Artículos de ocio/Articles de loisirs/休闲用品/休閒用品
    Education/Enseñanza/Enseignement/教育/教育`,
  ),
  ...rows(
    'staples',
    `Food/Alimentación/Alimentation/食品/食品
    Supermarkets/Supermercados/Supermarchés/超市/超市
    Drinks/Bebidas/Boissons/饮料/飲料
    Household goods/Productos para el hogar/Produits ménagers/日用品/日用品
    Farming/Agricultura/Agriculture/农业/農業`,
  ),
  ...rows(
    'energy',
    `Oil and gas/Petróleo y gas/Pétrole et gaz/石油天然气/石油與天然氣
    Oilfield services/Servicios petroleros/Services pétroliers/油田服务/油田服務
    Pipelines and storage/Oleoductos y almacenamiento/Oléoducs et stockage/管道与储运/管線與儲運
    Refining/Refino/Raffinage/炼油/煉油`,
  ),
  ...rows(
    'materials',
    `Chemicals/Química/Chimie/化工/化工
    Steel/Siderurgia/Sidérurgie/钢铁/鋼鐵
    Mining/Minería/Mines/采矿/採礦
    Paper and packaging/Papel y envases/Papier et emballages/造纸与包装/造紙與包裝
    Building materials/Materiales de construcción/Matériaux de construction/建材/建材`,
  ),
  ...rows(
    'utilities',
    `Electricity/Electricidad/Électricité/电力/電力
    Water supply/Suministro de agua/Distribution d’eau/供水/供水
    Gas supply/Distribución de gas/Distribution de gaz/燃气/燃氣
    Renewable energy/Energías renovables/Énergies renouvelables/可再生能源/再生能源`,
  ),
  ...rows(
    'property',
    `Offices/Oficinas/Bureaux/办公地产/辦公地產
    Housing/Vivienda/Logement/住宅地产/住宅地產
    Warehouses/Naves logísticas/Entrepôts/物流地产/物流地產
    Shopping centres/Centros comerciales/Centres commerciaux/商业地产/商用地產`,
  ),
  ...rows(
    'communication',
    `Telecommunications/Telecomunicaciones/Télécommunications/电信/電信
    Film and television/Cine y televisión/Cinéma et télévision/影视/影視
    Publishing/Edición/Édition/出版/出版
    Video games/Videojuegos/Jeux vidéo/电子游戏/電玩遊戲
    Advertising/Publicidad/Publicité/广告/廣告`,
  ),
]

const byName = new Map(INDUSTRIES.map((industry) => [industry.words.en, industry]))

/** An industry by its English name. */
export function industryNamed(name: string): Industry {
  const industry = byName.get(name)
  if (!industry) throw new Error(`no industry is called ${name}`)
  return industry
}
