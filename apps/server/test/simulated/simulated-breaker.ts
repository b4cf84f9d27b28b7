/** A simulated breaker of a tenant with readings, switch states and alarms from a real connection. */
import { simulatedCode } from '@busbar/domain/device/simulated-code';
import { insertWithFreshId } from '../../src/areas/fleet/devices/add-device.ts';
import { natureOf } from '../../src/areas/fleet/devices/device-nature.ts';
import { newDeviceSecret } from '../../src/areas/fleet/devices/device-secret.ts';
import { listDeviceTypes } from '../../src/areas/shared/reference/reference-queries.ts';
import type { Tenant } from '../support/factories/tenant.ts';
import type { TestDevice } from '../support/factories/tenant-device.ts';
import { connectDevice, publishUp } from '../support/start-gateway.ts';
import type { TestServer } from '../support/start-server.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

export async function addSimulatedBreaker(
  { parts: { context: ctx } }: TestServer,
  { customerId, groupId, rateId }: Pick<Tenant, 'customerId' | 'groupId' | 'rateId'>,
): Promise<TestDevice> {
  const type = (await listDeviceTypes(ctx.database.db)).find(({ name }) => name === 'MT61')!;
  const deviceCode = simulatedCode(ctx.random.bytes(8));
  const { secret, hash } = newDeviceSecret(ctx.random);
  const device = {
    ...natureOf(type),
    deviceCode,
    name: 'Simulated breaker',
    groupId,
    rateId,
    address: '',
    secretHash: hash,
    simulated: true,
  };
  const deviceId = await ctx.database.transaction((trx) =>
    insertWithFreshId(ctx, trx, customerId, device),
  );
  return { deviceId: deviceId!, deviceCode, secret };
}

/** Sends what a breaker sends in three days; all of it is stored when this resolves. */
export async function playBreaker(server: TestServer, breaker: TestDevice): Promise<void> {
  const now = server.clock.now();
  const client = await connectDevice(server.mqttPort, breaker);
  const say = (kind: string, payload: object) =>
    publishUp(client, breaker.deviceCode, kind, payload);
  await say('info', { hv: '1.2', sv: '3.4.1', vol: 230, cur: 63, csq: 21 });
  for (let age = 3 * DAY_MS; age > 0; age -= DAY_MS / 2) {
    const kwh = 5_000 - age / DAY_MS;
    await say('data', { ts: now - age, insP: 8, curA: 35, volPa: 229.5, epT: kwh });
    await say('data', { ts: now - age + 15 * MINUTE_MS, insP: 8, curA: 35, epT: kwh + 2 });
  }
  await say('state', { ts: now - 2 * DAY_MS, action: 'openByCommand' });
  await say('state', { ts: now - DAY_MS, action: 'closeByCommand' });
  const alarm = { kind: 'alarm', value: 80, limit: 63, phase: 'A' };
  await say('alarm', { ...alarm, ts: now - DAY_MS, type: 'overCurrent', active: true });
  await say('alarm', {
    ...alarm,
    ts: now - DAY_MS + MINUTE_MS,
    type: 'overCurrent',
    active: false,
  });
  await say('alarm', { ...alarm, ts: now - MINUTE_MS, type: 'overVoltage', active: true });
  await say('alarm', { ts: now - MINUTE_MS, type: 'overCurrent', kind: 'warning', active: true });
  await say('data', { ts: now, insP: 9, curA: 60, curB: 61, curC: 62, volPa: 229.5, epT: 5_001 });
}
