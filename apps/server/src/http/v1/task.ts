/** Weekly timers on v1 (contract `v1/task.ts`). */
import type { taskCalls } from '@busbar/contract/v1/task';
import { formatLocal } from '@busbar/domain/calendar';
import type { TimerRow } from '../../areas/control/timers/timer-list-queries.ts';
import { findTimers, removeTimer, setTimer } from '../../areas/control/timers/timer-service.ts';
import type { Context } from '../../context.ts';
import { foreignClaim, foreignControl } from '../access/claims.ts';
import type { HandlersOf } from '../calls/handler.ts';
import { lastRunOf, stateOfTimer } from '../present/present-timer.ts';
import { REFUSAL_MESSAGES } from '../responses/errors.ts';

const DEFAULT_ROWS = 13;
const MAX_ROWS = 5_000;

export function taskHandlers(ctx: Context): HandlersOf<typeof taskCalls> {
  return {
    'v1.task.find': async ({ body, caller }) => {
      const foreign = await foreignClaim(ctx, caller, body);
      if (foreign !== undefined) return foreign;
      const rows = Math.min(Math.max(Number(body.rows ?? DEFAULT_ROWS), 1), MAX_ROWS);
      const currentPage = Math.max(Number(body.currentPage ?? 1), 1);
      const outcome = await findTimers(ctx, caller, {
        device: given(body.devId),
        offset: (currentPage - 1) * rows,
        limit: rows,
      });
      if (!outcome.ok) return outcome;
      const { timers, total } = outcome.value;
      return {
        data: timers.map((row) => presentTimer(row, caller.zone)),
        currentPage,
        totalPage: Math.ceil(total / rows),
        totalCount: total,
        rows,
      };
    },
    'v1.task.addOrUpdate': async ({ body, caller }) => {
      const foreign = await foreignControl(ctx, caller, 'v1.task.addOrUpdate', body);
      if (foreign !== undefined) return foreign;
      const id = given(body.id);
      const outcome = await setTimer(ctx, caller, {
        id,
        device: body.devId,
        days: body.days,
        time: body.time,
        command: body.op,
        enabled: body.enable ?? true,
      });
      if (!outcome.ok) return outcome;
      return {
        msg: id === undefined ? REFUSAL_MESSAGES.saved : REFUSAL_MESSAGES.updated,
        data: { id: outcome.value },
      };
    },
    'v1.task.del': async ({ body, caller }) => {
      const foreign = await foreignControl(ctx, caller, 'v1.task.del', body);
      if (foreign !== undefined) return foreign;
      const outcome = await removeTimer(ctx, caller, body.id);
      return outcome.ok ? { msg: REFUSAL_MESSAGES.deleted } : outcome;
    },
  };
}

/** Forms of older clients send an empty text for a missing id. */
function given(id: string | number | null | undefined): string | number | undefined {
  return id === '' || id === null ? undefined : id;
}

function presentTimer(row: TimerRow, zone: string) {
  const at = (ms: number | null) => (ms === null ? null : formatLocal(ms, zone));
  const { result, reason } = lastRunOf(row);
  return {
    id: row.id,
    devId: row.device_id,
    devCode: row.device_code,
    deviceName: row.device_name,
    channel: row.channel,
    days: row.days,
    time: row.clock_time,
    sun: row.sun,
    offset: row.sun_offset_min,
    projectId: row.project_id,
    projectName: row.project_name,
    op: row.switch_order,
    enable: row.enabled,
    ...stateOfTimer(row),
    nextRunTs: row.next_run_at,
    nextRunTime: at(row.next_run_at),
    lastRunTs: row.due_at,
    lastRunTime: at(row.due_at),
    lastResult: result,
    lastReason: reason,
    lastCommandId: row.command_id,
  };
}
