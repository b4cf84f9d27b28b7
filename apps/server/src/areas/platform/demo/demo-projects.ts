/** The two projects of the demo, with findings from before the first start. */

import { supplyOfPast } from '@busbar/domain/demand/tower-site';
import type { ProjectType } from '@busbar/domain/project/project-type';
import type { Executor } from '../../../storage/database.ts';
import { insertDefaultLimits } from '../../sites/projects/project-limit-queries.ts';
import { insertProject } from '../../sites/projects/project-queries.ts';
import { insertTower, replaceUsers } from '../../sites/projects/tower-settings-queries.ts';
import { storePlans } from '../../sites/towers/tower-plan-queries.ts';
import { createDemoLampGroup } from './create-demo-lamps.ts';
import { LAMP_GROUPS } from './demo-lamps.ts';
import { insertOutage, listDevices } from './demo-queries.ts';
import {
  branchLoads,
  pastOutage,
  TOWER_FIGURES,
  TOWER_MONITOR,
  TOWER_USERS,
} from './demo-tower.ts';
import type { FleetFile } from './fleet-file.ts';

export interface ProjectMaker {
  readonly customerId: number;
  /** Root group. */
  readonly groupId: number;
  readonly userId: number;
  readonly userName: string;
}

type DeviceIds = ReadonlyMap<string, number>;

export async function createDemoProjects(
  trx: Executor,
  maker: ProjectMaker,
  fleet: Omit<FleetFile, 'customerId'>,
  now: number,
): Promise<void> {
  const rows = await listDevices(trx, maker.customerId);
  const ids: DeviceIds = new Map(rows.map((row) => [row.device_code, row.device_id]));
  const project = (name: string, type: ProjectType, description: string) =>
    insertDemoProject(trx, maker, { name, type, description }, now);
  const lamps = await project('Riverside street lamps', 'lamp', 'Both banks and the tunnel');
  for (const group of LAMP_GROUPS) {
    const deviceId = ids.get(group.code)!;
    const { customerId } = maker;
    await createDemoLampGroup(trx, group, { customerId, projectId: lamps, deviceId }, fleet, now);
  }
  const towers = await project('Pudong towers', 'tower', 'Sites shared by three operators');
  await createTower(trx, maker, towers, ids, fleet, now);
}

async function insertDemoProject(
  trx: Executor,
  { customerId, groupId, userId, userName }: ProjectMaker,
  fields: { readonly name: string; readonly type: ProjectType; readonly description: string },
  now: number,
): Promise<number> {
  const creation = { createdBy: userId, createdByName: userName, createdAt: now };
  const id = await insertProject(trx, customerId, { ...fields, ...creation, groupId });
  await insertDefaultLimits(trx, customerId, id, now);
  return id;
}

async function createTower(
  trx: Executor,
  maker: ProjectMaker,
  projectId: number,
  ids: DeviceIds,
  fleet: Omit<FleetFile, 'customerId'>,
  now: number,
): Promise<void> {
  const deviceId = ids.get(TOWER_MONITOR)!;
  const row = { ...TOWER_FIGURES, name: 'Longyang Road tower', projectId, deviceId };
  const towerId = await insertTower(trx, maker, row, now);
  const key = { customerId: maker.customerId, towerId };
  const users = TOWER_USERS.map(({ code, ...user }) => ({
    ...user,
    deviceId: ids.get(code)!,
    standing: {
      state: 'on' as const,
      cause: 'in-time' as const,
      mode: 'auto' as const,
      returnAt: null,
      since: now,
      badSince: null,
      goodSince: null,
      settled: false,
    },
    tried: { at: null, count: 0 },
    refusal: null,
  }));
  await replaceUsers(trx, key, users);
  // The first plan of a slot has no start day: bills go back as far as the meters.
  await storePlans(trx, key, users, '0001-01-01');
  const outage = pastOutage(now);
  const atItsEnd = supplyOfPast(outage, branchLoads(fleet, TOWER_MONITOR)!, outage.to - 1);
  await insertOutage(trx, key, outage, Math.abs(atItsEnd.lineVoltageA ?? 0));
}
