/** The live wall: a user's layouts, and the recent values with which its cell lines begin. */
import { MEASUREMENT_WIRE_NAMES } from '@busbar/domain/device/wire-names';
import { MAX_WALL_CELLS } from '@busbar/domain/wall/wall-cell';
import { WALL_NAME_LENGTH } from '@busbar/domain/wall/wall-name';
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { IdText, Nullable } from '../../shapes.ts';

const PATH = '/api/v2/wall-layouts';

/** A quantity, by its wire name. */
const QUANTITIES = Object.values(MEASUREMENT_WIRE_NAMES);
const Quantity = Type.Unsafe<(typeof QUANTITIES)[number]>(
  Type.Union(QUANTITIES.map((name) => Type.Literal(name))),
);
const Name = Type.String({ minLength: 1, maxLength: WALL_NAME_LENGTH });

const Cells = Type.Array(
  Type.Object({
    device_code: IdText,
    quantity: Quantity,
    /** In the unit of the quantity; null for no limit on that side. */
    low: Nullable(Type.Number()),
    high: Nullable(Type.Number()),
  }),
  { maxItems: MAX_WALL_CELLS },
);

/** Epoch ms of the last save; distinguishes the layout that was read from a layout saved since. */
const ChangedAt = Type.Number();

export const liveWallCalls = defineCalls({
  'v2.wall-layouts': {
    method: 'GET',
    path: PATH,
    summary: 'Layouts of the live wall the caller has saved, by name',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    answer: {
      data: Type.Object({
        list: Type.Array(Type.Object({ name: Name, cells: Cells, changed_at: ChangedAt })),
      }),
    },
    tenantIds: [],
    example: {},
  },
  'v2.wall-layouts.save': {
    method: 'PUT',
    path: PATH,
    summary: 'Keep a layout of the live wall: a new one, or instead of one that was read',
    who: 'data.read',
    scope: 'own',
    effect: 'write',
    body: Type.Object({
      name: Name,
      cells: Cells,
      /** The layout to replace, under this name or a new one; null if none is replaced. */
      instead_of: Nullable(Type.Object({ name: Name, changed_at: ChangedAt })),
    }),
    answer: { data: Type.Object({ changed_at: ChangedAt }) },
    // A deleted device remains in the layout and shows no values.
    tenantIds: [{ at: 'body.cells.0.device_code', of: 'device', miss: 'empty' }],
    example: {
      body: {
        name: '{fresh-name}',
        cells: [{ device_code: '{device}', quantity: 'volPa', low: 207, high: 253 }],
        instead_of: null,
      },
    },
  },
  'v2.wall-layouts.delete': {
    method: 'DELETE',
    path: PATH,
    summary: 'Forget a layout of the live wall',
    who: 'data.read',
    scope: 'own',
    effect: 'write',
    query: Type.Object({ name: Name }),
    answer: {},
    tenantIds: [],
    example: { query: { name: 'Feeders' } },
  },
  'v2.wall-readings': {
    method: 'POST',
    path: '/api/v2/wall-readings',
    summary: 'Newest reading of each device, and two a minute of its last quarter of an hour',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    body: Type.Object({
      device_codes: Type.Array(IdText, { minItems: 1, maxItems: MAX_WALL_CELLS }),
      quantities: Type.Array(Quantity, { minItems: 1, maxItems: QUANTITIES.length }),
    }),
    answer: {
      data: Type.Object({
        /** Readings, oldest first; omits devices that never reported or are outside the scope. */
        list: Type.Array(
          Type.Object({
            device_code: Type.String(),
            /** Expected report interval, s; a value older than three intervals is outdated. */
            interval_s: Type.Integer(),
            readings: Type.Array(
              Type.Object({ ts: Type.Number(), values: Type.Record(Type.String(), Type.Number()) }),
            ),
          }),
        ),
      }),
    },
    tenantIds: [{ at: 'body.device_codes.0', of: 'device', miss: 'empty' }],
    example: { body: { device_codes: ['{device}'], quantities: ['volPa', 'insP'] } },
  },
});
