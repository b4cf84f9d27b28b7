/** Tests of meter profiles on the serial line of a DTU, before they are stored. */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { IdText, Nullable, Text } from '../../shapes.ts';
import { EXAMPLE_TABLE, MeterTable } from './meter-profiles.ts';

const PATH = '/api/v2/serial-line/:device_code/tests';
const DTU_ID = { at: 'params.device_code', of: 'device', miss: 'not-found' } as const;
const Side = Nullable(Type.Number());

export const lineTestCalls = defineCalls({
  'v2.serial-line.tests.start': {
    method: 'POST',
    path: PATH,
    summary: 'Read the registers of a profile that is not stored from a meter on the line',
    who: 'device.write',
    scope: 'own',
    effect: 'write',
    params: Type.Object({ device_code: IdText }),
    body: Type.Object({
      profile: MeterTable,
      /** 1 to 247, or twelve digits (DL/T 645). */
      station: Text(12),
      /** Null if the profile does not need the ratio. */
      ct_primary: Side,
      ct_secondary: Side,
      pt_primary: Side,
      pt_secondary: Side,
    }),
    answer: { data: Type.Object({ id: Type.String() }) },
    tenantIds: [DTU_ID],
    example: {
      params: { device_code: '{device}' },
      body: {
        ...{ profile: EXAMPLE_TABLE, station: '1' },
        ...{ ct_primary: null, ct_secondary: null, pt_primary: null, pt_secondary: null },
      },
    },
  },
  'v2.serial-line.tests.one': {
    method: 'GET',
    path: `${PATH}/:id`,
    summary: 'Result of the newest test of the line',
    who: 'device.write',
    scope: 'own',
    effect: 'read',
    params: Type.Object({ device_code: IdText, id: IdText }),
    answer: {
      data: Type.Object({
        /** One of `waiting`, `done` and `not-connected`. */
        state: Type.String(),
        quantities: Type.Array(
          Type.Object({
            quantity: Type.String(),
            /**
             * In the order of the meter, empty if none were received: registers of four hexadecimal
             * digits, or the bytes of a value of DL/T 645 of two.
             */
            words: Type.Array(Type.String()),
            /**
             * One of `value`, `not-available`, `out-of-bounds`, `refused`, `no-answer`,
             * `incomplete` and `not-sent`.
             */
            outcome: Type.String(),
            value: Nullable(Type.Number()),
            unit: Type.String(),
            /** Exception code of Modbus, or error byte of DL/T 645; null for other outcomes. */
            exception: Nullable(Type.Integer()),
          }),
        ),
      }),
    },
    tenantIds: [DTU_ID, { at: 'params.id', of: 'line-test', miss: 'not-found' }],
    example: { params: { device_code: '{device}', id: '{line-test}' } },
  },
});
