/** A group's defaults for new devices: tariff, report interval, suggested protection template. */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Id, IdText, Nullable } from '../../shapes.ts';

const PATH = '/api/v2/groups/:id/defaults';

/** The group that defines the value; null if it is a group above those the caller can see. */
const From = Nullable(Type.Object({ id: Type.Integer(), name: Type.String() }));

const Defaults = Type.Object({
  /** Version of the defaults, to send back with a change; 0 if none was ever set for the group. */
  version: Type.Integer(),
  /** Values set for the group itself; null if inherited from the groups above. */
  own: Type.Object({
    rate_id: Nullable(Type.Integer()),
    /** In seconds. */
    expected_interval_s: Nullable(Type.Integer()),
    template_id: Nullable(Type.String()),
  }),
  /** The effective value, from the nearest group on the way up that defines one. */
  rate: Nullable(Type.Object({ id: Type.Integer(), name: Type.String(), from: From })),
  interval: Nullable(Type.Object({ seconds: Type.Integer(), from: From })),
  template: Nullable(Type.Object({ id: Type.String(), name: Type.String(), from: From })),
});

export const groupDefaultCalls = defineCalls({
  'v2.groups.defaults': {
    method: 'GET',
    path: PATH,
    summary: 'What a device that is new in the group gets when nothing else is said',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    params: Type.Object({ id: IdText }),
    answer: { data: Defaults },
    tenantIds: [{ at: 'params.id', of: 'group', miss: 'not-found' }],
    example: { params: { id: '{group}' } },
  },
  'v2.groups.defaults.change': {
    method: 'PUT',
    path: PATH,
    summary:
      'Other defaults for new devices of a group and below; devices that are there keep theirs',
    who: 'group.manage',
    scope: 'own',
    effect: 'write',
    params: Type.Object({ id: IdText }),
    body: Type.Object({
      rate_id: Nullable(Id),
      expected_interval_s: Nullable(Type.Number()),
      template_id: Nullable(IdText),
      version: Type.Integer({ minimum: 0 }),
    }),
    answer: { data: Defaults },
    tenantIds: [
      { at: 'params.id', of: 'group', miss: 'not-found' },
      { at: 'body.rate_id', of: 'rate', miss: 'not-found' },
      { at: 'body.template_id', of: 'protection-template', miss: 'not-found' },
    ],
    example: {
      params: { id: '{group}' },
      body: {
        rate_id: '{rate}',
        expected_interval_s: 300,
        template_id: '{protection-template}',
        version: 0,
      },
    },
  },
});
