/**
 * The columns of a file of readings (docs/protocol/reading-import.md). Headings are matched
 * regardless of case, spaces and punctuation, in each language of the platform.
 */
import { columnReader } from '../device-import/import-columns.ts';

export const READING_COLUMNS = ['time', 'register', 'energy'] as const;

export type ReadingColumn = (typeof READING_COLUMNS)[number];

/** Column of the values; a register is a running counter, an energy belongs to one interval. */
export type ValueColumn = Exclude<ReadingColumn, 'time'>;

const NAMES: Readonly<Record<ReadingColumn, readonly string[]>> = {
  time: [
    'time',
    'date',
    'date and time',
    'datetime',
    'date_time',
    'timestamp',
    'fecha',
    'fecha y hora',
    'date et heure',
    'horodatage',
    'heure',
    'дата',
    'время',
    'дата и время',
    'الوقت',
    'التاريخ',
    'التاريخ والوقت',
    '时间',
    '日期',
    '日期时间',
  ],
  register: [
    'register',
    'register kWh',
    'meter reading',
    'meter reading kWh',
    'reading kWh',
    'epT',
    'lectura',
    'lectura kWh',
    'lectura del contador kWh',
    'index',
    'index kWh',
    'index du compteur kWh',
    'показание',
    'показания',
    'показания счётчика, кВт·ч',
    'القراءة',
    'قراءة العداد',
    'قراءة العداد kWh',
    '示数',
    '示数 kWh',
    '电表读数',
    '电表读数 kWh',
  ],
  energy: [
    'energy',
    'energy kWh',
    'consumption',
    'consumption kWh',
    'kWh',
    'energía',
    'energía kWh',
    'consumo kWh',
    'énergie',
    'énergie kWh',
    'consommation kWh',
    'энергия',
    'энергия, кВт·ч',
    'расход, кВт·ч',
    'الطاقة',
    'الطاقة kWh',
    'الاستهلاك kWh',
    '电量',
    '电量 kWh',
    '用电量 kWh',
  ],
};

/** Returns undefined if the heading names no column of readings. */
export const readReadingHeading = columnReader(NAMES);
