/**
 * Decodes stored readings of a meter on a serial line again, after its settings or its profile were
 * corrected (docs/protocol/meter-recompute.md). The preview changes nothing; the acceptance sends the
 * `mark` of the preview.
 */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Fee, IdText, Nullable, Text } from '../../shapes.ts';

const LATEST_MS = 8_640_000_000_000_000;

const Order = {
  /** Id or code of the meter. */
  device_code: IdText,
  /** The readings from this time on, epoch ms. */
  from: Type.Integer({ minimum: 0, maximum: LATEST_MS }),
};

/** Amounts of the billed channel. */
const Amounts = Type.Object({ ept: Type.Number(), fee: Fee });

/** The billed register of a reading, kWh; null without one. */
const ChangedRegister = Type.Object({
  at: Type.Number(),
  before: Nullable(Type.Number()),
  after: Nullable(Type.Number()),
});

/** A step between two registers in kWh; `at` is the time of the second. */
const Step = Type.Object({ at: Type.Number(), from: Type.Number(), to: Type.Number() });

/** Instants in epoch ms, registers and energies in kWh. */
const Preview = Type.Object({
  /** Null if nothing would change. */
  mark: Nullable(Type.String()),
  /** First and last reading with stored answers. */
  first: Type.Number(),
  last: Type.Number(),
  /** Numbers of readings with other values, with the same, and in a form that cannot be read. */
  recomputed: Type.Integer(),
  unchanged: Type.Integer(),
  unreadable: Type.Integer(),
  /** Number of readings that would lose the billed register. */
  emptied: Type.Integer(),
  /** Number of values that no installation has; each is left out. */
  out_of_bounds: Type.Integer(),
  /** First and last reading whose registers change; null if none does. */
  first_register: Nullable(ChangedRegister),
  last_register: Nullable(ChangedRegister),
  /** Steps between former revisions of the settings that count again, the first 100. */
  counting: Type.Array(Step),
  /** Steps next to readings that are not recomputed, which count nothing, the first 100. */
  ignored: Type.Array(Step),
  /** Months of which the energy or the fee changes. */
  months: Type.Array(Type.Object({ month: Type.String(), before: Amounts, after: Amounts })),
  /** Settlement periods of the changes; state: open, ended, closed or issued. */
  periods: Type.Array(
    Type.Object({ start: Type.String(), end: Type.String(), state: Type.String() }),
  ),
});

const example = { device_code: '{device}', from: 0 };

export const meterRecomputeCalls = defineCalls({
  'v2.meter-recompute': {
    method: 'GET',
    path: '/api/v2/meter-recompute',
    summary: 'Readings of a meter that can be recomputed, by the settings that decoded them',
    who: 'energy.correct',
    scope: 'own',
    effect: 'read',
    query: Type.Object({ device_code: IdText }),
    answer: {
      data: Type.Object({
        /** In order of their first readings. */
        stretches: Type.Array(
          Type.Object({
            first: Type.Number(),
            last: Type.Number(),
            readings: Type.Integer(),
            /** True for the readings that the present settings have decoded. */
            present: Type.Boolean(),
          }),
        ),
      }),
    },
    tenantIds: [{ at: 'query.device_code', of: 'device', miss: 'not-found' }],
    example: { query: { device_code: '{device}' } },
  },
  'v2.meter-recompute.preview': {
    method: 'POST',
    path: '/api/v2/meter-recompute',
    summary: 'Say what decoding stored readings again would change; changes nothing',
    who: 'energy.correct',
    scope: 'own',
    effect: 'write',
    body: Type.Object(Order),
    answer: { data: Preview },
    tenantIds: [{ at: 'body.device_code', of: 'device', miss: 'not-found' }],
    example: { body: example },
  },
  'v2.meter-recompute.accept': {
    method: 'POST',
    path: '/api/v2/meter-recompute/accept',
    summary: 'Decode stored readings again as in the preview, or none; a second time nothing',
    who: 'energy.correct',
    scope: 'own',
    effect: 'write',
    body: Type.Object({
      ...Order,
      /** That of the preview. */
      mark: Text(64),
      reason: Text(500),
    }),
    answer: {
      data: Type.Object({
        recomputed: Type.Integer(),
        /** True if there was nothing left to change. */
        repeated: Type.Boolean(),
      }),
    },
    tenantIds: [{ at: 'body.device_code', of: 'device', miss: 'not-found' }],
    example: {
      body: {
        ...example,
        mark: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
        reason: 'The CT ratio was wrong',
      },
    },
  },
});
