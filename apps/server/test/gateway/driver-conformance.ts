/**
 * The promises of a device protocol (`src/gateway/gateway-driver.ts`), checked over a real socket
 * and a real database. Each driver runs this suite with a client that speaks its protocol.
 *
 * Devices of a protocol that polls (`polls`) send nothing by themselves: they cannot repeat a dated
 * reading, or send more than the ingest accepts, and their requests contain no id of a command. The
 * next request for readings is their acknowledgement. Two tests are replaced for them, and commands
 * are recognised by their kind; every other test is the same.
 *
 * Devices of other manufacturers may have no clock (`isUndated`), so a repeated reading is another
 * one; may send one reading in a message, so that the limit of messages in progress is reached
 * before the ingest is full; and their requests contain no id of a command.
 */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { insertCommand } from '../../src/areas/control/commands/command-queries.ts';
import { createCommandSender } from '../../src/areas/control/commands/command-sender.ts';
import { platformActor } from '../../src/areas/control/timers/timer-table.ts';
import { FULL_ROWS } from '../../src/areas/telemetry/ingest/batcher.ts';
import { createIngest, type Ingest } from '../../src/areas/telemetry/ingest/ingest.ts';
import { QUALITY_ARRIVAL } from '../../src/areas/telemetry/ingest/work.ts';
import { uuidV7 } from '../../src/clock.ts';
import type { Context } from '../../src/context.ts';
import { type Gateway, startGateway } from '../../src/gateway/gateway.ts';
import type { GatewayDriver, StartDriver } from '../../src/gateway/gateway-driver.ts';
import type { Database } from '../../src/storage/database.ts';
import type { CommandKind } from '../../src/storage/schema/schema.ts';
import { describeWithDatabase, openTestDatabase } from '../support/databases.ts';
import { lockMeasurements, rowsOfDevice } from '../support/devices/device-rows.ts';
import { eventually } from '../support/eventually.ts';
import { createTenant, type Tenant } from '../support/factories/tenant.ts';
import { buildTenantDevice, type TestDevice } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';
import { databaseProxy } from '../support/programs/tcp-proxy.ts';
import * as sample from '../support/sample-commands.ts';
import { gatewayContext } from '../support/start-gateway.ts';

export interface SentReading {
  /** Epoch ms. */
  readonly at: number;
  readonly voltageA: number;
}

/** A connected device that is ready for commands. */
export interface ProtocolClient {
  /** Sends the readings in one message; resolves when it is acknowledged. */
  sendReadings(readings: readonly SentReading[]): Promise<void>;
  /** Sends a message that the driver cannot decode; resolves when it is acknowledged. */
  sendUnreadable(): Promise<void>;
  /**
   * Resolves when the driver has answered a packet that it need not store; if it polls, when the
   * time of its next request has passed.
   */
  ping(): Promise<void>;
  /** The commands that have reached the device; the id is empty if the protocol has none. */
  readonly received: readonly { readonly id: string; readonly kind: CommandKind }[];
  /** Reports that the command was executed. */
  reply(commandId: string): Promise<void>;
  /** Resolves when the connection has ended. */
  readonly ended: Promise<void>;
  /** Ends the connection abruptly, like a broken line. */
  breakOff(): void;
}

