/** Large cities of the world for the built-in map, the most prominent first. */

export interface City {
  readonly lng: number;
  readonly lat: number;
  /** In English, Chinese, Russian, French, Spanish and Arabic. */
  readonly names: readonly string[];
}

const TABLE = `
121.47 31.23|Shanghai|上海|Шанхай|Shanghai|Shanghái|شنغهاي
-74.01 40.71|New York|纽约|Нью-Йорк|New York|Nueva York|نيويورك
2.35 48.86|Paris|巴黎|Париж|Paris|París|باريس
31.24 30.04|Cairo|开罗|Каир|Le Caire|El Cairo|القاهرة
-46.63 -23.55|São Paulo|圣保罗|Сан-Паулу|São Paulo|São Paulo|ساو باولو
77.21 28.61|Delhi|德里|Дели|Delhi|Delhi|دلهي
37.62 55.76|Moscow|莫斯科|Москва|Moscou|Moscú|موسكو
151.21 -33.87|Sydney|悉尼|Сидней|Sydney|Sídney|سيدني
116.41 39.9|Beijing|北京|Пекин|Pékin|Pekín|بكين
139.69 35.69|Tokyo|东京|Токио|Tokyo|Tokio|طوكيو
-99.13 19.43|Mexico City|墨西哥城|Мехико|Mexico|Ciudad de México|مكسيكو سيتي
-0.13 51.51|London|伦敦|Лондон|Londres|Londres|لندن
3.38 6.52|Lagos|拉各斯|Лагос|Lagos|Lagos|لاغوس
-118.24 34.05|Los Angeles|洛杉矶|Лос-Анджелес|Los Angeles|Los Ángeles|لوس أنجلوس
28.98 41.01|Istanbul|伊斯坦布尔|Стамбул|Istanbul|Estambul|إسطنبول
106.85 -6.21|Jakarta|雅加达|Джакарта|Jakarta|Yakarta|جاكرتا
28.05 -26.2|Johannesburg|约翰内斯堡|Йоханнесбург|Johannesburg|Johannesburgo|جوهانسبرغ
-58.38 -34.6|Buenos Aires|布宜诺斯艾利斯|Буэнос-Айрес|Buenos Aires|Buenos Aires|بوينس آيرس
72.88 19.08|Mumbai|孟买|Мумбаи|Bombay|Bombay|مومباي
46.68 24.71|Riyadh|利雅得|Эр-Рияд|Riyad|Riad|الرياض
-3.7 40.42|Madrid|马德里|Мадрид|Madrid|Madrid|مدريد
13.4 52.52|Berlin|柏林|Берлин|Berlin|Berlín|برلين
103.82 1.35|Singapore|新加坡|Сингапур|Singapour|Singapur|سنغافورة
126.98 37.57|Seoul|首尔|Сеул|Séoul|Seúl|سيول
113.26 23.13|Guangzhou|广州|Гуанчжоу|Canton|Cantón|غوانزو
-79.38 43.65|Toronto|多伦多|Торонто|Toronto|Toronto|تورونتو
-87.63 41.88|Chicago|芝加哥|Чикаго|Chicago|Chicago|شيكاغو
-74.07 4.71|Bogotá|波哥大|Богота|Bogota|Bogotá|بوغوتا
36.82 -1.29|Nairobi|内罗毕|Найроби|Nairobi|Nairobi|نيروبي
51.39 35.69|Tehran|德黑兰|Тегеран|Téhéran|Teherán|طهران
100.5 13.76|Bangkok|曼谷|Бангкок|Bangkok|Bangkok|بانكوك
15.27 -4.44|Kinshasa|金沙萨|Киншаса|Kinshasa|Kinsasa|كينشاسا
12.5 41.9|Rome|罗马|Рим|Rome|Roma|روما
30.52 50.45|Kyiv|基辅|Киев|Kiev|Kiev|كييف
82.92 55.03|Novosibirsk|新西伯利亚|Новосибирск|Novossibirsk|Novosibirsk|نوفوسيبيرسك
-77.04 -12.05|Lima|利马|Лима|Lima|Lima|ليما
-7.59 33.57|Casablanca|卡萨布兰卡|Касабланка|Casablanca|Casablanca|الدار البيضاء
-70.67 -33.45|Santiago|圣地亚哥|Сантьяго|Santiago|Santiago|سانتياغو
67.01 24.86|Karachi|卡拉奇|Карачи|Karachi|Karachi|كراتشي
120.98 14.6|Manila|马尼拉|Манила|Manille|Manila|مانيلا
104.07 30.57|Chengdu|成都|Чэнду|Chengdu|Chengdu|تشنغدو
30.34 59.93|Saint Petersburg|圣彼得堡|Санкт-Петербург|Saint-Pétersbourg|San Petersburgo|سانت بطرسبرغ
-95.37 29.76|Houston|休斯敦|Хьюстон|Houston|Houston|هيوستن
-43.17 -22.91|Rio de Janeiro|里约热内卢|Рио-де-Жанейро|Rio de Janeiro|Río de Janeiro|ريو دي جانيرو
90.41 23.81|Dhaka|达卡|Дакка|Dacca|Daca|دكا
18.42 -33.92|Cape Town|开普敦|Кейптаун|Le Cap|Ciudad del Cabo|كيب تاون
44.37 33.32|Baghdad|巴格达|Багдад|Bagdad|Bagdad|بغداد
55.27 25.2|Dubai|迪拜|Дубай|Dubaï|Dubái|دبي
3.06 36.75|Algiers|阿尔及尔|Алжир|Alger|Argel|الجزائر
18.07 59.33|Stockholm|斯德哥尔摩|Стокгольм|Stockholm|Estocolmo|ستوكهولم
21.01 52.23|Warsaw|华沙|Варшава|Varsovie|Varsovia|وارسو
-66.9 10.48|Caracas|加拉加斯|Каракас|Caracas|Caracas|كاراكاس
38.75 9.03|Addis Ababa|亚的斯亚贝巴|Аддис-Абеба|Addis-Abeba|Adís Abeba|أديس أبابا
105.85 21.03|Hanoi|河内|Ханой|Hanoï|Hanói|هانوي
131.89 43.12|Vladivostok|符拉迪沃斯托克|Владивосток|Vladivostok|Vladivostok|فلاديفوستوك
76.89 43.24|Almaty|阿拉木图|Алма-Ата|Almaty|Almaty|ألماتي
144.96 -37.81|Melbourne|墨尔本|Мельбурн|Melbourne|Melbourne|ملبورن
-122.42 37.77|San Francisco|旧金山|Сан-Франциско|San Francisco|San Francisco|سان فرانسيسكو
-17.45 14.69|Dakar|达喀尔|Дакар|Dakar|Dakar|داكار
60.61 56.84|Yekaterinburg|叶卡捷琳堡|Екатеринбург|Iekaterinbourg|Ekaterimburgo|يكاترينبورغ
87.62 43.83|Ürümqi|乌鲁木齐|Урумчи|Ürümqi|Urumchi|أورومتشي
174.76 -36.85|Auckland|奥克兰|Окленд|Auckland|Auckland|أوكلاند
-9.14 38.72|Lisbon|里斯本|Лиссабон|Lisbonne|Lisboa|لشبونة
-73.57 45.5|Montreal|蒙特利尔|Монреаль|Montréal|Montreal|مونتريال
`;

export const CITIES: readonly City[] = TABLE.trim()
  .split('\n')
  .map((row) => {
    const [place = '', ...names] = row.split('|');
    const [lng = 0, lat = 0] = place.split(' ').map(Number);
    return { lng, lat, names };
  });
