/** Texts in the import files, in the six languages of the user interface. */
import type { ImportColumn, ImportLanguage } from '@busbar/domain/device-import/import-columns';

export interface ImportTexts {
  readonly devices: string;
  readonly guide: string;
  readonly secret: string;
  readonly exampleName: string;
  readonly exampleAddress: string;
  readonly example: string;
  readonly help: Readonly<Record<ImportColumn, string>>;
}

export const IMPORT_TEXTS: Readonly<Record<ImportLanguage, ImportTexts>> = {
  zh: {
    devices: '设备',
    guide: '填写说明',
    secret: '设备密钥',
    exampleName: '1号水泵房',
    exampleAddress: '4号楼地下室配电箱B',
    example: '示例行（编码 EXAMPLE-000001）导入时会跳过。',
    help: {
      code: '必填。10 至 30 个字母、数字或短横线，与铭牌一致。请设为文本格式，以免丢失位数。子设备：网关编码-地址（1 至 20）。',
      name: '必填。最多 100 个字符。',
      type: '必填（子设备可不填）：MT61、MT61GP、MT88C、MT88、HF-DTU、meter。',
      group: '分组名称；重名时写上级路径，如“园区 / 一车间”。留空：本组。',
      rate: '费率名称。留空：系统费率。',
      address: '最多 300 个字符，可不填。',
      longitude: '十进制度，WGS-84（GPS），可不填；须与纬度同时填写。',
      latitude: '十进制度，WGS-84（GPS），可不填；须与经度同时填写。',
    },
  },
  en: {
    devices: 'Devices',
    guide: 'How to fill it',
    secret: 'Device secret',
    exampleName: 'Pump house 1',
    exampleAddress: 'Building 4, basement, panel B',
    example: 'The example row (code EXAMPLE-000001) is left out when the file is imported.',
    help: {
      code: 'Required. 10 to 30 letters, digits or dashes, as on the nameplate. Format the column as text, or the spreadsheet drops digits. A slave: code of its gateway-address (1 to 20).',
      name: 'Required. At most 100 characters.',
      type: 'Required, except for slaves: MT61, MT61GP, MT88C, MT88, HF-DTU or meter.',
      group:
        'Name of the group; where there are several of that name, with the groups above it: Plant / Hall 1. Empty: the own group.',
      rate: 'Name of the rate. Empty: the system rate.',
      address: 'Optional, at most 300 characters.',
      longitude: 'Optional, decimal degrees, WGS-84 (GPS); together with the latitude.',
      latitude: 'Optional, decimal degrees, WGS-84 (GPS); together with the longitude.',
    },
  },
  ar: {
    devices: 'الأجهزة',
    guide: 'طريقة التعبئة',
    secret: 'مفتاح الجهاز السري',
    exampleName: 'غرفة المضخات 1',
    exampleAddress: 'المبنى 4، القبو، اللوحة B',
    example: 'يُتجاوز صف المثال (الرمز EXAMPLE-000001) عند الاستيراد.',
    help: {
      code: 'إلزامي. من 10 إلى 30 حرفًا لاتينيًا أو رقمًا أو شرطة كما على لوحة الجهاز. اجعل العمود نصًا كي لا تُفقد أرقام. الجهاز التابع: رمز البوابة ثم شرطة ثم العنوان (1 إلى 20).',
      name: 'إلزامي. 100 حرف على الأكثر.',
      type: 'إلزامي إلا للأجهزة التابعة: MT61 أو MT61GP أو MT88C أو MT88 أو HF-DTU أو meter.',
      group: 'اسم المجموعة؛ وعند تكرار الاسم اكتبها مع ما فوقها: المصنع / القاعة 1. فارغ: مجموعتك.',
      rate: 'اسم التعرفة. فارغ: تعرفة النظام.',
      address: 'اختياري، 300 حرف على الأكثر.',
      longitude: 'اختياري، درجات عشرية، WGS-84 (GPS)؛ مع خط العرض.',
      latitude: 'اختياري، درجات عشرية، WGS-84 (GPS)؛ مع خط الطول.',
    },
  },
  fr: {
    devices: 'Appareils',
    guide: 'Comment le remplir',
    secret: "Secret de l'appareil",
    exampleName: 'Station de pompage 1',
    exampleAddress: 'Bâtiment 4, sous-sol, tableau B',
    example: "La ligne d'exemple (code EXAMPLE-000001) est ignorée à l'importation.",
    help: {
      code: 'Obligatoire. 10 à 30 lettres, chiffres ou tirets, comme sur la plaque signalétique. Mettez la colonne au format texte, sinon le tableur perd des chiffres. Un esclave : code de sa passerelle-adresse (1 à 20).',
      name: 'Obligatoire. 100 caractères au plus.',
      type: 'Obligatoire, sauf pour les esclaves : MT61, MT61GP, MT88C, MT88, HF-DTU ou meter.',
      group:
        "Nom du groupe ; s'il y en a plusieurs de ce nom, avec les groupes au-dessus : Usine / Hall 1. Vide : votre groupe.",
      rate: 'Nom du tarif. Vide : le tarif du système.',
      address: 'Facultatif, 300 caractères au plus.',
      longitude: 'Facultatif, degrés décimaux, WGS-84 (GPS) ; avec la latitude.',
      latitude: 'Facultatif, degrés décimaux, WGS-84 (GPS) ; avec la longitude.',
    },
  },
  ru: {
    devices: 'Устройства',
    guide: 'Как заполнять',
    secret: 'Секрет устройства',
    exampleName: 'Насосная 1',
    exampleAddress: 'Корпус 4, подвал, щит B',
    example: 'Строка примера (код EXAMPLE-000001) при импорте пропускается.',
    help: {
      code: 'Обязательно. От 10 до 30 латинских букв, цифр или дефисов, как на табличке. Задайте столбцу текстовый формат, иначе таблица потеряет цифры. Ведомое устройство: код шлюза-адрес (1–20).',
      name: 'Обязательно. Не более 100 знаков.',
      type: 'Обязательно, кроме ведомых: MT61, MT61GP, MT88C, MT88, HF-DTU или meter.',
      group:
        'Название группы; если таких несколько — с вышестоящими: Завод / Цех 1. Пусто: ваша группа.',
      rate: 'Название тарифа. Пусто: системный тариф.',
      address: 'Необязательно, не более 300 знаков.',
      longitude: 'Необязательно, десятичные градусы, WGS-84 (GPS); вместе с широтой.',
      latitude: 'Необязательно, десятичные градусы, WGS-84 (GPS); вместе с долготой.',
    },
  },
  es: {
    devices: 'Equipos',
    guide: 'Cómo rellenarlo',
    secret: 'Secreto del equipo',
    exampleName: 'Caseta de bombas 1',
    exampleAddress: 'Edificio 4, sótano, cuadro B',
    example: 'La fila de ejemplo (código EXAMPLE-000001) se omite al importar.',
    help: {
      code: 'Obligatorio. De 10 a 30 letras, cifras o guiones, como en la placa. Dé formato de texto a la columna, o la hoja de cálculo perderá cifras. Un esclavo: código de su pasarela-dirección (1 a 20).',
      name: 'Obligatorio. 100 caracteres como máximo.',
      type: 'Obligatorio, salvo en esclavos: MT61, MT61GP, MT88C, MT88, HF-DTU o meter.',
      group:
        'Nombre del grupo; si hay varios con ese nombre, con los grupos superiores: Planta / Nave 1. Vacío: su grupo.',
      rate: 'Nombre de la tarifa. Vacío: la tarifa del sistema.',
      address: 'Opcional, 300 caracteres como máximo.',
      longitude: 'Opcional, grados decimales, WGS-84 (GPS); junto con la latitud.',
      latitude: 'Opcional, grados decimales, WGS-84 (GPS); junto con la longitud.',
    },
  },
};