export interface TestedDriver<D extends GatewayDriver> {
  readonly start: (...host: Parameters<StartDriver>) => Promise<D>;
  /** True if the driver requests the readings. */
  readonly polls?: boolean;
  /** True if the readings have no time of their own. */
  readonly isUndated?: boolean;
  /** Readings that one message can contain; defaults to 500. */
  readonly readingsPerMessage?: number;
  /** True if the requests contain the ids of their commands; defaults to true, unless it polls. */
  readonly hasCommandIds?: boolean;
  /** True if the reply to a switch command is the position itself, which confirms it. */
  readonly isReplyPosition?: boolean;
  /** False if the driver connects to the device, which has no secret; defaults to true. */
  readonly hasSecrets?: boolean;
  /** Settings of the process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Kind of the command in tests of any command; defaults to the first that the driver carries. */
  readonly usualKind?: CommandKind;
  /** Address of the slave that is commanded; defaults to 1. */
  readonly slaveAddress?: number;
  /** Kinds of commands that the device can carry out; defaults to all that the driver carries. */
  readonly kindsOfDevice?: ReadonlySet<CommandKind>;
  /** Registers a device that this driver connects. */
  readonly build?: (database: Database, tenant: Tenant) => Promise<TestDevice>;
  /** Id of the device whose readings are sent; defaults to the device itself. */
  readonly meterOf?: (device: TestDevice) => number;
  /** Rejects if the device is refused. */
  connect(driver: D, device: TestDevice): Promise<ProtocolClient>;
}

interface Started<D extends GatewayDriver> {
  readonly ctx: Context;
  readonly ingest: Ingest;
  readonly gateway: Gateway<{ tested: TestedDriver<D>['start'] }>;
}

const MESSAGES = 30;
const READINGS_PER_MESSAGE = 500;
/** Max number of one device's messages on their way to the database (docs/promises.md D1). */
const MAX_UNDER_WAY = 64;
const always = () => 60_000;

