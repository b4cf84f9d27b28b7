/** History of a device (docs/specification/readings.md 2 and 4; docs/decisions.md 24). */
import { Type } from 'typebox';
import { defineCalls } from '../call.ts';
import { Id, Nullable, When, Whole } from '../shapes.ts';

export const dataCalls = defineCalls({
  'v1.data.findVariableByDateTime': {
    method: 'POST',
    path: '/data/findVariableByDateTime',
    summary:
      'Measurement records of a device in a half-open span, newest first; with `sample` thinned keeping minimum and maximum, and the mean beside them',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    body: Type.Object({
      startTime: When,
      endTime: When,
      rows: Type.Optional(Whole),
      currentPage: Type.Optional(Whole),
      deviceId: Id,
      groupId: Type.Optional(Id),
      /** Max number of points; each time bucket returns min and max, and its mean in `means`. */
      sample: Type.Optional(Whole),
      /** Restricts the result to these measurement fields (wire names); defaults to all. */
      fields: Type.Optional(Type.Array(Type.String({ maxLength: 8 }), { maxItems: 27 })),
      /** Returns the energy registers of the span instead of measurements. */
      dataType: Type.Optional(Type.Union([Type.Literal('variable'), Type.Literal('energy')])),
    }),
    answer: {
      data: Type.Array(
        Type.Object(
          { dateTime: Type.String(), ts: Type.Number() },
          { additionalProperties: Nullable(Type.Number()) },
        ),
      ),
      currentPage: Type.Integer(),
      totalPage: Type.Integer(),
      totalCount: Type.Integer(),
      rows: Type.Integer(),
      /**
       * With `sample`, for measurements: the start of each time bucket, newest first, the number of
       * its readings and the mean of every field that has values.
       */
      means: Type.Optional(
        Type.Array(
          Type.Object(
            { ts: Type.Number(), readings: Type.Integer() },
            { additionalProperties: Type.Number() },
          ),
        ),
      ),
      /** Epoch ms. Earlier rows are quarter-hour values: means, and with `sample` min and max. */
      thinnedBefore: Type.Optional(Type.Number()),
    },
    tenantIds: [
      { at: 'body.deviceId', of: 'device', miss: 'not-found' },
      { at: 'body.groupId', of: 'group', miss: 'not-found' },
    ],
    example: {
      body: {
        startTime: '2026-11-01 00:00:00',
        endTime: '2026-11-02 00:00:00',
        rows: 10,
        currentPage: 1,
        deviceId: '{device}',
        groupId: '{group}',
      },
    },
  },
});
