/**
 * Names and normal positions of the dry contacts of a device (docs/specification/protection.md 7),
 * and the positions it last reported. They are stored by the platform; a device has one row of
 * names once they are deployed.
 */
import type { DryContactNumber } from '@busbar/domain/alarm/dry-contact';
import { LOG_MODULES } from '@busbar/domain/audit/log-words';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { type BusMessage, publishAll } from '../../../bus.ts';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { type FoundDevice, findDevice } from '../../fleet/devices/device-lookup.ts';
import { parseId } from '../../shared/identifier.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { changeDryNode } from './dry-contact-alarms.ts';

type Position = 'open' | 'close';

export interface DryContacts {
  readonly name1: string;
  readonly status1: Position;
  readonly name2: string;
  readonly status2: Position;
}

export interface DryNode extends DryContacts {
  readonly id: number;
  readonly deviceId: number;
}

export interface ContactPosition {
  readonly contact: DryContactNumber;
  readonly closed: boolean;
  /** Time of the position, epoch ms. */
  readonly reportedAt: number;
}

/** Positions by contact number; empty until the device has reported any. */
export async function findContactPositions(
  ctx: Context,
  caller: Caller,
  device: string | number,
): Promise<readonly ContactPosition[]> {
  const { db } = ctx.database;
  const found = await findDevice(db, caller, device);
  if (found === undefined) return [];
  return db
    .selectFrom('dry_contact')
    .where('customer_id', '=', found.customerId)
    .where('device_id', '=', found.deviceId)
    .select(['contact', 'closed', 'reported_at as reportedAt'])
    .orderBy('contact')
    .execute();
}

export async function findDryNode(
  ctx: Context,
  caller: Caller,
  device: string | number,
): Promise<Outcome<DryNode | undefined>> {
  const found = await protectable(ctx.database.db, caller, device);
  return found.ok ? done(await nodeOf(ctx.database.db, found.value)) : found;
}

/** Inserts or updates the row of the device; a repeat is harmless. */
export async function saveDryNode(
  ctx: Context,
  caller: Caller,
  device: string | number,
  contacts: DryContacts,
): Promise<Outcome<DryNode>> {
  return storing(ctx, async (trx) => {
    const found = await protectable(trx, caller, device);
    return found.ok ? done(await store(ctx, trx, caller, found.value, contacts)) : found;
  });
}

/** Returns `not-found` if the row does not exist or belongs to another device. */
export async function updateDryNode(
  ctx: Context,
  caller: Caller,
  device: string | number,
  id: string | number,
  contacts: DryContacts,
): Promise<Outcome<DryNode>> {
  return storing(ctx, async (trx) => {
    const found = await protectable(trx, caller, device);
    if (!found.ok) return found;
    const node = await nodeOf(trx, found.value);
    if (node === undefined || node.id !== parseId(id)) return refused('not-found', 'id');
    return done(await store(ctx, trx, caller, found.value, contacts));
  });
}

interface Stored {
  readonly node: DryNode;
  readonly messages: readonly BusMessage[];
}

async function storing(
  ctx: Context,
  work: (trx: Executor) => Promise<Outcome<Stored>>,
): Promise<Outcome<DryNode>> {
  const outcome = await ctx.database.transaction(work);
  if (!outcome.ok) return outcome;
  publishAll(ctx.bus, outcome.value.messages);
  return done(outcome.value.node);
}

async function protectable(
  db: Executor,
  caller: Caller,
  device: string | number,
): Promise<Outcome<FoundDevice>> {
  const found = await findDevice(db, caller, device);
  if (found === undefined) return refused('not-found');
  return found.kind === 'main' ? done(found) : refused('protection-not-supported');
}

async function nodeOf(db: Executor, device: FoundDevice): Promise<DryNode | undefined> {
  const row = await db
    .selectFrom('dry_node')
    .selectAll()
    .where('customer_id', '=', device.customerId)
    .where('device_id', '=', device.deviceId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    id: row.dry_node_id,
    deviceId: row.device_id,
    name1: row.name_1,
    status1: row.status_1,
    name2: row.name_2,
    status2: row.status_2,
  };
}

async function store(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  device: FoundDevice,
  contacts: DryContacts,
): Promise<Stored> {
  const now = ctx.clock.now();
  const before = await nodeOf(trx, device);
  const changed = {
    name_1: contacts.name1,
    status_1: contacts.status1,
    name_2: contacts.name2,
    status_2: contacts.status2,
    updated_at: instant(now),
  };
  const messages = await changeDryNode(trx, device, now, () =>
    trx
      .insertInto('dry_node')
      .values({
        customer_id: device.customerId,
        device_id: device.deviceId,
        created_at: instant(now),
        ...changed,
      })
      .onConflict((clash) => clash.columns(['customer_id', 'device_id']).doUpdateSet(changed))
      .execute(),
  );
  const { deviceId, deviceCode, groupId } = device;
  await writeLog(trx, caller, {
    at: now,
    module: LOG_MODULES.protection,
    command: before === undefined ? 'add' : 'update',
    status: 'done',
    device: { id: deviceId, code: deviceCode, groupId },
    commandId: null,
    detail: { set: 'dryNode', ...contacts, ...(before === undefined ? {} : { before }) },
  });
  return { node: (await nodeOf(trx, device))!, messages };
}
