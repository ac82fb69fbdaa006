import { activity, type Activity } from './activities.ts'

/**
 * Activities for the companies beyond the first ones, one per row: industry; words of the name in English, Spanish,
 * simplified and traditional Chinese; description in English, Spanish, French, simplified and traditional Chinese.
 */
const rows = (text: string): readonly Activity[] =>
  text
    .trim()
    .split('\n')
    .map((row) => {
      const [industry = '', nouns = '', en = '', tur = '', fr = '', cn = '', tw = ''] = row.trim().split('|')
      return activity(industry, nouns, en, tur, fr, cn, tw)
    })

export const MORE_ACTIVITIES: readonly Activity[] = rows(`
Semiconductors|Microdevices/Microdispositivos/微电子/微電子|makes sensors and power chips for industrial robots|fabrica sensores y chips de potencia para robots industriales|fabrique des capteurs et des puces de puissance pour robots industriels|为工业机器人生产传感器和功率芯片|為工業機器人生產感測器和功率晶片
Semiconductors|Photonics/Fotónica/光电/光電|makes lasers and optical parts for data links|fabrica láseres y piezas ópticas para enlaces de datos|fabrique des lasers et des pièces optiques pour les liaisons de données|生产用于数据传输的激光器和光学元件|生產用於資料傳輸的雷射和光學元件
Software|Applications/Aplicaciones/应用软件/應用軟體|sells booking and billing programs to clinics and schools|vende programas de citas y facturación a clínicas y colegios|vend des programmes de rendez-vous et de facturation aux cliniques et aux écoles|向诊所和学校销售预约和收费软件|向診所和學校銷售預約和收費軟體
Software|Analytics/Analítica/数据分析/數據分析|sells programs with which shops foresee their demand|vende programas con los que los comercios prevén su demanda|vend des programmes qui aident les commerces à prévoir la demande|销售帮助商家预测需求的软件|銷售協助商家預測需求的軟體
Software|Robotics/Robótica/机器人/機器人|writes the control programs of warehouse robots|programa el control de robots de almacén|conçoit les programmes de commande de robots d’entrepôt|开发仓储机器人的控制程序|開發倉儲機器人的控制程式
IT services|Data/Datos/数据/數據|looks after the computers and networks of town halls|mantiene los ordenadores y las redes de ayuntamientos|entretient les ordinateurs et les réseaux de municipalités|为市政机构维护计算机和网络|為市政機構維護電腦和網路
IT services|Digital/Digital/数码/數位|builds online shops and keeps them running|crea tiendas en línea y las mantiene en marcha|crée des boutiques en ligne et en assure la marche|搭建并运营网上商店|架設並營運網路商店
Computers and networks|Computing/Computación/计算机/電腦|makes servers and sturdy laptops for workshops|fabrica servidores y portátiles resistentes para talleres|fabrique des serveurs et des portables robustes pour les ateliers|生产服务器和工业用加固笔记本电脑|生產伺服器和工業用強固筆電
Computers and networks|Wireless/Inalámbrica/无线/無線|makes radio equipment for private networks|fabrica equipos de radio para redes privadas|fabrique des équipements radio pour réseaux privés|生产专用网络的无线设备|生產專用網路的無線設備
Electronic components|Electronics/Electrónica/电子/電子|makes connectors, relays and switches|fabrica conectores, relés e interruptores|fabrique des connecteurs, des relais et des interrupteurs|生产连接器、继电器和开关|生產連接器、繼電器和開關
Electronic components|Instruments/Instrumentos/仪器/儀器|makes measuring instruments for laboratories|fabrica instrumentos de medida para laboratorios|fabrique des instruments de mesure pour laboratoires|为实验室生产测量仪器|為實驗室生產測量儀器
Cybersecurity|Security/Seguridad/网安/資安|guards the networks of banks and hospitals against intruders|protege de intrusos las redes de bancos y hospitales|protège les réseaux des banques et des hôpitaux contre les intrusions|保护银行和医院的网络免受入侵|保護銀行和醫院的網路免受入侵
Pharmaceuticals|Therapeutics/Terapéutica/药业/藥業|makes treatments for pain and migraine|elabora tratamientos para el dolor y la migraña|produit des traitements de la douleur et de la migraine|生产止痛和偏头痛药物|生產止痛和偏頭痛藥物
Pharmaceuticals|Laboratories/Laboratorios/制剂/製劑|makes generic medicines for pharmacies|fabrica medicamentos genéricos para farmacias|fabrique des médicaments génériques pour les pharmacies|为药店生产仿制药|為藥局生產學名藥
Biotechnology|Biosciences/Biociencias/生物/生技|looks for treatments of rare hereditary diseases|busca tratamientos para enfermedades hereditarias raras|recherche des traitements de maladies héréditaires rares|研究罕见遗传病的治疗方法|研究罕見遺傳疾病的治療方法
Biotechnology|Genetics/Genética/基因/基因|reads genomes for hospitals and breeders|analiza genomas para hospitales y criadores|analyse des génomes pour les hôpitaux et les éleveurs|为医院和育种机构提供基因测序|為醫院和育種機構提供基因定序
Biotechnology|Vaccines/Vacunas/疫苗/疫苗|develops vaccines against tropical fevers|desarrolla vacunas contra fiebres tropicales|met au point des vaccins contre les fièvres tropicales|研发预防热带热病的疫苗|研發預防熱帶熱病的疫苗
Biotechnology|Oncology/Oncología/肿瘤医药/腫瘤醫藥|tests new medicines against cancer|ensaya nuevos medicamentos contra el cáncer|teste de nouveaux médicaments contre le cancer|试验抗癌新药|試驗抗癌新藥
Medical devices|Orthopaedics/Ortopedia/骨科/骨科|makes artificial hips and knees|fabrica prótesis de cadera y de rodilla|fabrique des prothèses de hanche et de genou|生产人工髋关节和膝关节|生產人工髖關節和膝關節
Medical devices|Optics/Óptica/光学/光學|makes spectacle lenses and instruments for eye doctors|fabrica lentes e instrumentos para oftalmólogos|fabrique des verres de lunettes et des instruments pour ophtalmologues|生产镜片和眼科仪器|生產鏡片和眼科儀器
Clinics and hospitals|Hospitals/Hospitales/医院/醫院|runs hospitals and homes for the elderly|gestiona hospitales y residencias de mayores|exploite des hôpitaux et des maisons de retraite|经营医院和养老院|經營醫院和安養院
Clinics and hospitals|Veterinary/Veterinaria/动保/動保|runs veterinary clinics|gestiona clínicas veterinarias|exploite des cliniques vétérinaires|经营宠物诊所|經營動物醫院
Diagnostics|Diagnostics/Diagnósticos/诊断/診斷|makes blood tests and examines samples for doctors|fabrica análisis de sangre y estudia muestras para médicos|fabrique des tests sanguins et analyse des échantillons pour les médecins|生产血液检测试剂并为医生化验样本|生產血液檢測試劑並為醫師化驗檢體
Banks|Bank/Banco/银行/銀行|takes deposits and lends to households and shops|capta depósitos y presta a hogares y comercios|recueille des dépôts et prête aux ménages et aux commerces|吸收存款并向家庭和商户发放贷款|吸收存款並向家庭和商戶放款
Banks|Savings/Ahorro/储蓄银行/儲蓄銀行|runs a savings bank with branches in small towns|gestiona una caja de ahorros con oficinas en pueblos|exploite une caisse d’épargne avec des agences dans les petites villes|在小城镇经营储蓄网点|在小城鎮經營儲蓄據點
Banks|Bancorp/Bancaria/银控/銀控|owns local banks and finances farms|posee bancos locales y financia explotaciones agrícolas|possède des banques locales et finance des exploitations agricoles|拥有多家地方银行并为农场融资|擁有多家地方銀行並為農場融資
Insurance|Assurance/Aseguradora/人寿/人壽|sells life insurance and pensions|vende seguros de vida y pensiones|vend des assurances vie et des retraites|销售人寿保险和养老金|銷售人壽保險和年金
Insurance|Reinsurance/Reaseguros/再保险/再保險|insures other insurers against storms and floods|reasegura a otras aseguradoras contra tormentas e inundaciones|réassure d’autres assureurs contre les tempêtes et les inondations|为其他保险公司承保风暴和洪水风险|為其他保險公司承保風暴和洪水風險
Asset management|Investments/Inversiones/投资/投資|invests the savings of families and foundations|invierte los ahorros de familias y fundaciones|place l’épargne de familles et de fondations|为家庭和基金会管理投资|為家庭和基金會管理投資
Asset management|Partners/Participaciones/创投/創投|buys stakes in small firms and helps them grow|compra participaciones en pequeñas empresas y las ayuda a crecer|prend des participations dans de petites entreprises et les aide à grandir|入股小型企业并助其成长|入股小型企業並協助其成長
Asset management|Trust/Fiduciaria/信托/信託|keeps securities for funds and pays out their income|custodia valores de fondos y reparte sus rentas|conserve les titres de fonds et en verse les revenus|为基金托管证券并派发收益|為基金保管證券並發放收益
Consumer credit|Leasing/Arrendamientos/租赁/租賃|leases cars and machines to small firms|alquila coches y máquinas a pequeñas empresas|loue des voitures et des machines aux petites entreprises|向小型企业出租汽车和设备|向小型企業出租汽車和設備
Payments|Payments/Pagos/支付/支付|handles card payments for shops and restaurants|gestiona pagos con tarjeta de comercios y restaurantes|traite les paiements par carte de commerces et de restaurants|为商店和餐馆处理刷卡支付|為商店和餐廳處理刷卡支付
Machinery|Tools/Herramientas/工具/工具|makes drills, saws and machine tools|fabrica taladros, sierras y máquinas herramienta|fabrique des perceuses, des scies et des machines-outils|生产电钻、锯具和机床|生產電鑽、鋸具和工具機
Machinery|Tractors/Tractores/农机/農機|makes tractors and harvesters|fabrica tractores y cosechadoras|fabrique des tracteurs et des moissonneuses|生产拖拉机和收割机|生產曳引機和收割機
Machinery|Automation/Automatización/自动化/自動化|builds assembly lines for other factories|construye cadenas de montaje para otras fábricas|construit des chaînes de montage pour d’autres usines|为其他工厂建造装配线|為其他工廠建造組裝線
Machinery|Elevators/Ascensores/电梯/電梯|makes and repairs lifts|fabrica y repara ascensores|fabrique et répare des ascenseurs|生产并维修电梯|生產並維修電梯
Logistics|Freight/Fletes/货运/貨運|runs lorries and refrigerated warehouses|opera camiones y almacenes frigoríficos|exploite des camions et des entrepôts frigorifiques|经营卡车运输和冷库|經營卡車運輸和冷凍倉庫
Logistics|Express/Exprés/快递/快遞|delivers parcels to the door in a day|entrega paquetes a domicilio en un día|livre des colis à domicile en un jour|提供次日送达的快递服务|提供隔日送達的快遞服務
Logistics|Rail/Ferrocarriles/铁路/鐵路|runs goods trains and lets wagons|opera trenes de mercancías y alquila vagones|exploite des trains de marchandises et loue des wagons|经营货运列车并出租车皮|經營貨運列車並出租車廂
Construction|Construction/Construcciones/建设/建設|builds schools, hospitals and stations|construye escuelas, hospitales y estaciones|construit des écoles, des hôpitaux et des gares|建造学校、医院和车站|建造學校、醫院和車站
Construction|Engineering/Ingeniería/工程技术/工程技術|plans dams, ports and power lines|proyecta presas, puertos y líneas eléctricas|conçoit des barrages, des ports et des lignes électriques|设计水坝、港口和输电线路|設計水壩、港口和輸電線路
Aerospace|Aerospace/Aeroespacial/航天/航太|makes wings and landing gear for small aircraft|fabrica alas y trenes de aterrizaje para aviones pequeños|fabrique des ailes et des trains d’atterrissage pour petits avions|为小型飞机生产机翼和起落架|為小型飛機生產機翼和起落架
Aerospace|Airways/Aerolíneas/航空/航空|flies passengers between middle-sized towns|transporta pasajeros entre ciudades medianas|transporte des passagers entre villes moyennes|经营中等城市之间的客运航线|經營中型城市之間的客運航線
Aerospace|Satellites/Satélites/卫星/衛星|builds small satellites that watch the weather|construye pequeños satélites que observan el tiempo|construit de petits satellites d’observation météorologique|制造小型气象卫星|製造小型氣象衛星
Electrical equipment|Electric/Eléctrica/电气/電氣|makes motors, cables and transformers|fabrica motores, cables y transformadores|fabrique des moteurs, des câbles et des transformateurs|生产电机、电缆和变压器|生產馬達、電纜和變壓器
Electrical equipment|Batteries/Baterías/电池/電池|makes batteries that store solar power|fabrica baterías que almacenan energía solar|fabrique des batteries qui stockent l’énergie solaire|生产储存太阳能的电池|生產儲存太陽能的電池
Electrical equipment|Lighting/Iluminación/照明/照明|makes lamps for streets and offices|fabrica luminarias para calles y oficinas|fabrique des luminaires pour rues et bureaux|生产街道和办公照明灯具|生產街道和辦公照明燈具
Shipping|Shipping/Naviera/航运/航運|runs container ships and ferries|opera buques portacontenedores y transbordadores|exploite des porte-conteneurs et des ferries|经营集装箱船和渡轮|經營貨櫃船和渡輪
Shipping|Marine/Marítima/海事/海事|lets tankers and tows ships into port|alquila petroleros y remolca barcos a puerto|loue des pétroliers et remorque des navires au port|出租油轮并提供港口拖船服务|出租油輪並提供港口拖船服務
Environmental services|Environmental/Medioambiental/环保/環保|collects waste and turns it into raw material|recoge residuos y los convierte en materia prima|collecte des déchets et en fait des matières premières|回收废弃物并加工成原料|回收廢棄物並加工成原料
Business services|Services/Servicios/服务/服務|cleans offices and runs their canteens|limpia oficinas y gestiona sus comedores|nettoie des bureaux et gère leurs cantines|提供办公楼保洁和食堂服务|提供辦公大樓清潔和餐廳服務
Business services|Staffing/Empleo/人力/人力|finds staff for factories and hotels|busca personal para fábricas y hoteles|recrute du personnel pour les usines et les hôtels|为工厂和酒店招聘员工|為工廠和飯店招募員工
Clothing and footwear|Apparel/Textil/服饰/服飾|designs and sells outdoor clothing|diseña y vende ropa de montaña|conçoit et vend des vêtements de plein air|设计并销售户外服装|設計並銷售戶外服裝
Clothing and footwear|Footwear/Calzados/鞋业/鞋業|makes shoes and leather goods|fabrica zapatos y artículos de piel|fabrique des chaussures et de la maroquinerie|生产鞋类和皮具|生產鞋類和皮件
Vehicles|Automotive/Automoción/汽配/汽配|makes brakes and seats for cars|fabrica frenos y asientos para coches|fabrique des freins et des sièges de voiture|生产汽车刹车和座椅|生產汽車煞車和座椅
Vehicles|Cycles/Bicicletas/单车/單車|makes bicycles with and without motors|fabrica bicicletas con y sin motor|fabrique des vélos avec et sans moteur|生产普通自行车和电动自行车|生產一般腳踏車和電動腳踏車
Hotels and travel|Resorts/Complejos/度假/度假|runs holiday villages and ski lifts|gestiona complejos turísticos y remontes de esquí|exploite des villages de vacances et des remontées mécaniques|经营度假村和滑雪缆车|經營度假村和滑雪纜車
Hotels and travel|Travel/Viajes/旅行/旅行|sells package tours and train tickets|vende viajes organizados y billetes de tren|vend des voyages organisés et des billets de train|销售跟团游和火车票|銷售團體旅遊和火車票
Restaurants|Restaurants/Restaurantes/餐饮/餐飲|runs restaurants and coffee houses|gestiona restaurantes y cafeterías|exploite des restaurants et des cafés|经营餐厅和咖啡馆|經營餐廳和咖啡館
Restaurants|Kitchens/Cocinas/厨房/廚房|cooks meals for schools and offices|prepara comidas para colegios y oficinas|prépare des repas pour les écoles et les bureaux|为学校和企业供应餐食|為學校和企業供應餐點
Shops|Retail/Comercial/商贸/商貿|runs shops for books, tools and toys|gestiona tiendas de libros, herramientas y juguetes|exploite des magasins de livres, d’outils et de jouets|经营图书、工具和玩具商店|經營圖書、工具和玩具商店
Shops|Pharmacies/Farmacias/药房/藥局|runs pharmacies and perfumeries|gestiona farmacias y perfumerías|exploite des pharmacies et des parfumeries|经营药房和化妆品店|經營藥局和化妝品店
Furniture and home|Furniture/Muebles/家具/家具|makes beds, tables and kitchens|fabrica camas, mesas y cocinas|fabrique des lits, des tables et des cuisines|生产床、桌子和橱柜|生產床、桌子和櫥櫃
Furniture and home|Appliances/Electrodomésticos/家电/家電|makes cookers, fridges and washing machines|fabrica cocinas, frigoríficos y lavadoras|fabrique des cuisinières, des réfrigérateurs et des lave-linge|生产炉灶、冰箱和洗衣机|生產爐具、冰箱和洗衣機
Leisure goods|Sports/Deportes/体育/體育|makes balls, rackets and skis|fabrica balones, raquetas y esquís|fabrique des ballons, des raquettes et des skis|生产球类、球拍和滑雪板|生產球類、球拍和滑雪板
Leisure goods|Toys/Juguetes/玩具/玩具|makes wooden toys and board games|fabrica juguetes de madera y juegos de mesa|fabrique des jouets en bois et des jeux de société|生产木制玩具和桌游|生產木製玩具和桌遊
Education|Learning/Formación/教育/教育|runs language schools and evening classes|gestiona escuelas de idiomas y cursos nocturnos|exploite des écoles de langues et des cours du soir|开办语言学校和夜校课程|開辦語言學校和夜間課程
Food|Dairy/Lácteos/乳业/乳業|makes milk, cheese and yogurt|elabora leche, quesos y yogures|produit du lait, des fromages et des yaourts|生产牛奶、奶酪和酸奶|生產牛奶、起司和優格
Food|Seafoods/Pesquera/水产/水產|farms fish and freezes seafood|cría pescado y congela marisco|élève du poisson et surgèle des fruits de mer|养殖鱼类并加工冷冻海鲜|養殖魚類並加工冷凍海鮮
Food|Mills/Molinos/粮油/糧油|mills flour and presses oil|muele harina y prensa aceite|moud de la farine et presse de l’huile|生产面粉和食用油|生產麵粉和食用油
Supermarkets|Grocers/Ultramarinos/生鲜/生鮮|sells fruit and vegetables in shops and online|vende fruta y verdura en tiendas y por internet|vend des fruits et légumes en magasin et en ligne|通过门店和网络销售果蔬|透過門市和網路銷售蔬果
Drinks|Beverages/Bebidas/饮料/飲料|bottles juices and mineral water|embotella zumos y agua mineral|embouteille des jus et de l’eau minérale|生产果汁和矿泉水|生產果汁和礦泉水
Drinks|Brewing/Cervezas/啤酒/啤酒|brews beer and runs beer gardens|elabora cerveza y gestiona cervecerías|brasse de la bière et exploite des brasseries|酿造啤酒并经营啤酒屋|釀造啤酒並經營啤酒屋
Drinks|Vineyards/Viñedos/酒庄/酒莊|grows grapes and sells wine|cultiva uva y vende vino|cultive la vigne et vend du vin|种植葡萄并销售葡萄酒|種植葡萄並銷售葡萄酒
Household goods|Home Products/Hogar/日化/日化|makes soap, detergents and toothpaste|fabrica jabón, detergentes y dentífrico|fabrique du savon, des lessives et du dentifrice|生产肥皂、洗涤剂和牙膏|生產肥皂、洗潔劑和牙膏
Farming|Farms/Agrícola/农业/農業|grows cereals and raises cattle|cultiva cereales y cría ganado|cultive des céréales et élève du bétail|种植谷物并养殖牲畜|種植穀物並飼養牲畜
Farming|Seeds/Semillas/种业/種業|breeds seeds for dry soils|obtiene semillas para suelos secos|sélectionne des semences pour sols secs|培育耐旱种子|培育耐旱種子
Oil and gas|Resources/Recursos/能源/能源|looks for oil and gas on land|explora petróleo y gas en tierra|recherche du pétrole et du gaz à terre|在陆上勘探石油和天然气|在陸上探勘石油和天然氣
Oil and gas|Exploration/Exploraciones/勘探/探勘|drills for gas on the sea floor|perfora en busca de gas en el fondo del mar|fore le fond marin à la recherche de gaz|在海底钻探天然气|在海底鑽探天然氣
Oilfield services|Oilfield/Pozos/油服/油服|repairs wells and supplies pipes|repara pozos y suministra tubos|répare des puits et fournit des tubes|维修油井并供应管材|維修油井並供應管材
Pipelines and storage|Pipelines/Oleoductos/管道/管線|carries oil and gas through pipelines|transporta petróleo y gas por conductos|transporte du pétrole et du gaz par conduites|通过管道输送石油和天然气|透過管線輸送石油和天然氣
Pipelines and storage|Terminals/Terminales/储运/儲運|stores fuels in tanks beside ports|almacena combustibles en depósitos junto a puertos|stocke des carburants dans des cuves portuaires|在港口储存燃料|在港口儲存燃料
Refining|Refining/Refinería/炼化/煉化|refines crude oil and sells fuel|refina crudo y vende carburante|raffine du brut et vend du carburant|提炼原油并销售燃料|提煉原油並銷售燃料
Chemicals|Materials/Materiales/新材/新材|makes light plastics and fibres|fabrica plásticos y fibras ligeros|fabrique des plastiques et des fibres légers|生产轻质塑料和纤维|生產輕質塑膠和纖維
Chemicals|Fertilizers/Fertilizantes/肥业/肥業|makes fertilisers and animal feed|fabrica fertilizantes y piensos|fabrique des engrais et des aliments pour animaux|生产化肥和饲料|生產肥料和飼料
Steel|Metals/Metales/金属/金屬|rolls aluminium and copper|lamina aluminio y cobre|lamine de l’aluminium et du cuivre|轧制铝材和铜材|軋製鋁材和銅材
Mining|Mining/Minera/矿业/礦業|mines copper and zinc|extrae cobre y zinc|extrait du cuivre et du zinc|开采铜矿和锌矿|開採銅礦和鋅礦
Mining|Minerals/Minerales/矿产/礦產|mines lithium and rare earths|extrae litio y tierras raras|extrait du lithium et des terres rares|开采锂和稀土|開採鋰和稀土
Paper and packaging|Packaging/Envases/包装/包裝|makes boxes, bottles and tins|fabrica cajas, botellas y latas|fabrique des boîtes, des bouteilles et des conserves|生产纸箱、瓶子和罐头盒|生產紙箱、瓶子和罐頭
Paper and packaging|Paper/Papelera/纸业/紙業|makes paper from wood and old paper|fabrica papel con madera y papel usado|fabrique du papier à partir de bois et de vieux papiers|用木材和废纸造纸|用木材和廢紙造紙
Building materials|Cement/Cementos/水泥/水泥|makes cement, tiles and glass|fabrica cemento, azulejos y vidrio|fabrique du ciment, des carreaux et du verre|生产水泥、瓷砖和玻璃|生產水泥、磁磚和玻璃
Building materials|Timber/Maderas/木业/木業|saws timber and makes doors and floors|sierra madera y fabrica puertas y suelos|scie du bois et fabrique des portes et des parquets|加工木材并生产门和地板|加工木材並生產門和地板
Gas supply|Gas/Gas/燃气/燃氣|supplies homes and factories with gas|suministra gas a hogares y fábricas|fournit du gaz aux foyers et aux usines|为家庭和工厂供应燃气|為家庭和工廠供應燃氣
Renewable energy|Renewables/Renovables/新能源/新能源|builds and runs wind farms|construye y explota parques eólicos|construit et exploite des parcs éoliens|建设并运营风电场|興建並營運風力發電場
Renewable energy|Solar/Solar/光伏/太陽能|puts solar panels on roofs and fields|instala placas solares en tejados y campos|installe des panneaux solaires sur les toits et dans les champs|在屋顶和田野安装太阳能板|在屋頂和田野安裝太陽能板
Electricity|Grid/Distribución/电网/電網|distributes electricity to towns and farms|distribuye electricidad a pueblos y granjas|distribue l’électricité aux villes et aux fermes|向城镇和农场供电|向城鎮和農場供電
Warehouses|Storage/Almacenes/仓储/倉儲|lets warehouses beside motorways|alquila almacenes junto a autopistas|loue des entrepôts au bord des autoroutes|出租高速公路旁的仓库|出租高速公路旁的倉庫
Shopping centres|Centres/Centros/商业/商業|owns shopping centres and lets their shops|posee centros comerciales y alquila sus locales|possède des centres commerciaux et en loue les boutiques|持有购物中心并出租店铺|持有購物中心並出租店面
Housing|Realty/Fincas/房产/房產|builds and sells family houses|construye y vende casas familiares|construit et vend des maisons familiales|建造并销售住宅|建造並銷售住宅
Offices|Land/Suelo/置地/置地|buys land and builds office parks|compra suelo y construye parques de oficinas|achète des terrains et construit des parcs de bureaux|购置土地并开发办公园区|購置土地並開發辦公園區
Telecommunications|Telecom/Telecomunicaciones/电信/電信|sells telephone and internet lines|vende líneas de teléfono e internet|vend des lignes de téléphone et d’internet|提供电话和宽带服务|提供電話和寬頻服務
Telecommunications|Towers/Torres/铁塔/鐵塔|lets masts to mobile networks|alquila torres a redes móviles|loue des pylônes aux réseaux mobiles|向移动运营商出租基站铁塔|向行動業者出租基地台鐵塔
Film and television|Pictures/Cine/影业/影業|makes films and runs cinemas|produce películas y gestiona cines|produit des films et exploite des cinémas|制作电影并经营影院|製作電影並經營影院
Film and television|Broadcasting/Radiodifusión/广播/廣播|runs radio stations and podcasts|gestiona emisoras de radio y pódcast|exploite des stations de radio et des podcasts|经营电台和播客|經營電台和播客
Publishing|Publishing/Editorial/出版/出版|publishes school books and magazines|publica libros de texto y revistas|publie des manuels scolaires et des magazines|出版教科书和杂志|出版教科書和雜誌
Video games|Games/Juegos/游戏/遊戲|makes puzzle games for phones|crea juegos de ingenio para móviles|crée des jeux de réflexion pour téléphones|开发手机益智游戏|開發手機益智遊戲
Advertising|Marketing/Publicidad/广告/廣告|sells advertising on trams and in stations|vende publicidad en tranvías y estaciones|vend de la publicité dans les tramways et les gares|销售电车和车站广告|銷售電車和車站廣告
`)
