/** v2 calls for timers of projects. */
import type { BodyOf } from '@busbar/contract/call';
import type { projectTimerCalls } from '@busbar/contract/v2/sites/project-timers';
import { pickSnakeCase, snakeCaseKeys } from '@busbar/domain/key-case';
import type { ProjectTimerInput } from '@busbar/domain/project/project-timer';
import { type Outcome, refused } from '@busbar/domain/refusal';
import {
  addProjectTimer,
  changeProjectTimer,
  removeProjectTimer,
} from '../../../areas/sites/projects/project-timer-service.ts';
import {
  findProjectTimers,
  readProjectTimer,
  type TimerAtGroup,
  type TimerView,
} from '../../../areas/sites/projects/project-timer-view.ts';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { lastRunOf, stateOfTimer } from '../../present/present-timer.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';

const WIRE_NAMES = {
  project: 'project_id',
  lampGroup: 'lamp_group_id',
  offsetMin: 'offset',
  command: 'op',
};

export function projectTimerHandlers(ctx: Context): HandlersOf<typeof projectTimerCalls> {
  const answer = async (caller: Caller, outcome: Outcome<number>, msg: string) => {
    if (!outcome.ok) return onWire(outcome, WIRE_NAMES);
    const view = await readProjectTimer(ctx, caller, outcome.value);
    return view.ok ? { data: present(view.value), msg } : view;
  };
  return {
    'v2.project-timers': async ({ query, caller }) => {
      const found = await findProjectTimers(ctx, caller, query.project_id);
      if (!found.ok) return onWire(found, WIRE_NAMES);
      const list = found.value.map(present);
      return { data: { list, total: list.length } };
    },
    'v2.project-timer': async ({ params, caller }) => {
      const found = await readProjectTimer(ctx, caller, params.id);
      if (!found.ok) return found;
      return { data: { ...present(found.value), list: found.value.groups.map(presentGroup) } };
    },
    'v2.project-timer.add': async ({ body: { project_id, lamp_group_id, ...body }, caller }) => {
      const of = { project: project_id, lampGroup: lamp_group_id ?? undefined };
      return answer(
        caller,
        await addProjectTimer(ctx, caller, of, inputOf(body)),
        REFUSAL_MESSAGES.saved,
      );
    },
    'v2.project-timer.change': async ({ params, body, caller }) => {
      const changed = await changeProjectTimer(ctx, caller, params.id, inputOf(body));
      return answer(caller, changed, REFUSAL_MESSAGES.updated);
    },
    'v2.project-timer.delete': async ({ params, caller }) => {
      const removed = await removeProjectTimer(ctx, caller, params.id);
      return removed.ok ? { msg: REFUSAL_MESSAGES.deleted } : refused(removed.refusal);
    },
  };
}

type TimerBody = BodyOf<(typeof projectTimerCalls)['v2.project-timer.change']>;

const inputOf = ({ offset, op, enable, ...timer }: TimerBody): ProjectTimerInput => ({
  ...timer,
  offsetMin: offset,
  command: op,
  enabled: enable,
});

/** Final states of a run whose command had no effect or an unknown effect. */
const FAILED = ['refused', 'missed', 'rejected', 'expired', 'unknown'];

function present({ timer, groups }: TimerView) {
  const { customerId, offsetMin, command, enabled, ...shown } = timer;
  const today = groups.flatMap((group) => (typeof group.today === 'number' ? [group.today] : []));
  const next = groups.flatMap(({ row }) => row?.next_run_at ?? []);
  return {
    ...snakeCaseKeys(shown),
    offset: offsetMin,
    op: command,
    enable: enabled,
    groups: groups.length,
    today_from: today.length === 0 ? null : Math.min(...today),
    today_to: today.length === 0 ? null : Math.max(...today),
    without_sun: groups.filter((group) => typeof group.today === 'string').length,
    next_run_ts: next.length === 0 ? null : Math.min(...next),
    problems: groups.filter(({ problem }) => problem !== undefined).length,
    failed: groups.filter(({ row }) => row && FAILED.includes(lastRunOf(row).result ?? '')).length,
  };
}

function presentGroup({ target, today, row, problem }: TimerAtGroup) {
  const standing = row && stateOfTimer(row);
  const last = row && lastRunOf(row);
  return {
    lamp_group_name: target.name,
    run_by: standing?.runBy ?? null,
    held: standing?.held ?? null,
    today_ts: typeof today === 'number' ? today : null,
    no_sun: typeof today === 'string' ? today : null,
    next_run_ts: row?.next_run_at ?? null,
    last_run_ts: row?.due_at ?? null,
    last_result: last?.result ?? null,
    last_reason: last?.reason ?? null,
    problem: problem ?? null,
    ...pickSnakeCase(target, 'lampGroupId', 'deviceCode', 'deviceName'),
  };
}
