/** The real gateway and ingest on a test database, without the rest of the server. */
import type { MqttClient } from 'mqtt';
import { createIngest, type Ingest } from '../../src/areas/telemetry/ingest/ingest.ts';
import type { Bus } from '../../src/bus.ts';
import { type Clock, systemClock } from '../../src/clock.ts';
import type { Context } from '../../src/context.ts';
import { type Gateway, startGateway } from '../../src/gateway/gateway.ts';
import { startMqtt } from '../../src/gateway/mqtt/start-mqtt.ts';
import type { Database } from '../../src/storage/database.ts';
import { closeAfterFile } from './close-after-file.ts';
import { connectDevice } from './devices/connect-device.ts';
import { testContext } from './test-context.ts';

export { connectDevice };

export interface TestGateway {
  readonly ctx: Context;
  readonly bus: Bus;
  readonly ingest: Ingest;
  readonly gateway: Gateway<{ mqtt: typeof startMqtt }>;
  readonly port: number;
  stop(): Promise<void>;
}

export interface GatewayOptions {
  readonly clock?: Clock;
  readonly env?: Readonly<Record<string, string>>;
  readonly processId?: string;
}

let processes = 0;

export function gatewayContext(
  database: Database,
  { clock = systemClock, env, processId }: GatewayOptions = {},
): Context {
  processes += 1;
  return {
    ...testContext(database, { MQTT_PORT: '0', ...env }),
    clock,
    processId: processId ?? `test-${process.pid}-${processes}`,
  };
}

/** The gateway is stopped after the test file. */
export async function startTestGateway(
  database: Database,
  options: GatewayOptions = {},
): Promise<TestGateway> {
  const ctx = gatewayContext(database, options);
  const ingest = createIngest(ctx);
  const gateway = await startGateway(ctx, ingest, { mqtt: startMqtt });
  return {
    ctx,
    bus: ctx.bus,
    ingest,
    gateway,
    port: gateway.drivers.mqtt.port!,
    stop: closeAfterFile(async () => {
      await gateway.stop();
      await ingest.stop();
    }),
  };
}

/** Publishes a message; resolves with the time at which the broker acknowledged it. */
export async function publishUp(
  client: MqttClient,
  deviceCode: string,
  kind: string,
  payload: unknown,
): Promise<void> {
  const text =
    typeof payload === 'string' || payload instanceof Uint8Array
      ? payload
      : JSON.stringify(payload);
  await client.publishAsync(`ep/1/${deviceCode}/up/${kind}`, text as string, { qos: 1 });
}
