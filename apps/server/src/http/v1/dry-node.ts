/** Dry contacts (contract `v1/dry-node.ts`). A device has one row, so the response has one page. */
import type { BodyOf } from '@busbar/contract/call';
import type { CallByName } from '@busbar/contract/catalogue';
import type { dryNodeCalls } from '@busbar/contract/v1/dry-node';
import type { DryContacts } from '../../areas/control/protection/dry-contact-queries.ts';
import {
  findContactPositions,
  findDryNode,
  saveDryNode,
  updateDryNode,
} from '../../areas/control/protection/dry-nodes.ts';
import { plainText } from '../../areas/shared/plain-text.ts';
import type { Context } from '../../context.ts';
import { foreignClaim } from '../access/claims.ts';
import type { HandlersOf } from '../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../responses/errors.ts';

const DEFAULT_ROWS = 10;

export function dryNodeHandlers(ctx: Context): HandlersOf<typeof dryNodeCalls> {
  return {
    'v1.device.dryNode.list': async ({ body, caller }) => {
      const foreign = await foreignClaim(ctx, caller, body);
      if (foreign !== undefined) return foreign;
      const outcome = await findDryNode(ctx, caller, body.deviceId);
      if (!outcome.ok) return outcome;
      const page = Math.max(1, Number(body.currentPage ?? 1));
      const rows = Math.max(1, Number(body.rows ?? DEFAULT_ROWS));
      const all = outcome.value === undefined ? [] : [outcome.value];
      const positions = await findContactPositions(ctx, caller, body.deviceId);
      return {
        data: page === 1 ? all : [],
        positions: positions.map(({ contact, closed, reportedAt }) => ({
          n: contact,
          closed,
          at: reportedAt,
        })),
        currentPage: page,
        totalPage: all.length,
        totalCount: all.length,
        rows,
      };
    },
    'v1.device.dryNode.save': async ({ body, caller }) => {
      const foreign = await foreignClaim(ctx, caller, body);
      if (foreign !== undefined) return foreign;
      const outcome = await saveDryNode(ctx, caller, body.deviceId, contactsOf(body));
      return outcome.ok ? { msg: REFUSAL_MESSAGES.saved, data: outcome.value } : outcome;
    },
    'v1.device.dryNode.update': async ({ body, caller }) => {
      const foreign = await foreignClaim(ctx, caller, body);
      if (foreign !== undefined) return foreign;
      const { deviceId, id } = body;
      const outcome = await updateDryNode(ctx, caller, deviceId, id, contactsOf(body));
      return outcome.ok ? { msg: REFUSAL_MESSAGES.updated, data: outcome.value } : outcome;
    },
  };
}

/** The status defaults to open (docs/specification/protection.md 7.2). */
function contactsOf(body: BodyOf<CallByName<'v1.device.dryNode.save'>>): DryContacts {
  const { name1, status1 = 'open', name2, status2 = 'open' } = body;
  return { name1: plainText(name1), status1, name2: plainText(name2), status2 };
}
