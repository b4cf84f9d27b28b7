/** Type, rate and group of a device, found by what the caller wrote; each must be the caller's to use. */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Scope } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import { parseId } from '../../shared/identifier.ts';
import { type DeviceType, listDeviceTypes } from '../../shared/reference/reference-repository.ts';
import { holdGroup } from '../groups/group-repository.ts';
import { holdVisibleRate } from '../rates/visible-rates.ts';

/** By id or by name, upper and lower case alike. */
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
  const held = await holdVisibleRate(db, scope, rate);
  return held === undefined ? refused('rate-unknown', 'rate') : done(held);
}

/** In a transaction: a group somebody takes something into is not deleted meanwhile. */
export async function chooseGroup(
  db: Executor,
  scope: Scope,
  group: string | number,
): Promise<Outcome<number>> {
  const found = await holdGroup(db, scope, group);
  return found === undefined ? refused('group-unknown', 'group') : done(found.groupId);
}
