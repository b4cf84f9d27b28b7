/**
 * Resolves the type, tariff and group of a device in a request; the caller must have permission to
 * use each of them.
 */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Scope } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import { parseId } from '../../shared/identifier.ts';
import { type DeviceType, listDeviceTypes } from '../../shared/reference/reference-queries.ts';
import { lockGroupRow } from '../groups/group-queries.ts';
import { lockVisibleRate } from '../rates/visible-rate-queries.ts';

/** Accepts the id or the name of a type, ignoring case. */
export async function chooseType(
  db: Executor,
  type: string | number,
): Promise<Outcome<DeviceType>> {
  const name = String(type).trim().toLowerCase();
  const id = parseId(type);
  const types = await listDeviceTypes(db);
  const found = types.find((known) => known.name.toLowerCase() === name || known.id === id);
  return found === undefined ? refused('device-type-unknown', 'type') : done(found);
}

export async function chooseRate(
  db: Executor,
  scope: Scope,
  rate: string | number,
): Promise<Outcome<number>> {
  const held = await lockVisibleRate(db, scope, rate);
  return held === undefined ? refused('rate-unknown', 'rate') : done(held);
}

/**
 * Returns the id of a group. Called in a transaction, it locks the group, which then cannot be
 * deleted before the commit.
 */
export async function chooseGroup(
  db: Executor,
  scope: Scope,
  group: string | number,
): Promise<Outcome<number>> {
  const found = await lockGroupRow(db, scope, group);
  return found === undefined ? refused('group-unknown', 'group') : done(found.groupId);
}
