/** The simulated breaker with which users try the platform (docs/specification/devices.md 3.8). */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Text } from '../../shapes.ts';

const PATH = '/api/v2/simulated-breaker';

export const simulatedBreakerCalls = defineCalls({
  'v2.simulated-breaker.add': {
    method: 'POST',
    path: PATH,
    summary: 'Add the simulated breaker of the customer to the own group, or return its code',
    who: 'device.write',
    scope: 'own',
    effect: 'write',
    body: Type.Object({
      /** Language of its name; defaults to the language of the caller's notifications. */
      language: Type.Optional(Text(10)),
    }),
    answer: { data: Type.Object({ device_code: Type.String() }) },
    tenantIds: [],
    example: { body: {} },
  },
  'v2.simulated-breaker.remove': {
    method: 'DELETE',
    path: PATH,
    summary: 'Remove the simulated breaker of the customer',
    who: 'device.remove',
    scope: 'own',
    effect: 'write',
    answer: {},
    tenantIds: [],
    example: {},
  },
});
