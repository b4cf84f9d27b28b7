/** Switching the lamp groups of a project. */

import {
  controlProject,
  findProjectOrders,
} from '../../../areas/sites/project-control/control-project.ts';
import type { Context } from '../../../context.ts';
import type { Handlers } from '../../calls/handler.ts';
import { SAID } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';

const WIRE_NAMES = { project: 'project_id' };
const DEFAULT_ROWS = 10;

export function projectControlHandlers(
  ctx: Context,
): Pick<Handlers, 'v2.project-control' | 'v2.project-control.list'> {
  return {
    'v2.project-control': async ({ body, caller, facts }) => {
      const started = await controlProject(ctx, caller, {
        project: body.project_id,
        lampGroups: body.lamp_group_ids,
        order: body.data.switch,
        reason: body.reason,
        until: body.until,
        password: body.password,
        idempotencyKey: facts.idempotencyKey,
        source: 'v2.project-control',
      });
      if (!started.ok) return onWire(started, WIRE_NAMES);
      const { groupOrderId, groups } = started.value;
      return { msg: SAID.commandQueued, data: { batch_id: groupOrderId, groups } };
    },
    'v2.project-control.list': async ({ query, caller }) => {
      const found = await findProjectOrders(ctx, caller, {
        project: query.project_id,
        page: query.pn ?? 1,
        pageSize: query.ps ?? DEFAULT_ROWS,
      });
      if (!found.ok) return onWire(found, WIRE_NAMES);
      const { orders, total } = found.value;
      const list = orders.map((order) => ({
        batch_id: order.groupOrderId,
        switch: order.order,
        user_name: order.userName,
        reason: order.reason,
        created_at: order.createdAt,
        ended_at: order.endedAt,
        groups: order.groups.map((group) => ({
          lamp_group_id: group.lampGroupId,
          lamp_group_name: group.lampGroupName,
          device_code: group.deviceCode,
          device_name: group.deviceName,
          state: group.state,
          reason: group.reason,
        })),
      }));
      return { data: { list, total } };
    },
  };
}
