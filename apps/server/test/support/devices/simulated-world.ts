/**
 * The real application with the real clock, two customers, and a connected simulated breaker of the
 * first.
 */
import { systemClock } from '../../../src/clock.ts';
import type { TestDatabase } from '../databases.ts';
import { buildTenantDevice, type TestDevice } from '../factories/tenant-device.ts';
import { eventually } from '../start-gateway.ts';
import { startServer, type TestServer } from '../start-server.ts';
import { createTenant, type Tenant } from '../world.ts';
import { rowsOfDevice } from './device-rows.ts';
import { type SimulatedLine, startSimulated } from './simulated-device.ts';

export interface SimulatedWorld {
  readonly server: TestServer;
  readonly tenant: Tenant;
  readonly other: Tenant;
  readonly device: TestDevice;
  readonly line: SimulatedLine;
}

export async function simulatedWorld(
  database: TestDatabase,
  label: string,
): Promise<SimulatedWorld> {
  const server = await startServer(database, { clock: systemClock });
  const tenant = await createTenant(database, { label, now: Date.now() });
  const other = await createTenant(database, { label: `${label}other`, now: Date.now() });
  const device = await buildTenantDevice(database, tenant);
  const line = startSimulated({
    mqttPort: server.mqttPort,
    code: device.deviceCode,
    secret: device.secret,
    type: 'MT61',
  });
  await eventually(
    () => rowsOfDevice(database, 'device_state', device.deviceId),
    ([row]) => row?.['connected'] === true,
  );
  return { server, tenant, other, device, line };
}
