/** v2 calls for menus of roles. */
import type { menuArrangementCalls } from '@busbar/contract/v2/identity/menu-arrangement';
import { toArrangement } from '@busbar/domain/access/menu/menu-arrangement';
import {
  arrangeMenu,
  findArrangement,
  resetMenu,
} from '../../../areas/identity/roles/menu-service.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';

export function menuArrangementHandlers(ctx: Context): HandlersOf<typeof menuArrangementCalls> {
  return {
    'v2.menu-arrangement': async ({ params, caller }) => {
      const found = await findArrangement(ctx, caller, params.role);
      if (!found.ok) return found;
      const { role, nodes, changedAt } = found.value;
      const entries = toArrangement(nodes).map((entry) => ({
        ...entry,
        names: { ...entry.names },
      }));
      return { data: { role, changed_at: changedAt, entries } };
    },
    'v2.menu-arrangement.change': async ({ params, body, caller }) => {
      const changed = await arrangeMenu(ctx, caller, params.role, {
        entries: body.entries,
        changedAt: body.changed_at,
      });
      if (!changed.ok) return onWire(changed);
      return { data: { changed_at: changed.value.changedAt }, msg: REFUSAL_MESSAGES.saved };
    },
    'v2.menu-arrangement.reset': async ({ params, query, caller }) => {
      const reset = await resetMenu(ctx, caller, params.role, Number(query.changed_at));
      return reset.ok ? { msg: REFUSAL_MESSAGES.saved } : onWire(reset);
    },
  };
}
