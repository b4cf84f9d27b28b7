/**
 * Moves devices, users and groups in the tree. The move is planned again with all rows locked, and
 * is refused if the plan has changed.
 */
import { localDateOf } from '@busbar/domain/local-date';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { wakeJob } from '../../../wake-job.ts';
import { moveAlarms } from '../../shared/table-writers/device-alarm-queries.ts';
import { markGroupMove } from '../../shared/table-writers/energy-flag-queries.ts';
import { keepFormerPlaces } from '../../shared/table-writers/former-place-queries.ts';
import { logDeviceChange, publishDeviceChange, publishRegrouping } from './device-changed.ts';
import { logGroups } from './group-log.ts';
import { listGroups } from './group-queries.ts';
import { changingTree } from './group-service.ts';
import { lockSubtree, writeGroupMove } from './group-tree-queries.ts';
import { writeDeviceGroup, writeUserGroup } from './placed-queries.ts';
import { type MovePlan, planMove, type TreeMove } from './plan-move.ts';

/** `token` comes from the preview; a different one means that the data has changed since. */
export async function moveInTree(
  ctx: Context,
  caller: Caller,
  move: TreeMove,
  token: string,
): Promise<Outcome<{ moved: number }>> {
  const outcome = await changingTree(ctx, caller, async (trx) => {
    const planned = await planMove(trx, caller, move, true);
    if (!planned.ok) return planned;
    if (planned.value.token !== token) return refused('group-changed', 'token');
    await carryOut(ctx, trx, caller, planned.value);
    return planned;
  });
  if (!outcome.ok) return outcome;
  const { devices, users, group } = outcome.value;
  publishMove(ctx, caller, outcome.value);
  return done({ moved: devices.length + users.length + (group === null ? 0 : 1) });
}

async function carryOut(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  plan: MovePlan,
): Promise<void> {
  const { target, group } = plan;
  const names = new Map(
    (await listGroups(trx, caller)).map(({ groupId, name }) => [groupId, { id: groupId, name }]),
  );
  const to = { id: target.groupId, name: target.name };
  const today = localDateOf(ctx.clock.now(), caller.zone);
  if (group !== null && group.parentId !== target.groupId) {
    // An edit that moves a device locks its new group before it keeps the former place.
    await lockSubtree(trx, caller.customerId, group.groupId);
    await keepFormerPlaces(trx, caller.customerId, { groupId: group.groupId }, today);
    await writeGroupMove(trx, caller.customerId, stepOf(group, target));
    await logGroups(ctx, trx, caller, 'move group', {
      group: { id: group.groupId, name: group.name },
      from: names.get(group.parentId ?? 0) ?? null,
      to,
    });
  }
  if (plan.users.length > 0) {
    const ids = plan.users.map(({ userId }) => userId);
    await writeUserGroup(trx, caller.customerId, ids, target.groupId);
    await logGroups(ctx, trx, caller, 'move users', {
      users: plan.users.map((user) => ({
        id: user.userId,
        name: user.userName,
        from: names.get(user.groupId) ?? null,
      })),
      to,
    });
  }
  if (plan.devices.length > 0) await moveDevices(ctx, trx, caller, plan, names);
  // Devices lose the timers of projects whose group no longer contains them.
  await wakeJob(trx, 'project-timers');
}

type Named = { readonly id: number; readonly name: string };

async function moveDevices(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  { target, devices, parcels }: MovePlan,
  names: ReadonlyMap<number, Named>,
): Promise<void> {
  const { customerId } = caller;
  const to = { id: target.groupId, name: target.name };
  const today = localDateOf(ctx.clock.now(), caller.zone);
  for (const { groupId, only = [] } of parcels) {
    await keepFormerPlaces(trx, customerId, { deviceIds: only }, today);
    await writeDeviceGroup(trx, customerId, only, target.groupId);
    // A device is moved together with its history.
    await markGroupMove(trx, customerId, only, groupId, target.groupId);
  }
  const ids = devices.map(({ deviceId }) => deviceId);
  await moveAlarms(trx, customerId, ids, target.groupId);
  const from = [...new Set(devices.map(({ groupId }) => groupId))].map(
    (id) => names.get(id) ?? { id },
  );
  await logGroups(ctx, trx, caller, 'move devices', { devices: devices.length, from, to });
  for (const { deviceId, deviceCode } of devices) {
    const device = { deviceId, deviceCode, groupId: target.groupId };
    // The users of the new group read this entry; only the entry of the caller names former groups.
    await logDeviceChange(ctx, trx, caller, 'update', device, { group: { to } });
  }
}

const stepOf = (group: { path: readonly number[] }, target: { path: readonly number[] }) => ({
  from: group.path,
  to: [...target.path, group.path.at(-1)!],
});

/** Must be called after the commit. Sockets detect moved users by themselves. */
function publishMove(ctx: Context, { customerId }: Caller, plan: MovePlan): void {
  for (const device of plan.devices) publishDeviceChange(ctx, customerId, device, false);
  const move = plan.group === null ? null : stepOf(plan.group, plan.target);
  publishRegrouping(ctx, customerId, plan.parcels, move);
}
