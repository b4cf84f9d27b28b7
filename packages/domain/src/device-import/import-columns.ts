/**
 * The columns of an import (docs/protocol/device-import.md) and their names in the six languages
 * and on the wire. Headings are matched regardless of case, spaces and punctuation, so that a
 * template filled in one language can be imported in any other.
 */
export const IMPORT_COLUMNS = [
  'code',
  'name',
  'type',
  'group',
  'rate',
  'address',
  'longitude',
  'latitude',
] as const;

export type ImportColumn = (typeof IMPORT_COLUMNS)[number];

export const REQUIRED_COLUMNS = ['code', 'name', 'type'] as const satisfies readonly ImportColumn[];

export const IMPORT_LANGUAGES = ['zh', 'en', 'ar', 'fr', 'ru', 'es'] as const;

export type ImportLanguage = (typeof IMPORT_LANGUAGES)[number];

/** Code of the example row in the template; the row is skipped if it is still present. */
export const EXAMPLE_CODE = 'EXAMPLE-000001';

export const COLUMN_NAMES: Readonly<
  Record<ImportColumn, Readonly<Record<ImportLanguage, string>>>
> = {
  code: {
    zh: '设备编码',
    en: 'Device code',
    ar: 'رمز الجهاز',
    fr: "Code de l'appareil",
    ru: 'Код устройства',
    es: 'Código del equipo',
  },
  name: {
    zh: '设备名称',
    en: 'Device name',
    ar: 'اسم الجهاز',
    fr: "Nom de l'appareil",
    ru: 'Название устройства',
    es: 'Nombre del equipo',
  },
  type: {
    zh: '设备类型',
    en: 'Device type',
    ar: 'نوع الجهاز',
    fr: "Type d'appareil",
    ru: 'Тип устройства',
    es: 'Tipo de equipo',
  },
  group: { zh: '分组', en: 'Group', ar: 'المجموعة', fr: 'Groupe', ru: 'Группа', es: 'Grupo' },
  rate: { zh: '费率', en: 'Rate', ar: 'التعرفة', fr: 'Tarif', ru: 'Тариф', es: 'Tarifa' },
  address: {
    zh: '安装位置',
    en: 'Location',
    ar: 'الموقع',
    fr: 'Emplacement',
    ru: 'Место установки',
    es: 'Ubicación',
  },
  longitude: {
    zh: '经度',
    en: 'Longitude',
    ar: 'خط الطول',
    fr: 'Longitude',
    ru: 'Долгота',
    es: 'Longitud',
  },
  latitude: {
    zh: '纬度',
    en: 'Latitude',
    ar: 'خط العرض',
    fr: 'Latitude',
    ru: 'Широта',
    es: 'Latitud',
  },
};

/** Names on the wire and in the device list, because users export that list and edit it. */
const OTHER_NAMES: Readonly<Record<ImportColumn, readonly string[]>> = {
  code: ['code', 'device_code', 'deviceSymbolCode', 'IMEI', 'SN'],
  name: ['name', 'device_name', 'deviceName'],
  type: ['type', 'device_type', 'deviceType'],
  group: ['group_name', 'groupName'],
  rate: ['rate_name', 'rateName', 'tariff'],
  address: ['address', 'site'],
  longitude: ['lng', 'lng_t'],
  latitude: ['lat', 'lat_t'],
};

/** Retains letters and digits only: `Device code *` and `device_code` are the same heading. */
function plainHeading(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

const COLUMN_OF_HEADING: ReadonlyMap<string, ImportColumn> = new Map(
  IMPORT_COLUMNS.flatMap((column) =>
    [...Object.values(COLUMN_NAMES[column]), ...OTHER_NAMES[column]].map(
      (name) => [plainHeading(name), column] as const,
    ),
  ),
);

/** Returns undefined if the heading names no column of an import. */
export function columnOfHeading(heading: string): ImportColumn | undefined {
  return COLUMN_OF_HEADING.get(plainHeading(heading));
}
