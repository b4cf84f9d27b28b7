/** The real gateway and ingest on a test database, without the rest of the server. */
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { createIngest, type Ingest } from '../../src/areas/telemetry/ingest/ingest.ts';
import type { Bus } from '../../src/bus.ts';
import { type Clock, systemClock } from '../../src/clock.ts';
import type { Context } from '../../src/context.ts';
import { type Gateway, startGateway } from '../../src/gateway/gateway.ts';
import { startMqtt } from '../../src/gateway/mqtt/start-mqtt.ts';
import type { Database } from '../../src/storage/database.ts';
import { closeAfterFile } from './close-after-file.ts';
import type { TestDevice } from './factories/tenant-device.ts';
import { testContext } from './test-context.ts';

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

/**
 * Connects like a device until the end of the test file; rejects if the broker refuses the
 * connection.
 */
export function connectDevice(
  port: number,
  device: Pick<TestDevice, 'deviceCode' | 'secret'>,
  options: IClientOptions = {},
): Promise<MqttClient> {
  const client = mqtt.connect({
    host: '127.0.0.1',
    port,
    protocolVersion: 4,
    clientId: device.deviceCode,
    username: device.deviceCode,
    password: device.secret,
    reconnectPeriod: 0,
    connectTimeout: 10_000,
    ...options,
  });
  return new Promise((resolve, reject) => {
    client.once('connect', () => {
      closeAfterFile(async () => void client.end(true));
      resolve(client);
    });
    client.once('error', (error) => {
      client.end(true);
      reject(error);
    });
    client.once('close', () => reject(new Error('closed before it was connected')));
  });
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
