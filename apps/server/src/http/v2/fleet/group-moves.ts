/** Moves in the group tree, on v2. */

import type { groupMoveCalls } from '@busbar/contract/v2/fleet/group-moves';
import { snakeCaseKeys } from '@busbar/domain/key-case';
import { moveInTree } from '../../../areas/fleet/groups/move-service.ts';
import type { TreeMove } from '../../../areas/fleet/groups/plan-move.ts';
import {
  type MovePreview,
  previewMove,
  type SeenDevices,
} from '../../../areas/fleet/groups/preview-move.ts';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';

const OF_THINGS = { to: 'id', devices: 'device_codes', users: 'user_ids' };
const OF_GROUP = { to: 'parent_id' };

export function groupMoveHandlers(ctx: Context): HandlersOf<typeof groupMoveCalls> {
  const namesOf = ({ what }: TreeMove) => (what === 'group' ? OF_GROUP : OF_THINGS);

  async function preview(caller: Caller, move: TreeMove) {
    const previewed = await previewMove(ctx, caller, move);
    return previewed.ok
      ? { data: presentPreview(previewed.value) }
      : onWire(previewed, namesOf(move));
  }

  async function carryOut(caller: Caller, move: TreeMove, token: string) {
    const moved = await moveInTree(ctx, caller, move, token);
    return moved.ok
      ? { data: moved.value, msg: REFUSAL_MESSAGES.saved }
      : onWire(moved, namesOf(move));
  }

  const ofDevices = (to: string, devices: readonly string[]): TreeMove => ({
    what: 'devices',
    to,
    devices,
  });
  const ofUsers = (to: string, users: readonly (string | number)[]): TreeMove => ({
    what: 'users',
    to,
    users,
  });
  const ofGroup = (group: string, to: string): TreeMove => ({ what: 'group', group, to });

  return {
    'v2.groups.devices.preview': ({ params, body, caller }) =>
      preview(caller, ofDevices(params.id, body.device_codes)),
    'v2.groups.devices': ({ params, body, caller }) =>
      carryOut(caller, ofDevices(params.id, body.device_codes), body.token),
    'v2.groups.users.preview': ({ params, body, caller }) =>
      preview(caller, ofUsers(params.id, body.user_ids)),
    'v2.groups.users.move': ({ params, body, caller }) =>
      carryOut(caller, ofUsers(params.id, body.user_ids), body.token),
    'v2.groups.move.preview': ({ params, body, caller }) =>
      preview(caller, ofGroup(params.id, body.parent_id)),
    'v2.groups.move': ({ params, body, caller }) =>
      carryOut(caller, ofGroup(params.id, body.parent_id), body.token),
  };
}

const presentSeen = ({ number, devices }: SeenDevices) => ({
  number,
  devices: devices.map(({ deviceCode, name }) => ({ device_code: deviceCode, device_name: name })),
});

const presentPreview = ({ views, touched, ...preview }: MovePreview) => ({
  ...snakeCaseKeys(preview),
  views: views.map((view) => ({
    group_before: view.before,
    group_after: view.after,
    user_number: view.userNumber,
    users: view.users.map(({ userId, userName, role }) => ({ id: userId, name: userName, role })),
    lost: presentSeen(view.lost),
    gained: presentSeen(view.gained),
  })),
  touched: { ...touched, projects: [...touched.projects], towers: [...touched.towers] },
});
