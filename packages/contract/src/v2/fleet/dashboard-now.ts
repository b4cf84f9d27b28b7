/** The present state of all devices for the first row of the dashboard (docs/specification/dashboard.md 7). */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Nullable } from '../../shapes.ts';

export const dashboardNowCalls = defineCalls({
  'v2.dashboard-now': {
    method: 'GET',
    path: '/api/v2/dashboard-now',
    summary: 'Power, breakers, active alarms and highest loads now, of the own group and below',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    answer: {
      data: Type.Object({
        /** Time of the answer. */
        at: Type.Number(),
        /** As `statistics-online`. */
        devices: Type.Object({
          total: Type.Integer(),
          online: Type.Integer(),
          offline: Type.Integer(),
          late: Type.Integer(),
        }),
        power: Type.Object({
          /** Sum of the loads of now; null if no device has one. */
          kw: Nullable(Type.Number()),
          /** Number of devices with a load of now, and of those that measure but have none. */
          counted: Type.Integer(),
          uncounted: Type.Integer(),
          /** Mean power of the 96 quarter hours from `from` on, from the energy counted in them. */
          curve: Type.Object({
            from: Type.Number(),
            kw: Type.Array(Nullable(Type.Number())),
          }),
          /** Highest mean power of a quarter hour today, and the start of that quarter hour. */
          peak: Nullable(Type.Object({ kw: Type.Number(), at: Type.Number() })),
        }),
        /** Every breaker in one position, as last reported; `unknown` if it never was. */
        breakers: Type.Object({
          closed: Type.Integer(),
          open: Type.Integer(),
          tripped: Type.Integer(),
          locked: Type.Integer(),
          unknown: Type.Integer(),
          /** Breakers of the four positions that are late or offline. */
          not_online: Type.Integer(),
        }),
        /** Active alarms and warnings by priority, 1 first; `oldest_at` is the start of the oldest. */
        alarms: Type.Array(
          Type.Object({
            priority: Type.Integer(),
            count: Type.Integer(),
            oldest_at: Type.Number(),
          }),
        ),
        /** At most five devices with a load of now, by percent of the rated current. */
        top_loads: Type.Array(
          Type.Object({
            device_code: Type.String(),
            device_name: Type.String(),
            load_kw: Nullable(Type.Number()),
            load_percent: Type.Number(),
            load_at: Type.Number(),
          }),
        ),
      }),
    },
    tenantIds: [],
    example: {},
  },
});
