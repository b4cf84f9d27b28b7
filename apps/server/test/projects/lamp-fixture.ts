/**
 * A street-lamp project created with the product's own functions, and devices that report their
 * power.
 */
import type { LampGroupInput } from '@busbar/domain/project/lamp-group';
import { runLampChecks } from '../../src/areas/sites/lamp-checks/run-lamp-checks.ts';
import type { LampGroup } from '../../src/areas/sites/projects/lamp-group-queries.ts';
import { addLampGroup } from '../../src/areas/sites/projects/lamp-group-service.ts';
import { addProject } from '../../src/areas/sites/projects/project-service.ts';
import type { Caller } from '../../src/caller.ts';
import { buildCaller, buildCustomer } from '../support/factories/customer.ts';
import { buildDevice, report } from '../support/factories/device.ts';
import type { TestContext } from '../support/test-context.ts';

/** Shanghai, where the sun sets at 16:53 (08:53 UTC) on 20 November 2026. */
const PLACE = { lngT: 121.4737, latT: 31.2304 };

export interface Lamps {
  readonly caller: Caller;
  readonly projectId: number;
  readonly group: LampGroup;
}

export async function buildLampProject(ctx: TestContext): Promise<{
  readonly caller: Caller;
  readonly projectId: number;
}> {
  const caller = await buildCaller(ctx, await buildCustomer(ctx), { role: 'admin' });
  const project = await addProject(ctx, caller, { name: 'Harbour road', type: 'lamp' });
  if (!project.ok) throw new Error(project.refusal);
  return { caller, projectId: project.value.id };
}

/** Creates 20 LED lamps of 0.1 kW by default, with a dedicated device. */
export async function buildLamps(
  ctx: TestContext,
  { caller, projectId }: { readonly caller: Caller; readonly projectId: number },
  setting: LampGroupInput = {},
): Promise<Lamps> {
  const { code } = await buildDevice(ctx, caller);
  const group = await addLampGroup(ctx, caller, projectId, {
    device: code,
    setting: { name: `Lamps ${code}`, lampCount: 20, lampPowerKw: 0.1, errorRange: 3, ...setting },
    position: PLACE,
  });
  if (!group.ok) throw new Error(`${group.refusal} ${group.field}`);
  return { caller, projectId, group: group.value };
}

/** Reports the device as online with this measured power. */
export async function draws(
  ctx: TestContext,
  { group }: Lamps,
  powerKw: number,
  voltageV = 230,
): Promise<void> {
  const now = ctx.clock.now();
  const { customerId, deviceId } = group;
  await ctx.database.db
    .insertInto('measurement')
    .values({
      customer_id: customerId,
      device_id: deviceId,
      ts: new Date(now),
      content_hash: now,
      voltage_a_v: voltageV,
      active_power_kw: powerKw,
    } as never)
    .execute();
  await report(ctx, customerId, deviceId, { connected: true, heardAt: now });
}

/** Advances the clock by five minutes, stores the reading, and runs every check that is due. */
export async function look(
  ctx: TestContext,
  lamps: Lamps,
  powerKw: number,
  voltageV = 230,
): Promise<void> {
  ctx.clock.advance(300_000);
  await draws(ctx, lamps, powerKw, voltageV);
  await runLampChecks(ctx);
}
