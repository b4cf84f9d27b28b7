/**
 * Names and normal positions of a device's dry contacts (docs/specification/protection.md 7), and
 * the positions it last reported. The platform stores them; a device has one row of names once they
 * are deployed.
 */
import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { type BusMessage, publishAll } from '../../../bus.ts';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { type FoundDevice, findDevice } from '../../fleet/devices/device-lookup-queries.ts';
import { parseId } from '../../shared/identifier.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { changeDryNode } from './dry-contact-alarms.ts';
import {
  type ContactPosition,
  type DryContacts,
  type DryNode,
  nodeOf,
  positionsOf,
} from './dry-contact-queries.ts';

/** Returns the positions by contact number; empty until the device has reported any. */
export async function findContactPositions(
  ctx: Context,
  caller: Caller,
  device: string | number,
): Promise<readonly ContactPosition[]> {
  const { db } = ctx.database;
  const found = await findDevice(db, caller, device);
  if (found === undefined) return [];
  return positionsOf(db, found);
}

export async function findDryNode(
  ctx: Context,
  caller: Caller,
  device: string | number,
): Promise<Outcome<DryNode | undefined>> {
  const found = await protectable(ctx.database.db, caller, device);
  return found.ok ? done(await nodeOf(ctx.database.db, found.value)) : found;
}

/** Inserts or updates the row of the device; safe to repeat. */
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

async function store(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  device: FoundDevice,
  contacts: DryContacts,
): Promise<Stored> {
  const now = ctx.clock.now();
  const before = await nodeOf(trx, device);
  const messages = await changeDryNode(trx, device, contacts, now);
  const { deviceId, deviceCode, groupId } = device;
  await writeLog(trx, caller, {
    at: now,
    module: LOG_MODULES.protection,
    command: before === undefined ? 'add' : 'update',
    device: { deviceId, deviceCode, groupId },
    detail: { set: 'dryNode', ...contacts, ...(before === undefined ? {} : { before }) },
  });
  return { node: (await nodeOf(trx, device))!, messages };
}
