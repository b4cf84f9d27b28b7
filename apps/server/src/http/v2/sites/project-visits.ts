/** v2 calls for maintenance visits of projects. */

import type { BodyOf } from '@busbar/contract/call';
import type { projectVisitCalls } from '@busbar/contract/v2/sites/project-visits';
import { snakeCaseKeys } from '@busbar/domain/key-case';
import { refused } from '@busbar/domain/refusal';
import type { Visit } from '../../../areas/sites/visits/visit-queries.ts';
import {
  addVisit,
  cancelVisit,
  changeVisit,
  findVisits,
  type VisitInput,
} from '../../../areas/sites/visits/visit-service.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';
import { instantGiven } from '../../validation/log-query.ts';

const WIRE_NAMES = { project: 'project_id', lampGroup: 'lamp_group_id' };
const DEFAULT_ROWS = 100;

export function projectVisitHandlers(ctx: Context): HandlersOf<typeof projectVisitCalls> {
  return {
    'v2.project-visits': async ({ query, caller }) => {
      const from = instantGiven(query.start, caller.zone);
      const to = instantGiven(query.end, caller.zone);
      if (from === 'invalid') return refused('range-invalid', 'start');
      if (to === 'invalid') return refused('range-invalid', 'end');
      const found = await findVisits(ctx, caller, {
        project: query.project_id,
        from,
        to,
        page: query.pn ?? 1,
        pageSize: query.ps ?? DEFAULT_ROWS,
      });
      if (!found.ok) return onWire(found, WIRE_NAMES);
      return { data: { list: found.value.visits.map(present), total: found.value.total } };
    },
    'v2.project-visit.add': async ({ body, caller }) => {
      const of = {
        project: body.project_id,
        lampGroup: body.lamp_group_id ?? undefined,
        silence: body.silence ?? false,
      };
      const added = await addVisit(ctx, caller, of, inputOf(body, caller.zone));
      return added.ok
        ? { data: present(added.value), msg: REFUSAL_MESSAGES.saved }
        : onWire(added, WIRE_NAMES);
    },
    'v2.project-visit.change': async ({ params, body, caller }) => {
      const input = { ...inputOf(body, caller.zone), done: body.done };
      const changed = await changeVisit(ctx, caller, params.id, input);
      return changed.ok ? { data: present(changed.value), msg: REFUSAL_MESSAGES.updated } : changed;
    },
    'v2.project-visit.cancel': async ({ params, caller }) => {
      const cancelled = await cancelVisit(ctx, caller, params.id);
      return cancelled.ok ? { msg: REFUSAL_MESSAGES.updated } : cancelled;
    },
  };
}

type VisitBody = Omit<BodyOf<(typeof projectVisitCalls)['v2.project-visit.change']>, 'done'>;

const inputOf = ({ from, to, worker, notes, parts }: VisitBody, zone: string): VisitInput => ({
  from: instantGiven(from, zone),
  to: instantGiven(to, zone),
  worker,
  notes,
  parts,
});

const present = ({ windowIds, createdByName, ...visit }: Visit) => ({
  ...snakeCaseKeys(visit),
  parts: [...visit.parts],
  silence: windowIds.length > 0,
  created_by: createdByName,
});
