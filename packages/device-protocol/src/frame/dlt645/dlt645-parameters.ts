/** Parameters of a meter, DI3 = 04 (annex A, table A.4), and the bits of its status words (annex C). */
import type { DataField } from '../data-field.ts';
import type { IdentifierLayout } from '../identifier-layout.ts';
import type { FrameName } from '../names/frame-names.ts';
import type { FrameTextKey } from '../names/frame-text-keys.ts';

type Entry = readonly [number, IdentifierLayout];

const one = (identifier: number, field: DataField): Entry => [
  identifier,
  { about: { key: field.name, of: field.of ?? [] }, fields: [field] },
];

const count = (name: FrameName, bytes: number, unit = ''): DataField => ({
  kind: 'number',
  name,
  bytes,
  decimals: 0,
  unit,
  signed: false,
});

const text = (name: FrameName, bytes: number): DataField => ({ kind: 'text', name, bytes });

const digits = (name: FrameName): DataField => ({ kind: 'digits', name, bytes: 6 });

const PHASE_BITS: readonly (FrameTextKey | null)[] = [
  'voltage-lost',
  'under-voltage',
  'over-voltage',
  'current-lost',
  'over-current',
  'overload',
  'power-reversed',
  'phase-broken',
  'current-broken',
];

/**
 * Status words 1 to 7, with bit 0 first. In word 3, bits 1 and 2 together encode the supply, bits 8
 * and 9 the kind of meter.
 */
const STATUS_BITS: readonly (readonly (FrameTextKey | null)[])[] = [
  [
    null,
    'demand-by-block',
    'clock-battery-low',
    'reading-battery-low',
    'active-reversed',
    'reactive-reversed',
  ],
  [
    'active-reversed-a',
    'active-reversed-b',
    'active-reversed-c',
    null,
    'reactive-reversed-a',
    'reactive-reversed-b',
    'reactive-reversed-c',
  ],
  [
    'second-day-table',
    'auxiliary-supply',
    'battery-supply',
    'programming-allowed',
    'relay-open',
    'second-zones',
    'relay-ordered-open',
    'trip-warning',
  ],
  PHASE_BITS,
  PHASE_BITS,
  PHASE_BITS,
  [
    'voltage-sequence',
    'current-sequence',
    'voltage-unbalance',
    'current-unbalance',
    'auxiliary-lost',
    'power-outage',
    'demand-exceeded',
    'power-factor-low',
    'severe-current-unbalance',
  ],
];

const STATUS_TEXTS = STATUS_BITS.map(
  (bits, index): DataField => ({
    kind: 'bits',
    name: 'status-word',
    of: [{ key: 'number', n: index + 1 }],
    bytes: 2,
    bits,
  }),
);

export const PARAMETER_IDENTIFIERS: readonly Entry[] = [
  one(0x04000101, { kind: 'time', name: 'date-weekday', bytes: 4, shape: 'YYMMDDWW' }),
  one(0x04000102, { kind: 'time', name: 'time-of-day', bytes: 3, shape: 'hhmmss' }),
  one(0x04000103, count('demand-period', 1, 'min')),
  one(0x04000104, count('demand-slide', 1, 'min')),
  one(0x04000105, count('pulse-width', 2, 'ms')),
  one(0x04000106, { kind: 'time', name: 'zone-switch-time', bytes: 5, shape: 'YYMMDDhhmm' }),
  one(0x04000107, { kind: 'time', name: 'table-switch-time', bytes: 5, shape: 'YYMMDDhhmm' }),
  one(0x04000201, count('year-zones', 1)),
  one(0x04000202, count('day-tables', 1)),
  one(0x04000203, count('day-switches', 1)),
  one(0x04000204, count('tariffs', 1)),
  one(0x04000205, count('holidays', 2)),
  one(0x04000306, count('current-ratio', 3)),
  one(0x04000307, count('voltage-ratio', 3)),
  one(0x04000401, digits('meter-address')),
  one(0x04000402, digits('meter-number')),
  one(0x04000403, text('asset-number', 32)),
  one(0x04000404, text('rated-voltage', 6)),
  one(0x04000405, text('rated-current', 6)),
  one(0x04000406, text('maximum-current', 6)),
  one(0x04000407, text('active-class', 4)),
  one(0x04000408, text('reactive-class', 4)),
  one(0x04000409, count('active-constant', 3, 'imp/kWh')),
  one(0x0400040a, count('reactive-constant', 3, 'imp/kvarh')),
  one(0x0400040b, text('meter-model', 10)),
  one(0x0400040c, text('production-date', 10)),
  one(0x0400040d, text('protocol-version', 16)),
  one(0x0400040e, digits('customer-number')),
  ...STATUS_TEXTS.map((field, index) => one(0x04000501 + index, field)),
  [
    0x040005ff,
    { about: { key: 'status-word', of: [{ key: 'all' }] }, fields: STATUS_TEXTS, group: 1 },
  ],
  ...[1, 2, 3].map((n) =>
    one(0x04000b00 + n, {
      kind: 'time',
      name: 'settlement-day',
      of: [{ key: 'number', n }],
      bytes: 2,
      shape: 'DDhh',
    }),
  ),
];