export function describeDriver<D extends GatewayDriver>(
  protocol: string,
  tested: TestedDriver<D>,
): void {
  const { COMMAND_KINDS } = sample;
  const sampleArgs = (kind: CommandKind) => sample.sampleArgs(kind, tested.slaveAddress);
  const sampleCommand = (id: string, kind: CommandKind) =>
    sample.sampleCommand(id, kind, tested.slaveAddress);
  const { polls = false, isUndated = false, hasSecrets = true } = tested;
  const { build = buildTenantDevice, meterOf = ({ deviceId }: TestDevice) => deviceId } = tested;
  const { readingsPerMessage = READINGS_PER_MESSAGE, hasCommandIds = !polls } = tested;
  const notDefined: (...test: Parameters<typeof it>) => void = () => {};
  const itOfPolled = polls ? it : notDefined;
  const itOfDated = polls || isUndated ? notDefined : it;
  const itOfUndated = isUndated ? it : notDefined;
  const itOfBatches = polls || readingsPerMessage === 1 ? notDefined : it;
  const itOfSingles = readingsPerMessage === 1 ? it : notDefined;
  describeWithDatabase(`the driver of ${protocol}`, (direct) => {
    const tenant = fixture(() => createTenant(direct, { label: 'driver', now: Date.now() }));
    const proxy = fixture(() => databaseProxy(direct));
    const proxied = fixture(() => openTestDatabase(proxy.databaseUrl));
    let running: Started<D>;

    async function start(): Promise<Started<D>> {
      const ctx = gatewayContext(proxied, { env: tested.env ?? {} });
      const ingest = createIngest(ctx);
      return { ctx, ingest, gateway: await startGateway(ctx, ingest, { tested: tested.start }) };
    }

    async function stop({ gateway, ingest }: Started<D>): Promise<void> {
      await gateway.stop();
      await ingest.stop();
    }

    beforeAll(async () => {
      running = await start();
    });
    afterEach(() => proxy.restore());
    afterAll(() => stop(running));

    async function connected({ gateway }: Started<D> = running) {
      const device = await build(direct, tenant);
      const client = await tested.connect(gateway.drivers.tested, device);
      await eventually(() => gateway.link.isConnected(device.deviceCode)).toBe(true);
      return { ...device, client, meterId: meterOf(device) };
    }

    const link = () => running.gateway.link;
    const carries = () => tested.kindsOfDevice ?? running.gateway.drivers.tested.carries;
    const aKind = (): CommandKind =>
      tested.usualKind ?? COMMAND_KINDS.find((kind) => carries().has(kind))!;
    const seen = (id: string, kind: CommandKind = aKind()) => ({
      id: hasCommandIds ? id : '',
      kind,
    });
    const voltages = async (deviceId: number) =>
      (await rowsOfDevice(direct, 'measurement', deviceId)).map((row) => row['voltage_a_v']);
    const isOnline = async (deviceId: number) =>
      (await rowsOfDevice(direct, 'device_state', deviceId))[0]?.['connected'];

    /**
     * Sends a reading while no measurement can be stored; storing is possible again when
     * `whileHeld` has run.
     */
    async function sendHeld(
      { ingest }: Started<D>,
      client: ProtocolClient,
      whileHeld: (isAcknowledged: () => boolean) => Promise<void>,
      isStopping = false,
    ): Promise<void> {
      const lock = gate();
      const release = gate();
      const holding = direct.transaction(async (trx) => {
        await lockMeasurements(trx);
        lock.open();
        await release.opened;
      });
      await lock.opened;
      let isAcknowledged = false;
      const sent = client.sendReadings([{ at: Date.now(), voltageA: 231 }]).then(() => {
        isAcknowledged = true;
      });
      try {
        await eventually(() => ingest.backlog).toBe(1);
        await whileHeld(() => isAcknowledged);
      } finally {
        release.open();
        await holding;
      }
      await Promise.race([sent, client.ended]);
      // A driver that polls requests nothing more when it stops.
      expect(isAcknowledged).toBe(!(polls && isStopping));
    }

    const itOfSecrets = hasSecrets ? it : notDefined;

    itOfSecrets('refuses a device with a wrong secret', async () => {
      const device = await build(direct, tenant);
      const wrong = { ...device, secret: 'wrong' };
      await expect(tested.connect(running.gateway.drivers.tested, wrong)).rejects.toThrow();
      expect(link().isConnected(device.deviceCode)).toBe(false);
    });

    it('acknowledges a reading after its commit, and not before', async () => {
      const { client, meterId } = await connected();
      await sendHeld(running, client, async (isAcknowledged) => {
        await client.ping();
        expect(isAcknowledged()).toBe(false);
      });
      expect(await voltages(meterId)).toEqual([231]);
    });

    itOfDated('stores a repeated reading once, and acknowledges it each time', async () => {
      const { client, meterId } = await connected();
      const reading = { at: Date.now(), voltageA: 232 };
      await client.sendReadings([reading]);
      await client.sendReadings([reading]);
      expect(await voltages(meterId)).toEqual([232]);
      expect(await rowsOfDevice(direct, 'reading_conflict', meterId)).toEqual([]);
    });

    itOfUndated('stores each reading at its arrival time, and marks it', async () => {
      const { client, meterId } = await connected();
      const before = Date.now();
      await client.sendReadings([{ at: 0, voltageA: 232 }]);
      await client.sendReadings([{ at: 0, voltageA: 232 }]);
      const rows = await rowsOfDevice(direct, 'measurement', meterId);
      expect(rows).toHaveLength(2);
      for (const row of rows) {
        expect(row).toMatchObject({ voltage_a_v: 232, quality: QUALITY_ARRIVAL });
        expect(row['ts'] as number).toBeGreaterThanOrEqual(before);
      }
    });

    it('stores an unreadable message as rejected, acknowledges it, and reads the next', async () => {
      const { client, meterId, deviceId, deviceCode } = await connected();
      await client.sendUnreadable();
      await client.sendReadings([{ at: Date.now(), voltageA: 233 }]);
      const rejected = await rowsOfDevice(direct, 'rejected_message', deviceId);
      expect(rejected).toMatchObject([{ device_code: deviceCode, topic: expect.any(String) }]);
      expect((rejected[0]!['payload'] as Buffer).length).toBeGreaterThan(0);
      expect(await voltages(meterId)).toEqual([233]);
    });

    itOfPolled('requests nothing while the database is unavailable, and continues', async () => {
      const { ingest } = running;
      const { client, meterId } = await connected();
      proxy.cut();
      const { failures } = ingest.counters;
      let isAcknowledged = false;
      const sent = client.sendReadings([{ at: Date.now(), voltageA: 234 }]).then(() => {
        isAcknowledged = true;
      });
      await eventually(() => ingest.counters.failures).toBeGreaterThan(failures);
      await client.ping();
      expect(isAcknowledged).toBe(false);
      proxy.restore();
      await sent;
      expect(await voltages(meterId)).toEqual([234]);
    });

    itOfSingles(
      'acknowledges nothing while the database is unavailable, reads no more, and loses nothing',
      async () => {
        const { ingest } = running;
        const { client, meterId } = await connected();
        const before = ingest.backlog;
        proxy.cut();
        let acknowledged = 0;
        const now = Date.now();
        const all = Array.from({ length: 2 * MAX_UNDER_WAY }, async (_, message) => {
          await client.sendReadings([{ at: now - message, voltageA: 230 }]);
          acknowledged += 1;
        });
        await eventually(() => ingest.backlog - before).toBe(MAX_UNDER_WAY);
        const { failures } = ingest.counters;
        await eventually(() => ingest.counters.failures).toBeGreaterThan(failures);
        expect(ingest.backlog - before).toBe(MAX_UNDER_WAY);
        expect(acknowledged).toBe(0);
        proxy.restore();
        await Promise.all(all);
        expect(await voltages(meterId)).toHaveLength(2 * MAX_UNDER_WAY);
      },
    );

    itOfBatches(
      'acknowledges nothing while the database is unavailable, stops reading, and loses nothing',
      async () => {
        const { ingest } = running;
        const { client, meterId } = await connected();
        proxy.cut();
        let acknowledged = 0;
        const now = Date.now();
        const all = Array.from({ length: MESSAGES }, async (_, message) => {
          const first = now - message * READINGS_PER_MESSAGE;
          await client.sendReadings(
            Array.from({ length: READINGS_PER_MESSAGE }, (_, i) => ({
              at: first - i,
              voltageA: 230,
            })),
          );
          acknowledged += 1;
        });
        await eventually(() => ingest.isFull).toBe(true);
        const { failures } = ingest.counters;
        await eventually(() => ingest.counters.failures).toBeGreaterThan(failures);
        expect(ingest.backlog).toBeLessThan(FULL_ROWS + 2 * READINGS_PER_MESSAGE);
        expect(acknowledged).toBe(0);
        proxy.restore();
        await Promise.all(all);
        const { rows } = await sql<{ stored: number }>`
        select count(*)::int as stored from measurement where device_id = ${meterId}`.execute(
          direct.db,
        );
        expect(rows[0]?.stored).toBe(MESSAGES * READINGS_PER_MESSAGE);
      },
    );

    it('delivers every kind of command that it carries', async () => {
      const { client, deviceCode } = await connected();
      expect(carries().size).toBeGreaterThan(0);
      expect([...running.gateway.drivers.tested.carries]).toEqual(
        expect.arrayContaining([...carries()]),
      );
      for (const kind of carries()) {
        expect(await link().send(deviceCode, sampleCommand(`c-${kind}`, kind), always)).toBe(
          'sent',
        );
        await eventually(() => client.received).toContainEqual(seen(`c-${kind}`, kind));
      }
      expect(client.received).toHaveLength(carries().size);
    });

    it('refuses commands that it cannot carry, and sends nothing of them', async () => {
      const { client, deviceCode } = await connected();
      const others = COMMAND_KINDS.filter((kind) => !carries().has(kind));
      for (const kind of [...others, 'of a later version' as CommandKind]) {
        const command = sampleCommand('refused', kind);
        expect(await link().send(deviceCode, command, always)).toBe('not-supported');
      }
      expect(await link().send(deviceCode, sampleCommand('last', aKind()), always)).toBe('sent');
      await eventually(() => client.received).toEqual([seen('last')]);
    });

    it('passes on the reply to a command', async () => {
      const { ctx } = running;
      const { client, deviceId, deviceCode } = await connected();
      const { customerId, groupId } = tenant;
      const commandId = uuidV7(ctx.clock, ctx.random);
      const kind = aKind();
      const now = Date.now();
      await insertCommand(direct.db, platformActor(customerId, groupId), {
        commandId,
        deviceId,
        linkDeviceCode: deviceCode,
        kind,
        switchCommand: kind === 'switch' ? 'open' : null,
        args: { ...sampleArgs(kind) },
        source: 'test',
        idempotencyKey: undefined,
        requestHash: Buffer.alloc(32),
        beforeAction: undefined,
        createdAt: now,
        expiresAt: now + 60_000,
      });
      await createCommandSender(ctx, link()).send(customerId, commandId, deviceCode);
      await eventually(() => client.received).toEqual([seen(commandId, kind)]);
      await client.reply(commandId);
      const { state } = await direct.db
        .selectFrom('command')
        .select('state')
        .where('command_id', '=', commandId)
        .executeTakeFirstOrThrow();
      const isOpen =
        ['switch', 'slaves', 'write'].includes(kind) && tested.isReplyPosition !== true;
      expect(state).toBe(isOpen ? 'acknowledged' : 'confirmed');
    });

    it('does not write an expired command', async () => {
      const { client, deviceCode } = await connected();
      const send = (id: string, leftMs: number) =>
        link().send(deviceCode, sampleCommand(id, aKind()), () => leftMs);
      expect(await send('late', 0)).toBe('too-late');
      expect(await send('in time', 60_000)).toBe('sent');
      await eventually(() => client.received).toEqual([seen('in time')]);
    });

    it('sends nothing to a device that is not connected', async () => {
      const { deviceCode } = await build(direct, tenant);
      expect(link().isConnected(deviceCode)).toBe(false);
      expect(await link().send(deviceCode, sampleCommand('c', aKind()), always)).toBe(
        'not-connected',
      );
    });

    it('records when a device connects and when its connection breaks', async () => {
      const { client, deviceId, deviceCode } = await connected();
      await eventually(() => isOnline(deviceId)).toBe(true);
      client.breakOff();
      await eventually(() => isOnline(deviceId)).toBe(false);
      expect(link().isConnected(deviceCode)).toBe(false);
    });

    it('closes the connection of a device, which can connect again', async () => {
      const { client, ...device } = await connected();
      await eventually(() => isOnline(device.deviceId)).toBe(true);
      link().reset?.(device.deviceCode);
      await client.ended;
      await eventually(() => isOnline(device.deviceId)).toBe(false);
      const next = await tested.connect(running.gateway.drivers.tested, device);
      await eventually(() => link().isConnected(device.deviceCode)).toBe(true);
      next.breakOff();
    });

    it('stops in order: refuses connections, acknowledges what it has read, then closes', async () => {
      const other = await start();
      const { client, meterId, deviceId, ...device } = await connected(other);
      let stopping: Promise<void> | undefined;
      let hasEnded = false;
      void client.ended.then(() => {
        hasEnded = true;
      });
      const whileHeld = async (isAcknowledged: () => boolean) => {
        stopping = stop(other);
        const late = tested.connect(other.gateway.drivers.tested, { ...device, deviceId });
        await expect(late).rejects.toThrow();
        expect(isAcknowledged()).toBe(false);
        expect(hasEnded).toBe(false);
      };
      await sendHeld(other, client, whileHeld, true);
      await stopping;
      await client.ended;
      expect(await voltages(meterId)).toEqual([231]);
      expect(await isOnline(deviceId)).toBe(false);
    });
  });
}

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
