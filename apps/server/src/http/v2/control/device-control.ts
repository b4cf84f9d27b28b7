/** Switch commands, their progress and their log on v2. */

import type { deviceControlV2Calls } from '@busbar/contract/v2/control/device-control';
import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import { formatLocal } from '@busbar/domain/calendar';
import { pickSnakeCase } from '@busbar/domain/key-case';
import { refused } from '@busbar/domain/refusal';
import type { TimedCommand } from '../../../areas/control/commands/command-queries.ts';
import { cancelCommand, findCommand } from '../../../areas/control/commands/command-service.ts';
import type { SwitchRequest } from '../../../areas/control/commands/switch-request.ts';
import { submitSwitch } from '../../../areas/control/gate/control-service.ts';
import { selectSwitch } from '../../../areas/control/gate/selection.ts';
import { searchLog } from '../../../areas/shared/operation-log/log-search-queries.ts';
import { findProject } from '../../../areas/sites/projects/project-queries.ts';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { logDetailParts, logDetailText } from '../../present/present-log.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { givenText, instantGiven } from '../../validation/log-query.ts';

const DEFAULT_ROWS = 13;

export function deviceControlV2Handlers(ctx: Context): HandlersOf<typeof deviceControlV2Calls> {
  return {
    'v2.device.control': async ({ body, caller, facts }) => {
      const request = {
        device: body.device_code,
        command: body.data.switch,
        queue: body.queue,
        reason: body.reason,
        until: body.until,
        password: body.password,
        source: 'v2.device.control',
      };
      if (body.select === true) return select(ctx, caller, request);
      const outcome = await submitSwitch(ctx, caller, {
        ...request,
        select: body.select,
        idempotencyKey: facts.idempotencyKey,
      });
      if (!outcome.ok) return outcome;
      return {
        msg: REFUSAL_MESSAGES.commandQueued,
        data: pickSnakeCase(outcome.value, 'commandId', 'state', 'createdAt'),
      };
    },
    'v2.device.command': async ({ params, caller }) => {
      const outcome = await findCommand(ctx, caller, params.id);
      return outcome.ok ? { data: presentCommand(outcome.value) } : outcome;
    },
    'v2.device.command.cancel': async ({ params, caller }) => {
      const outcome = await cancelCommand(ctx, caller, params.id);
      return outcome.ok
        ? { msg: REFUSAL_MESSAGES.updated, data: presentCommand(outcome.value) }
        : outcome;
    },
    'v2.log.control-list': async ({ query, caller }) => {
      const from = instantGiven(query.start, caller.zone);
      const to = instantGiven(query.end, caller.zone);
      if (from === 'invalid') return refused('range-invalid', 'start');
      if (to === 'invalid') return refused('range-invalid', 'end');
      const project =
        query.project_id === undefined
          ? undefined
          : await findProject(ctx.database.db, caller, query.project_id);
      if (query.project_id !== undefined && project === undefined) {
        return refused('not-found', 'project_id');
      }
      const module = givenText(query.module) ?? LOG_MODULES.remoteControl;
      const { rows, total } = await searchLog(ctx, caller, {
        logId: query.id,
        projectId: project?.id,
        userId: query.user_id,
        device: query.device_code,
        from,
        to,
        command: givenText(query.command),
        module: module === 'all' ? undefined : module,
        status: givenText(query.status),
        page: query.pn ?? 1,
        pageSize: query.ps ?? DEFAULT_ROWS,
      });
      const list = rows.map((row) => ({
        proc_mode: row.module,
        log_time: formatLocal(row.loggedAt, caller.zone),
        ts: row.loggedAt,
        op_command: row.command,
        detail: logDetailText(row),
        detail_parts: logDetailParts(row),
        ...pickSnakeCase(row, 'id', 'deviceCode', 'deviceName', 'status'),
        ...pickSnakeCase(row, 'userName', 'clientAddress', 'commandId'),
      }));
      return { data: { list, total } };
    },
  };
}

async function select(ctx: Context, caller: Caller, request: SwitchRequest) {
  const outcome = await selectSwitch(ctx, caller, request);
  if (!outcome.ok) return outcome;
  const { select: command_id, expiresAt: expires_at, action } = outcome.value;
  const status = action === null ? null : `switch:${action}`;
  return { data: { command_id, state: 'selected', expires_at, status } };
}

function presentCommand(command: TimedCommand) {
  return {
    id: command.command_id,
    op: command.kind,
    switch: command.switch_order,
    msg: command.detail,
    ...pickSnakeCase(command, 'device_code', 'device_name', 'state', 'reason'),
    ...pickSnakeCase(command, 'created_at', 'expires_at', 'times'),
  };
}
