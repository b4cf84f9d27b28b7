/**
 * Moves of devices, users and groups in the tree. Each move has a preview that lists the users who
 * gain or lose visible devices, and returns a token; the move is refused if the underlying data has
 * changed since. Moving users requires `user.manage` too, and is refused for the caller's own
 * account and for users with more permissions than the caller.
 */
import { type TProperties, Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Id, IdText } from '../../shapes.ts';

const PATH = '/api/v2/groups/:id';

/** Maximum number of devices or users in one move. */
export const MAX_MOVED = 1_000;

const Token = Type.String({ minLength: 1, maxLength: 64 });

const Seen = Type.Object({
  number: Type.Integer(),
  /** The first 100 devices, sorted by name. */
  devices: Type.Array(Type.Object({ device_code: Type.String(), device_name: Type.String() })),
});

const PREVIEW = {
  data: Type.Object({
    /** Token that the move requires. */
    token: Type.String(),
    moved_devices: Type.Integer(),
    moved_users: Type.Integer(),
    /** Users who stay in their group but see other devices; largest change first, at most 50. */
    views: Type.Array(
      Type.Object({
        group_before: Type.String(),
        group_after: Type.String(),
        user_number: Type.Integer(),
        /** The first 100 users, sorted by name. */
        users: Type.Array(
          Type.Object({ id: Type.Integer(), name: Type.String(), role: Type.String() }),
        ),
        lost: Seen,
        gained: Seen,
      }),
    ),
    view_number: Type.Integer(),
    /** Items that remain active although their users may see fewer devices. */
    touched: Type.Object({
      /** Enabled timers of the moved devices. */
      timers: Type.Integer(),
      /** Projects that have a lamp group or a tower of the moved devices, by name. */
      projects: Type.Array(Type.String()),
      towers: Type.Array(Type.String()),
      /** Scheduled reports of moved devices, or owned by or sent to users who lose devices. */
      schedules: Type.Integer(),
      /** Number of users who lose devices and get alarm notifications for those they can see. */
      notified: Type.Integer(),
    }),
  }),
};

const MOVED = { data: Type.Object({ moved: Type.Integer() }) };

const withToken = <P extends TProperties>(properties: P) =>
  Type.Object({ ...properties, token: Token });

const DEVICES = {
  device_codes: Type.Array(IdText, { minItems: 1, maxItems: MAX_MOVED }),
};
const USERS = {
  user_ids: Type.Array(Id, { minItems: 1, maxItems: MAX_MOVED }),
};
const BELOW = { parent_id: IdText };

const ofGroup = { at: 'params.id', of: 'group', miss: 'not-found' } as const;
const ofDevices = { at: 'body.device_codes.0', of: 'device', miss: 'not-found' } as const;
const ofUsers = { at: 'body.user_ids.0', of: 'user', miss: 'not-found' } as const;
const ofParent = { at: 'body.parent_id', of: 'group', miss: 'not-found' } as const;

const common = {
  who: 'group.manage',
  scope: 'own',
  params: Type.Object({ id: IdText }),
} as const;

export const groupMoveCalls = defineCalls({
  'v2.groups.devices.preview': {
    ...common,
    method: 'POST',
    path: `${PATH}/devices/preview`,
    summary: 'Who would see other devices if these were moved to the group',
    effect: 'read',
    body: Type.Object(DEVICES),
    answer: PREVIEW,
    tenantIds: [ofGroup, ofDevices],
    example: { params: { id: '{group}' }, body: { device_codes: ['{device}'] } },
  },
  'v2.groups.devices': {
    ...common,
    method: 'POST',
    path: `${PATH}/devices`,
    summary: 'Move devices to the group',
    effect: 'write',
    body: withToken(DEVICES),
    answer: MOVED,
    tenantIds: [ofGroup, ofDevices],
    example: { params: { id: '{group}' }, body: { device_codes: ['{device}'], token: 'x' } },
  },
  'v2.groups.users.preview': {
    ...common,
    method: 'POST',
    path: `${PATH}/users/preview`,
    summary: 'Which devices users would lose and gain if they were moved to the group',
    effect: 'read',
    body: Type.Object(USERS),
    answer: PREVIEW,
    tenantIds: [ofGroup, ofUsers],
    example: { params: { id: '{group}' }, body: { user_ids: ['{user}'] } },
  },
  'v2.groups.users.move': {
    ...common,
    method: 'POST',
    path: `${PATH}/users`,
    summary: 'Move users to the group',
    effect: 'write',
    body: withToken(USERS),
    answer: MOVED,
    tenantIds: [ofGroup, ofUsers],
    example: { params: { id: '{group}' }, body: { user_ids: ['{user}'], token: 'x' } },
  },
  'v2.groups.move.preview': {
    ...common,
    method: 'POST',
    path: `${PATH}/move/preview`,
    summary: 'Who would see other devices if the group were moved below another',
    effect: 'read',
    body: Type.Object(BELOW),
    answer: PREVIEW,
    tenantIds: [ofGroup, ofParent],
    example: { params: { id: '{group}' }, body: { parent_id: '{group}' } },
  },
  'v2.groups.move': {
    ...common,
    method: 'POST',
    path: `${PATH}/move`,
    summary: 'Move a group, with all below it, below another',
    effect: 'write',
    body: withToken(BELOW),
    answer: MOVED,
    tenantIds: [ofGroup, ofParent],
    example: { params: { id: '{group}' }, body: { parent_id: '{group}', token: 'x' } },
  },
});
