/** v2 calls for towers of a project. */
import type { BodyOf } from '@busbar/contract/call';
import type { towerDeviceCalls } from '@busbar/contract/v2/sites/tower-device';
import { camelCaseKeys, pickSnakeCase, snakeCaseKeys } from '@busbar/domain/key-case';
import { refused } from '@busbar/domain/refusal';
import { parseId } from '../../../areas/shared/identifier.ts';
import { findTowerBill } from '../../../areas/sites/towers/tower-bill-service.ts';
import { controlTowerUser } from '../../../areas/sites/towers/tower-control-service.ts';
import { listEvents, listOutages } from '../../../areas/sites/towers/tower-log-queries.ts';
import { listTowers } from '../../../areas/sites/towers/tower-queries.ts';
import {
  readTower,
  removeTower,
  saveTower,
  type TowerInput,
} from '../../../areas/sites/towers/tower-settings-service.ts';
import { findTowerNow } from '../../../areas/sites/towers/tower-state-service.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { presentBill, presentNow, presentSettings } from '../../present/present-tower.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';
import { instantGiven } from '../../validation/log-query.ts';

const WIRE_NAMES = { project: 'project_id', device: 'device_code' };
const DEFAULT_ROWS = 13;

export function towerDeviceHandlers(ctx: Context): HandlersOf<typeof towerDeviceCalls> {
  return {
    'v2.tower-devices': async ({ query, caller }) => {
      const project = query.project_id === undefined ? undefined : parseId(query.project_id);
      // An invalid id becomes -1, which no row has, so that it matches nothing.
      const { towers, total } = await listTowers(ctx.database.db, caller, {
        projectId: query.project_id === undefined ? undefined : (project ?? -1),
        ...pageOf(query),
      });
      return {
        data: {
          list: towers.map((tower) => ({
            id: tower.towerId,
            mains: tower.mainsState,
            ...pickSnakeCase(tower, 'name', 'projectId', 'projectName', 'deviceCode'),
            ...pickSnakeCase(tower, 'deviceName', 'absentSince'),
          })),
          total,
        },
      };
    },
    'v2.tower-device': async ({ params, caller }) => {
      const found = await readTower(ctx, caller, params.id);
      return found.ok ? { data: presentSettings(found.value) } : found;
    },
    'v2.tower-device.add': async ({ body, caller }) => {
      const saved = await saveTower(ctx, caller, inputOf(body));
      return saved.ok
        ? { data: presentSettings(saved.value), msg: REFUSAL_MESSAGES.saved }
        : onWire(saved, WIRE_NAMES);
    },
    'v2.tower-device.change': async ({ params, body, caller }) => {
      const saved = await saveTower(ctx, caller, inputOf(body), params.id);
      return saved.ok
        ? { data: presentSettings(saved.value), msg: REFUSAL_MESSAGES.updated }
        : onWire(saved, WIRE_NAMES);
    },
    'v2.tower-device.delete': async ({ params, caller }) => {
      const removed = await removeTower(ctx, caller, params.id);
      return removed.ok ? { msg: REFUSAL_MESSAGES.deleted } : removed;
    },
    'v2.tower-device.state': async ({ params, caller }) => {
      const found = await findTowerNow(ctx, caller, params.id);
      return found.ok ? { data: presentNow(found.value) } : found;
    },
    'v2.tower-device.control': async ({ params, body, caller, facts }) => {
      const until = instantGiven(body.until, caller.zone);
      if (until === 'invalid') return refused('tower-return-invalid', 'until');
      const controlled = await controlTowerUser(ctx, caller, {
        tower: params.id,
        slot: params.slot,
        mode: body.mode,
        command: body.order ?? undefined,
        until,
        confirm: body.confirm === true,
        password: body.password,
        idempotencyKey: facts.idempotencyKey,
      });
      if (!controlled.ok) return controlled;
      const { updated, commandQueued } = REFUSAL_MESSAGES;
      return {
        data: pickSnakeCase(controlled.value, 'commandId', 'mode', 'state', 'returnAt'),
        msg: controlled.value.commandId === null ? updated : commandQueued,
      };
    },
    'v2.tower-device.outages': async ({ params, query, caller }) => {
      const found = await readTower(ctx, caller, params.id);
      if (!found.ok) return found;
      const { rows, total } = await listOutages(ctx.database.db, found.value.tower, pageOf(query));
      return { data: { list: rows.map(snakeCaseKeys), total } };
    },
    'v2.tower-device.events': async ({ params, query, caller }) => {
      const found = await readTower(ctx, caller, params.id);
      if (!found.ok) return found;
      const { tower, hiddenSlots } = found.value;
      const { rows, total } = await listEvents(ctx.database.db, tower, pageOf(query), hiddenSlots);
      return {
        data: {
          list: rows.map(({ userName, ...row }) => ({ ...snakeCaseKeys(row), user: userName })),
          total,
        },
      };
    },
    'v2.tower-device.bill': async ({ params, query, caller }) => {
      const found = await findTowerBill(ctx, caller, params.id, query.start);
      return found.ok ? { data: presentBill(found.value) } : found;
    },
  };
}

const pageOf = ({ pn, ps }: { pn?: number; ps?: number }) => ({
  offset: ((pn ?? 1) - 1) * (ps ?? DEFAULT_ROWS),
  limit: ps ?? DEFAULT_ROWS,
});

function inputOf(body: BodyOf<(typeof towerDeviceCalls)['v2.tower-device.change']>): TowerInput {
  const { project_id: project, device_code: device, users, ...figures } = body;
  return {
    ...camelCaseKeys(figures),
    project,
    device,
    users: users.map(({ device_code, ...user }) => ({
      ...camelCaseKeys(user),
      device: device_code,
    })),
  };
}
