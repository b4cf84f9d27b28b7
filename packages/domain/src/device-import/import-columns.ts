/**
 * The columns of an import (docs/protocol/device-import.md) and their names on the wire. Headings
 * are matched regardless of case, spaces and punctuation.
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

/** Code of the example row in the template; the row is skipped if it is still present. */
export const EXAMPLE_CODE = 'EXAMPLE-000001';

/**
 * Names on the wire and in the device list, because users export that list and edit it, and headings
 * of earlier templates.
 */
const OTHER_NAMES: Readonly<Record<ImportColumn, readonly string[]>> = {
  code: ['code', 'device_code', 'deviceSymbolCode', 'IMEI', 'SN', '设备编码'],
  name: ['name', 'device_name', 'deviceName'],
  type: ['type', 'device_type', 'deviceType'],
  group: ['group_name', 'groupName'],
  rate: ['rate', 'rate_name', 'rateName', 'tariff'],
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

/** Returns undefined if the heading names no column of an import. */
export type ReadHeading = (heading: string) => ImportColumn | undefined;

/** Finds the column that a heading names, by any of the names of each column. */
export function columnReader<C extends string>(
  names: Readonly<Record<C, readonly string[]>>,
): (heading: string) => C | undefined {
  const columns = new Map(
    (Object.keys(names) as C[]).flatMap((column) =>
      names[column].map((name) => [plainHeading(name), column] as const),
    ),
  );
  return (heading) => columns.get(plainHeading(heading));
}

/** `names` are the translations of each column; a heading may be in any language. */
export function headingReader(
  names: Readonly<Record<ImportColumn, readonly string[]>>,
): ReadHeading {
  return columnReader(
    Object.fromEntries(
      IMPORT_COLUMNS.map((column) => [column, [...names[column], ...OTHER_NAMES[column]]]),
    ) as Record<ImportColumn, string[]>,
  );
}
