/**
 * Plan of a move in the group tree: the devices that change groups, the users whose view changes,
 * and a token that changes with any input of the decision. Preview and move build the same plan;
 * the move builds it with all rows locked.
 */
import { createHash } from 'node:crypto';
import { groupsBelow, movedPath, moveRefusal } from '@busbar/domain/access/group-tree';
import { groupsThatSeeOther, type Parcel } from '@busbar/domain/access/group-views';
import { may } from '@busbar/domain/access/permission';
import { manageRefusal } from '@busbar/domain/access/user-rule';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import { parseId } from '../../shared/identifier.ts';
import { hasRightsAdministrator } from '../../shared/rights/rights-administrator-queries.ts';
import { findGroup, type Group } from './group-queries.ts';
import { listCountedGroups, readTree } from './group-tree-queries.ts';
import {
  type DevicesOfGroup,
  devicesNamed,
  type PlacedDevice,
  type PlacedUser,
  usersInGroups,
  usersNamed,
} from './placed-queries.ts';

export type TreeMove =
  | { readonly what: 'devices'; readonly to: string; readonly devices: readonly string[] }
  | { readonly what: 'users'; readonly to: string; readonly users: readonly (string | number)[] }
  | { readonly what: 'group'; readonly to: string; readonly group: string };

/** Devices of one group that are moved together, or remain together. */
export type DeviceParcel = Parcel & DevicesOfGroup & { readonly number: number };

/** Users who are in the same group as each other both before and after the move. */
export interface Viewers {
  readonly before: number;
  readonly after: number;
  readonly users: readonly PlacedUser[];
}

export interface MovePlan {
  readonly target: Group;
  /** Devices to move; devices and users that are already in the target group are left out. */
  readonly devices: readonly PlacedDevice[];
  readonly users: readonly PlacedUser[];
  readonly group: Group | null;
  readonly parcels: readonly DeviceParcel[];
  readonly viewers: readonly Viewers[];
  readonly token: string;
}

export function planMove(
  db: Executor,
  caller: Caller,
  move: TreeMove,
  hold: boolean,
): Promise<Outcome<MovePlan>> {
  switch (move.what) {
    case 'devices':
      return planDevices(db, caller, move, hold);
    case 'users':
      return planUsers(db, caller, move, hold);
    case 'group':
      return planGroup(db, caller, move);
  }
}

type Of<W extends TreeMove['what']> = Extract<TreeMove, { what: W }>;

const NOTHING = { devices: [], users: [], group: null, parcels: [], viewers: [] } as const;

async function planDevices(
  db: Executor,
  caller: Caller,
  move: Of<'devices'>,
  hold: boolean,
): Promise<Outcome<MovePlan>> {
  const target = await findGroup(db, caller, move.to);
  if (target === undefined) return refused('group-unknown', 'to');
  const found = await devicesNamed(db, caller, move.devices, hold);
  const known = new Set(found.flatMap((device) => [device.deviceCode, String(device.deviceId)]));
  if (move.devices.some((name) => !known.has(name))) return refused('not-found', 'devices');
  const devices = found.filter(({ groupId }) => groupId !== target.groupId);
  const parcels = [...inGroups(devices)].map(([groupId, some]) => ({
    groupId,
    only: some.map(({ deviceId }) => deviceId),
    number: some.length,
    from: some[0]!.path,
    to: target.path,
  }));
  return done({
    ...NOTHING,
    target,
    devices,
    parcels,
    viewers: await viewersOf(db, caller, parcels),
    token: tokenOf('devices', target.path, ...found.map((one) => [one.deviceId, one.path])),
  });
}

/** The group of a user is part of the user's rights, so the rules for changing users apply. */
async function planUsers(
  db: Executor,
  caller: Caller,
  move: Of<'users'>,
  hold: boolean,
): Promise<Outcome<MovePlan>> {
  const { customerId } = caller;
  if (!may(caller, 'user.manage')) return refused('forbidden');
  const target = await findGroup(db, caller, move.to);
  if (target === undefined) return refused('group-unknown', 'to');
  const requested = [...new Set(move.users.map((id) => parseId(id)))];
  const ids = requested.filter((id) => id !== undefined);
  const found = await usersNamed(db, caller, ids, hold);
  if (found.length !== requested.length) return refused('not-found', 'users');
  const users = found.filter(({ groupId }) => groupId !== target.groupId);
  const moved = users.map(({ userId }) => userId);
  if (
    (await hasRightsAdministrator(db, customerId)) &&
    !(await hasRightsAdministrator(db, customerId, moved))
  ) {
    return refused('last-root-administrator', 'users');
  }
  for (const user of users) {
    const refusal = manageRefusal(caller, user);
    if (refusal !== undefined) return refused(refusal, 'users');
  }
  const groups = await listCountedGroups(db, caller);
  return done({
    ...NOTHING,
    target,
    users,
    parcels: groups
      .filter(({ devices }) => devices > 0)
      .map(({ groupId, devices, path }) => ({ groupId, number: devices, from: path, to: path })),
    viewers: byGroup(users, () => target.groupId),
    token: tokenOf('users', target.path, ...found.map((one) => [one.userId, one.path])),
  });
}

async function planGroup(
  db: Executor,
  caller: Caller,
  move: Of<'group'>,
): Promise<Outcome<MovePlan>> {
  const group = await findGroup(db, caller, move.group);
  if (group === undefined) return refused('not-found');
  const target = await findGroup(db, caller, move.to);
  if (target === undefined) return refused('group-unknown', 'to');
  if (group.groupId === caller.groupId) return refused('own-group-fixed');
  const tree = await readTree(db, caller.customerId);
  const refusal = moveRefusal(tree, group, target);
  if (refusal !== undefined)
    return refused(refusal, refusal === 'group-name-taken' ? 'name' : 'to');
  const counted = await listCountedGroups(db, caller);
  const step = { from: group.path, to: [...target.path, group.groupId] };
  const parcels = groupsBelow(counted, group.groupId).map(({ groupId, devices, path }) => ({
    groupId,
    number: devices,
    from: path,
    to: movedPath(path, step),
  }));
  return done({
    ...NOTHING,
    target,
    group,
    parcels,
    viewers: await viewersOf(db, caller, parcels),
    token: tokenOf('group', target.path, group.path),
  });
}

/** Returns the users who are not moved but will see different devices. */
async function viewersOf(
  db: Executor,
  caller: Caller,
  parcels: readonly DeviceParcel[],
): Promise<Viewers[]> {
  const groupIds = groupsThatSeeOther(parcels.filter(({ number }) => number > 0));
  const users = await usersInGroups(db, caller.customerId, groupIds);
  return byGroup(users, (groupId) => groupId);
}

function byGroup(users: readonly PlacedUser[], after: (groupId: number) => number): Viewers[] {
  return [...inGroups(users)].map(([groupId, some]) => ({
    before: groupId,
    after: after(groupId),
    users: some,
  }));
}

function inGroups<T extends { readonly groupId: number }>(things: readonly T[]): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const thing of things) {
    const some = groups.get(thing.groupId);
    if (some === undefined) groups.set(thing.groupId, [thing]);
    else some.push(thing);
  }
  return groups;
}

function tokenOf(...what: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(what)).digest('base64url');
}
