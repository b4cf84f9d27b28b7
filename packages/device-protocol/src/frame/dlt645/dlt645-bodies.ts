/**
 * Data layout of a DL/T 645-2007 frame, by function and direction (clause 7). A body is a list of
 * elements in wire order; if the standard allows several lengths, there are several bodies, and the
 * one with the matching length is used.
 */
import type { DataField } from '../data-field.ts';
import { DLT645, ERROR_BIT, FUNCTION_MASK, REPLY_BIT } from './dlt645-control.ts';

/** `values`: the values of the identifier before it. `rest`: bytes without a defined meaning. */
export type BodyPart = 'identifier' | 'switch-order' | 'values' | 'rest' | DataField;

export type Body = readonly BodyPart[];

const raw = (name: DataField['name'], bytes: number): DataField => ({ kind: 'raw', name, bytes });

const passwordOf = (which: 'old' | 'new' | undefined): readonly DataField[] => {
  const of = which === undefined ? {} : { of: [{ key: which }] };
  return [
    { kind: 'raw', name: 'password-level', bytes: 1, ...of },
    { kind: 'digits', name: 'password', bytes: 3, ...of },
  ];
};

const CREDENTIALS: readonly DataField[] = [
  ...passwordOf(undefined),
  { kind: 'digits', name: 'operator', bytes: 4 },
];

const METER_ADDRESS: DataField = { kind: 'digits', name: 'meter-address', bytes: 6 };

const RATE: DataField = {
  kind: 'raw',
  name: 'rate-word',
  bytes: 1,
};

const ERROR: DataField = {
  kind: 'bits',
  name: 'error',
  bytes: 1,
  bits: [
    'other-error',
    'no-such-data',
    'password-wrong',
    'rate-fixed',
    'too-many-zones',
    'too-many-switches',
    'too-many-tariffs',
  ],
};

const RECORDS: DataField = {
  kind: 'number',
  name: 'record-count',
  bytes: 1,
  decimals: 0,
  unit: '',
  signed: false,
};

const NOTHING: readonly Body[] = [[]];

const BODIES: Readonly<
  Record<number, { readonly request: readonly Body[]; readonly reply: readonly Body[] }>
> = {
  [DLT645.authenticate]: {
    request: [['identifier', { kind: 'digits', name: 'operator', bytes: 4 }, 'rest']],
    reply: [['identifier', 'rest']],
  },
  [DLT645.broadcastTime]: {
    request: [[{ kind: 'time', name: 'clock-time', bytes: 6, shape: 'YYMMDDhhmmss' }]],
    reply: [],
  },
  [DLT645.read]: {
    request: [
      ['identifier'],
      ['identifier', RECORDS],
      ['identifier', RECORDS, { kind: 'time', name: 'record-time', bytes: 5, shape: 'YYMMDDhhmm' }],
    ],
    reply: [['identifier', 'values']],
  },
  [DLT645.readFollowing]: {
    request: [['identifier', raw('sequence', 1)]],
    reply: [['identifier', 'rest', raw('sequence', 1)]],
  },
  [DLT645.readAddress]: { request: NOTHING, reply: [[METER_ADDRESS]] },
  [DLT645.write]: { request: [['identifier', ...CREDENTIALS, 'values']], reply: NOTHING },
  [DLT645.writeAddress]: { request: [[METER_ADDRESS]], reply: NOTHING },
  [DLT645.freeze]: {
    request: [[{ kind: 'time', name: 'freeze-time', bytes: 4, shape: 'MMDDhhmm' }]],
    reply: NOTHING,
  },
  [DLT645.changeRate]: { request: [[RATE]], reply: [[RATE]] },
  [DLT645.changePassword]: {
    request: [['identifier', ...passwordOf('old'), ...passwordOf('new')]],
    reply: [[...passwordOf('new')]],
  },
  [DLT645.clearDemand]: { request: [CREDENTIALS], reply: NOTHING },
  [DLT645.clearMeter]: { request: [CREDENTIALS], reply: NOTHING },
  [DLT645.clearEvents]: {
    request: [[...CREDENTIALS, { kind: 'digits', name: 'event-identifier', bytes: 4 }]],
    reply: NOTHING,
  },
  [DLT645.tripClose]: {
    request: [
      [
        ...CREDENTIALS,
        'switch-order',
        raw('reserved', 1),
        { kind: 'time', name: 'order-valid-until', bytes: 6, shape: 'YYMMDDhhmmss' },
      ],
    ],
    reply: NOTHING,
  },
};

/** Returns undefined if the standard does not define the function. */
export function bodiesOf(control: number): readonly Body[] | undefined {
  const fn = control & FUNCTION_MASK;
  const bodies = BODIES[fn];
  if (bodies === undefined) return undefined;
  if ((control & REPLY_BIT) === 0) return bodies.request;
  if ((control & ERROR_BIT) === 0) return bodies.reply;
  return [fn === DLT645.authenticate ? [raw('security-error', 2)] : [ERROR]];
}
