/**
 * The driver of serial lines with a line to which it connects by Modbus TCP. The device listens, and
 * gets its address when it starts. It has no secret: its address is its identity.
 */
import { saveLineAddress } from '../../../../src/areas/fleet/serial-lines/outgoing-line-queries.ts';
import type { DriverHost } from '../../../../src/gateway/gateway-driver.ts';
import { type LineDriver, startLine } from '../../../../src/gateway/line/line-driver.ts';
import { INTERVAL_S, PolledMeter } from '../../../support/devices/polled-meter.ts';
import { SlaveServer } from '../../../support/devices/slave-server.ts';
import { buildSerialLine } from '../../../support/factories/serial-line.ts';
import type { TestDevice } from '../../../support/factories/tenant-device.ts';
import { describeDriver, type ProtocolClient } from '../../driver-conformance.ts';
import { ALLOWED } from './outgoing-rig.ts';

/** A driver connects within this time, and one that stops not at all. */
const CONNECT_LIMIT_MS = 20_000;
const STOPPING_LIMIT_MS = 2_000;

/** A device that listens, and the number of connections that tests have used. */
interface Listening {
  readonly slave: SlaveServer;
  used: number;
}

const hosts = new WeakMap<LineDriver, DriverHost>();
const stopping = new WeakSet<LineDriver>();
const customers = new Map<number, number>();
const listening = new Map<number, Listening>();

async function start(host: DriverHost): Promise<LineDriver> {
  const started = await startLine(host);
  const driver: LineDriver = {
    ...started,
    freeze() {
      stopping.add(driver);
      return started.freeze();
    },
  };
  hosts.set(driver, host);
  return driver;
}

/** Stores an address for the line of the device, which only this process may connect to. */
async function listen({ ctx }: DriverHost, { deviceId, deviceCode }: TestDevice) {
  const slave = await SlaveServer.listen({ framing: 'mbap' });
  const customerId = customers.get(deviceId)!;
  const address = { transport: 'modbus-tcp', host: '127.0.0.1', port: slave.port } as const;
  await ctx.database.transaction(async (trx) => {
    await saveLineAddress(trx, { customerId, deviceId }, address, '127.0.0.1');
    await trx
      .updateTable('outgoing_line')
      .set({ process: ctx.processId })
      .where('device_id', '=', deviceId)
      .execute();
  });
  ctx.bus.publish('device.changed', { customerId, deviceId, deviceCode, credentialsEnded: false });
  const added = { slave, used: 0 };
  listening.set(deviceId, added);
  return added;
}

describeDriver('outgoing lines', {
  start,
  polls: true,
  hasSecrets: false,
  usualKind: 'frame',
  kindsOfDevice: new Set(['summon', 'frame']),
  env: ALLOWED,
  async build(database, tenant) {
    const dtu = await buildSerialLine(database, tenant, {
      isOwn: true,
      meters: [{ profileId: 'eastron-sdm630', intervalS: INTERVAL_S }],
    });
    customers.set(dtu.deviceId, tenant.customerId);
    return dtu;
  },
  async connect(driver, device): Promise<ProtocolClient> {
    const connected = listening.get(device.deviceId) ?? (await listen(hosts.get(driver)!, device));
    const { slave } = connected;
    const socket = await connectionAfter(
      connected,
      stopping.has(driver) ? STOPPING_LIMIT_MS : CONNECT_LIMIT_MS,
    );
    connected.used = slave.accepted;
    const meter = new PolledMeter();
    slave.onRequest = (request) =>
      meter.onRequest(request, (frame) => slave.answer(request, frame));
    for (const request of slave.requests.filter((one) => one.socket === socket)) {
      slave.onRequest(request, slave);
    }
    const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    return {
      sendReadings: ([first]) => meter.sendVoltage(first!.voltageA),
      sendUnreadable: () => meter.sendUnreadable(),
      ping: () => meter.ping(),
      received: meter.received,
      reply: () => meter.reply(),
      ended,
      breakOff: () => {
        for (const open of slave.sockets) open.resetAndDestroy();
        void slave.close();
      },
    };
  },
});

/** Rejects if the driver does not connect. */
async function connectionAfter({ slave, used }: Listening, limitMs: number) {
  const endsAt = performance.now() + limitMs;
  while (slave.accepted === used) {
    if (performance.now() > endsAt) throw new Error('the line was not connected');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const [socket] = slave.sockets;
  if (socket === undefined) throw new Error('the connection has ended');
  return socket;
}
