/** A gateway with the driver of serial lines, on a test database. */

import type { Resolve } from '../../../src/areas/shared/outbound/guarded-request.ts';
import { createIngest, type Ingest } from '../../../src/areas/telemetry/ingest/ingest.ts';
import { type Clock, systemClock } from '../../../src/clock.ts';
import type { Context } from '../../../src/context.ts';
import { startGateway } from '../../../src/gateway/gateway.ts';
import { type LineDriver, startLine } from '../../../src/gateway/line/line-driver.ts';
import type { Database } from '../../../src/storage/database.ts';
import { closeAfterFile } from '../../support/close-after-file.ts';
import { rowsOfDevice } from '../../support/devices/device-rows.ts';
import { gatewayContext } from '../../support/start-gateway.ts';

export interface LineGateway {
  readonly ctx: Context;
  readonly ingest: Ingest;
  readonly driver: LineDriver;
  readonly port: number;
  readonly stop: () => Promise<void>;
}

interface LineGatewayOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Resolves the names of outgoing lines; defaults to the resolver of the system. */
  readonly resolve?: Resolve;
}

export async function startLineGateway(
  database: Database,
  clock: Clock = systemClock,
  { env = {}, resolve }: LineGatewayOptions = {},
): Promise<LineGateway> {
  const ctx = gatewayContext(database, { clock, env: { DTU_PORT: '0', ...env } });
  const ingest = createIngest(ctx);
  const gateway = await startGateway(ctx, ingest, { line: (host) => startLine(host, resolve) });
  const driver = gateway.drivers.line;
  const stop = closeAfterFile(async () => {
    await gateway.stop();
    await ingest.stop();
  });
  return { ctx, ingest, driver, port: driver.port!, stop };
}

export async function voltagesOf(database: Database, deviceId: number): Promise<unknown[]> {
  const rows = await rowsOfDevice(database, 'measurement', deviceId);
  return rows.map((row) => row['voltage_a_v']);
}

export async function isOnline(database: Database, deviceId: number): Promise<unknown> {
  return (await rowsOfDevice(database, 'device_state', deviceId))[0]?.['connected'];
}
