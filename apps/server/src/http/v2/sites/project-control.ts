/** v2 calls for switching the lamp groups of a project. */

import type { projectControlCalls } from '@busbar/contract/v2/sites/project-control';
import { snakeCaseKeys } from '@busbar/domain/key-case';
import {
  controlProject,
  findProjectCommands,
} from '../../../areas/sites/project-control/control-project.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';

const WIRE_NAMES = { project: 'project_id' };
const DEFAULT_ROWS = 10;

export function projectControlHandlers(ctx: Context): HandlersOf<typeof projectControlCalls> {
  return {
    'v2.project-control': async ({ body, caller, facts }) => {
      const started = await controlProject(ctx, caller, {
        project: body.project_id,
        lampGroups: body.lamp_group_ids,
        deviceCodes: body.device_codes,
        command: body.data.switch,
        reason: body.reason,
        until: body.until,
        password: body.password,
        idempotencyKey: facts.idempotencyKey,
        source: 'v2.project-control',
      });
      if (!started.ok) return onWire(started, WIRE_NAMES);
      const { batchCommandId, groups } = started.value;
      return { msg: REFUSAL_MESSAGES.commandQueued, data: { batch_id: batchCommandId, groups } };
    },
    'v2.project-control.list': async ({ query, caller }) => {
      const found = await findProjectCommands(ctx, caller, {
        project: query.project_id,
        page: query.pn ?? 1,
        pageSize: query.ps ?? DEFAULT_ROWS,
      });
      if (!found.ok) return onWire(found, WIRE_NAMES);
      const { commands, total } = found.value;
      const list = commands.map(({ batchCommandId, command, ...row }) => ({
        ...snakeCaseKeys(row),
        batch_id: batchCommandId,
        switch: command,
        groups: row.groups.map(snakeCaseKeys),
      }));
      return { data: { list, total } };
    },
  };
}
