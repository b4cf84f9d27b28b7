/** v1 access calls (docs/specification/calls.md 1.2; docs/decisions.md 4, 18, 19). */

import type { sysCalls } from '@busbar/contract/v1/sys';
import { countPresence } from '../../areas/fleet/devices/device-list-service.ts';
import { listGroups } from '../../areas/fleet/groups/group-queries.ts';
import { changePassword } from '../../areas/identity/passwords/password-service.ts';
import { listZones } from '../../areas/shared/reference/reference-queries.ts';
import { SESSION_COOKIE } from '../../areas/shared/secrets/session-secret.ts';
import type { Context } from '../../context.ts';
import { answerLogin } from '../access/session-answers.ts';
import type { HandlersOf } from '../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../responses/errors.ts';
import { onV1Wire } from '../responses/field-names.ts';
import { presentMenu } from '../v2/identity/sys-menus.ts';

export function sysHandlers(ctx: Context): HandlersOf<typeof sysCalls> {
  return {
    'v1.sys.login': ({ body, facts }) => answerLogin(ctx, body, facts),
    'v1.sys.user.modifyPwd': async ({ body, caller, facts }) => {
      const outcome = await changePassword(ctx, caller, {
        userId: body.id,
        oldPassword: body.oldPassword,
        newPassword: body.password,
      });
      if (!outcome.ok) return onV1Wire(outcome, { userId: 'id', newPassword: 'password' });
      facts.clearCookie(SESSION_COOKIE);
      return { msg: REFUSAL_MESSAGES.updated };
    },
    'v1.sys.user.getMenuByToken': async ({ caller }) => ({
      code: 0,
      data: await presentMenu(ctx, caller),
      err: '',
    }),
    'v1.sys.zone.findAll': async () => ({ data: await listZones(ctx.database.db) }),
    'v1.sys.group.findAll': async ({ caller }) => {
      const groups = await listGroups(ctx.database.db, caller);
      return {
        data: groups.map(({ groupId, name, parentId }) => ({
          id: groupId,
          name,
          // Groups above the caller's own group are outside the caller's scope.
          parentId: groupId === caller.groupId ? 0 : (parentId ?? 0),
        })),
      };
    },
    'v1.sys.home.statisticsOnline': async ({ body, caller }) => {
      const counts = await countPresence(ctx, caller, body.groupId);
      return counts.ok ? { data: counts.value } : counts;
    },
  };
}
