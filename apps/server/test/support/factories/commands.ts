/** A completed command of a tenant, its log entry, a timer and a finished batch command. */
import type { Database } from '../../../src/storage/database.ts';
import type { Owner } from './owner.ts';

const before = (at: Date, ms: number) => new Date(at.getTime() - ms);

export async function buildCommand(
  { db }: Database,
  { label, customerId, groupId, deviceId, deviceCode, users, at }: Owner,
) {
  const commandId = `01890000-0000-7000-8000-${String(deviceId).padStart(12, '0')}`;
  await db
    .insertInto('command')
    .values({
      customer_id: customerId,
      command_id: commandId,
      device_id: deviceId,
      link_device_code: deviceCode,
      kind: 'switch',
      switch_order: 'open',
      args: JSON.stringify({ to: 'open' }),
      state: 'confirmed',
      issued_by: users.operator?.userId ?? null,
      source: 'v2.device.control',
      detail: `${label}-detail`,
      created_at: before(at, 60_000),
      expires_at: before(at, 30_000),
      confirmed_at: before(at, 50_000),
      ended_at: before(at, 50_000),
    })
    .execute();
  const { logEntryId } = await db
    .insertInto('audit_entry')
    .values({
      customer_id: customerId,
      logged_at: before(at, 60_000),
      user_id: users.operator?.userId ?? null,
      user_name: `${label}-operator`,
      device_id: deviceId,
      device_code: deviceCode,
      group_id: groupId,
      module: `${label}-module`,
      command: 'open',
      command_id: commandId,
      status: 'confirmed',
    })
    .returning('audit_entry_id as logEntryId')
    .executeTakeFirstOrThrow();
  return { commandId, logEntryId };
}

/** The timer is disabled; a test that runs timers creates its own. */
export async function buildTimer({ db }: Database, { customerId, deviceId, users, at }: Owner) {
  return db
    .insertInto('timer')
    .values({
      customer_id: customerId,
      device_id: deviceId,
      days: 127,
      clock_time: '18:30',
      switch_order: 'open',
      enabled: false,
      changed_by: users.operator?.userId ?? null,
      changed_at: at,
    })
    .returning('timer_id as timerId')
    .executeTakeFirstOrThrow();
}

export async function buildBatchCommand(
  { db }: Database,
  { label, customerId, groupId, deviceId, users, at }: Owner,
) {
  const batchCommandId = `01890000-0000-7000-9000-${String(deviceId).padStart(12, '0')}`;
  await db
    .insertInto('group_order')
    .values({
      customer_id: customerId,
      group_order_id: batchCommandId,
      user_id: users.operator?.userId ?? 0,
      session_hash: Buffer.alloc(32),
      group_id: groupId,
      switch_order: 'open',
      reason: `${label}-group-order`,
      stepped_up: false,
      request_hash: Buffer.alloc(32),
      created_at: before(at, 60_000),
      ends_at: new Date(at.getTime() + 540_000),
      ended_at: before(at, 30_000),
    })
    .execute();
  await db
    .insertInto('group_order_device')
    .values({
      customer_id: customerId,
      group_order_id: batchCommandId,
      device_id: deviceId,
      position: 1,
      state: 'refused',
      reason: 'locked-by-other',
      detail: `${label}-holder`,
      turned_at: before(at, 30_000),
    })
    .execute();
  return { batchCommandId };
}
