/** Device types as reference data: kind and report interval (docs/specification/devices.md 1.1). */
import { DEVICE_TYPE_NAME_LENGTH } from '@busbar/domain/device/device-type';
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { IdText, Text } from '../../shapes.ts';

/** Twice the maximum length, so that a name that is too long is refused with a specific message. */
const Name = Text(2 * DEVICE_TYPE_NAME_LENGTH);

export const deviceTypeCalls = defineCalls({
  'v2.device-types': {
    method: 'GET',
    path: '/api/v2/device-types',
    summary: 'Types of devices with prefix, kind and how often they are expected to report',
    who: 'signed-in',
    scope: 'own',
    effect: 'read',
    answer: {
      data: Type.Object({
        list: Type.Array(
          Type.Object({
            id: Type.Integer(),
            name: Type.String(),
            /** One of main, gateway, hidden, dtu, meter; determines the device's capabilities. */
            kind: Type.String(),
            /** Prefix of the type names of this kind. */
            prefix: Type.String(),
            /** Seconds between two reports. */
            expected_interval_s: Type.Integer(),
          }),
        ),
      }),
    },
    tenantIds: [],
    example: {},
  },
  'v2.device-types.change': {
    method: 'PUT',
    path: '/api/v2/device-types/:id',
    summary:
      'Change name and expected interval of a type; the interval counts for devices registered later',
    who: 'reference.write',
    scope: 'platform',
    effect: 'write',
    params: Type.Object({ id: IdText }),
    body: Type.Object({
      name: Name,
      expected_interval_s: Type.Integer(),
      /** Values as they were read; the change is refused if another user has changed them since. */
      was: Type.Object({ name: Name, expected_interval_s: Type.Integer() }),
    }),
    answer: {},
    tenantIds: [],
    example: {
      params: { id: '1' },
      body: {
        name: 'MT61',
        expected_interval_s: 60,
        was: { name: 'MT61', expected_interval_s: 60 },
      },
    },
  },
});
