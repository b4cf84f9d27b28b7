/** Instantaneous quantities, DI3 = 02 (annex A, table A.3). */
import type { Qualified } from '../byte-row.ts';
import type { DataField } from '../data-field.ts';
import type { IdentifierLayout } from '../identifier-layout.ts';
import type { FrameName } from '../names/frame-names.ts';

type Entry = readonly [number, IdentifierLayout];

interface Quantity {
  readonly name: FrameName;
  readonly bytes: number;
  readonly decimals: number;
  readonly unit: string;
  readonly signed: boolean;
}

const TOTAL: Qualified = { key: 'total' };
const PHASES: readonly Qualified[] = [{ key: 'phase-a' }, { key: 'phase-b' }, { key: 'phase-c' }];

// biome-ignore format: one row per DI2 is what makes this a table
const OF_PHASES: readonly (readonly [di2: number, withTotal: boolean, quantity: Quantity])[] = [
  [0x01, false, { name: 'voltage', bytes: 2, decimals: 1, unit: 'V', signed: false }],
  [0x02, false, { name: 'current', bytes: 3, decimals: 3, unit: 'A', signed: true }],
  [0x03, true, { name: 'active-power', bytes: 3, decimals: 4, unit: 'kW', signed: true }],
  [0x04, true, { name: 'reactive-power', bytes: 3, decimals: 4, unit: 'kvar', signed: true }],
  [0x05, true, { name: 'apparent-power', bytes: 3, decimals: 4, unit: 'kVA', signed: true }],
  [0x06, true, { name: 'power-factor', bytes: 2, decimals: 3, unit: '', signed: true }],
  [0x07, false, { name: 'phase-angle', bytes: 2, decimals: 1, unit: '°', signed: false }],
  [0x08, false, { name: 'voltage-distortion', bytes: 2, decimals: 2, unit: '%', signed: false }],
  [0x09, false, { name: 'current-distortion', bytes: 2, decimals: 2, unit: '%', signed: false }],
];

// biome-ignore format: one row per DI0 is what makes this a table
const SINGLE: readonly (readonly [di0: number, quantity: Quantity])[] = [
  [0x01, { name: 'neutral-current', bytes: 3, decimals: 3, unit: 'A', signed: true }],
  [0x02, { name: 'frequency', bytes: 2, decimals: 2, unit: 'Hz', signed: false }],
  [0x03, { name: 'average-power', bytes: 3, decimals: 4, unit: 'kW', signed: true }],
  [0x04, { name: 'active-demand', bytes: 3, decimals: 4, unit: 'kW', signed: true }],
  [0x05, { name: 'reactive-demand', bytes: 3, decimals: 4, unit: 'kvar', signed: true }],
  [0x06, { name: 'apparent-demand', bytes: 3, decimals: 4, unit: 'kVA', signed: true }],
  [0x07, { name: 'temperature', bytes: 2, decimals: 1, unit: '°C', signed: true }],
  [0x08, { name: 'clock-battery', bytes: 2, decimals: 2, unit: 'V', signed: false }],
  [0x09, { name: 'reading-battery', bytes: 2, decimals: 2, unit: 'V', signed: false }],
  [0x0a, { name: 'battery-time', bytes: 4, decimals: 0, unit: 'min', signed: false }],
];

function field({ name, ...quantity }: Quantity, of: readonly Qualified[]): DataField {
  return { kind: 'number', name, of, ...quantity };
}

/** DI1 = 00 is the total, 01 to 03 a phase, and FF all of these in this order. */
function ofPhases(di2: number, withTotal: boolean, quantity: Quantity): Entry[] {
  const each = withTotal ? [TOTAL, ...PHASES] : PHASES;
  const identifier = (di1: number) => 0x02000000 + di2 * 0x10000 + di1 * 0x100;
  const first = withTotal ? 0 : 1;
  return [
    ...each.map((which, index): Entry => {
      const layout = {
        about: { key: quantity.name, of: [which] },
        fields: [field(quantity, [which])],
      };
      return [identifier(first + index), layout];
    }),
    [
      identifier(0xff),
      {
        about: { key: quantity.name, of: [{ key: 'all-phases' }] },
        fields: each.map((which) => field(quantity, [which])),
        group: 1,
      },
    ],
  ];
}

export const VARIABLE_IDENTIFIERS: readonly Entry[] = [
  ...OF_PHASES.flatMap(([di2, withTotal, quantity]) => ofPhases(di2, withTotal, quantity)),
  ...SINGLE.map(([di0, quantity]): Entry => {
    const about = { key: quantity.name, of: [] };
    return [0x02800000 + di0, { about, fields: [field(quantity, [])] }];
  }),
];
