/** The group tree on v2. */

import type { groupTreeCalls } from '@busbar/contract/v2/fleet/groups';
import { pickSnakeCase, snakeCaseKeys } from '@busbar/domain/key-case';
import { deleteGroup, findGroupContents } from '../../../areas/fleet/groups/delete-group.ts';
import {
  addGroup,
  findGroups,
  findGroupUsers,
  renameGroup,
} from '../../../areas/fleet/groups/group-service.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';

const WIRE_NAMES = { parent: 'parent_id' };
const DEFAULT_ROWS = 13;

export function groupTreeHandlers(ctx: Context): HandlersOf<typeof groupTreeCalls> {
  return {
    'v2.groups': async ({ caller }) => {
      const list = await findGroups(ctx, caller);
      return {
        data: {
          list: list.map((group) => ({
            id: group.groupId,
            // The parent of the caller's own group is outside the caller's scope.
            parent_id: group.groupId === caller.groupId ? null : group.parentId,
            level: group.path.length,
            ...pickSnakeCase(group, 'name', 'devices', 'users', 'allDevices', 'allUsers'),
          })),
        },
      };
    },
    'v2.groups.add': async ({ body, caller }) => {
      const added = await addGroup(ctx, caller, { parent: body.parent_id, name: body.name });
      return added.ok
        ? { data: { id: added.value.groupId }, msg: REFUSAL_MESSAGES.saved }
        : onWire(added, WIRE_NAMES);
    },
    'v2.groups.rename': async ({ params, body, caller }) => {
      const renamed = await renameGroup(ctx, caller, params.id, body);
      return renamed.ok ? { msg: REFUSAL_MESSAGES.updated } : renamed;
    },
    'v2.groups.contents': async ({ params, caller }) => {
      const found = await findGroupContents(ctx, caller, params.id);
      return found.ok ? { data: found.value } : found;
    },
    'v2.groups.delete': async ({ params, caller }) => {
      const deleted = await deleteGroup(ctx, caller, params.id);
      return deleted.ok ? { msg: REFUSAL_MESSAGES.deleted } : deleted;
    },
    'v2.groups.users': async ({ params, query, caller }) => {
      const found = await findGroupUsers(ctx, caller, params.id, {
        keyword: query.keyword ?? '',
        only: query.user_id,
        page: query.pn ?? 1,
        pageSize: query.ps ?? DEFAULT_ROWS,
      });
      if (!found.ok) return found;
      return {
        data: {
          list: found.value.users.map(({ userId, userName, ...user }) => ({
            id: userId,
            name: userName,
            ...snakeCaseKeys(user),
          })),
          total: found.value.total,
        },
      };
    },
  };
}
