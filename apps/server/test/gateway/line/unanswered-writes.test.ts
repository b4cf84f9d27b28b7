/** Writes to a line that are not answered: nothing may deliver them later (docs/promises.md C2). */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { DeviceCommand } from '../../../src/areas/control/commands/device-command.ts';
import { saveMeterAccess } from '../../../src/areas/fleet/serial-lines/meter-switching-queries.ts';
import { type Clock, systemClock } from '../../../src/clock.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import {
  genericWords,
  LineClient,
  type ReadRequest,
  valuesReply,
  withCrc,
} from '../../support/devices/line-client.ts';
import { eventually } from '../../support/eventually.ts';
import { buildSerialLine } from '../../support/factories/serial-line.ts';
import { createTenant } from '../../support/factories/tenant.ts';
import { fixture } from '../../support/fixture.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { startLineGateway } from './line-rig.ts';

const READ_INPUT = 2;
const LAST_READ = 4;
const BREAKER = { profileId: 'generic-modbus-breaker', intervalS: 3_600 };
const FORMER = 'former-secret';
/** The gateway looks for expired secrets at this interval. */
const CHECK_EVERY_MS = 5_000;
const always = () => 60_000;

const frame = (bytes: readonly number[]): DeviceCommand => ({
  id: 'frame',
  op: 'frame',
  hex: withCrc(bytes).toString('hex'),
  expiresAt: 0,
});
const READING = frame([1, 3, 0, 0, 0, 12]);
const WRITES = {
  'switching command': {
    id: 'switch',
    op: 'slaves',
    slots: [{ address: 1, order: 'open' }],
    expiresAt: 0,
  },
  frame: frame([1, 6, 0, 1, 0, 5]),
  broadcast: frame([0, 6, 0, 1, 0, 5]),
} as const satisfies Readonly<Record<string, DeviceCommand>>;
const KINDS = Object.keys(WRITES) as (keyof typeof WRITES)[];

describeWithDatabase('a write that a line does not answer', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'unanswered', now: Date.now() }));

  /** A breaker that answers every request except writes. */
  async function breaker(
    onWrite: (request: ReadRequest, client: LineClient) => void = () => undefined,
    { clock = systemClock, secretUntil }: { clock?: Clock; secretUntil?: Date } = {},
  ) {
    const { ctx, driver, port, stop } = await startLineGateway(database, clock);
    const dtu = await buildSerialLine(database, tenant, { meters: [BREAKER] });
    const { deviceId, deviceCode } = dtu;
    const { customerId } = tenant;
    const meter = { customerId, deviceId: dtu.slaveIds.get(1)! };
    await saveMeterAccess(database.db, meter, undefined, true);
    if (secretUntil !== undefined) {
      const former = createHash('sha256').update(FORMER).digest();
      await update(deviceId, { old_secret_hash: former, old_secret_until: secretUntil });
    }
    const writes: ReadRequest[] = [];
    const answering = { isOn: true };
    const secret = secretUntil === undefined ? dtu.secret : FORMER;
    const client = await LineClient.register(port, { deviceCode, secret }, (request, line) => {
      if (request.fn > LAST_READ) {
        writes.push(request);
        onWrite(request, line);
      } else if (answering.isOn && request.fn === READ_INPUT) {
        line.write(withCrc([request.slave, READ_INPUT, 1, 1]));
      } else if (answering.isOn) line.write(valuesReply(request, genericWords(1)));
    });
    const ended = new Promise<string>((resolve) => {
      client.socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? ''));
      client.socket.once('close', () => resolve('closed'));
    });
    const answers = () => driver.lineHealth(deviceCode)?.answers;
    const notify = (credentialsEnded = false) =>
      ctx.bus.publish('device.changed', { customerId, deviceId, deviceCode, credentialsEnded });
    const send = async (kind: keyof typeof WRITES) => {
      expect(await driver.send(deviceCode, WRITES[kind], always)).toBe('sent');
      await eventually(() => writes.length).toBe(1);
    };
    return { ...dtu, client, driver, writes, answering, answers, ended, notify, send, stop };
  }
  const update = (deviceId: number, values: object) =>
    database.db.updateTable('device').set(values).where('device_id', '=', deviceId).execute();
  const withReadings = async (...options: Parameters<typeof breaker>) => {
    const built = await breaker(...options);
    await eventually(built.answers).toBe(2);
    return built;
  };
  type Breaker = Awaited<ReturnType<typeof breaker>>;

  const earlier = { slave: 1, fn: 3, first: 0, count: 12 };
  it.each([
    ['switching command', 'a heartbeat', 'HB'],
    ['frame', 'the answer to an earlier request', valuesReply(earlier, genericWords(1))],
  ] as const)('as a %s resets the connection although %s arrives', async (kind, _, bytes) => {
    const { send, ended, writes } = await withReadings((_request, line) => line.write(bytes));
    await send(kind);
    expect(await ended).toBe('ECONNRESET');
    expect(writes).toHaveLength(1);
  });

  const closings: Readonly<Record<string, (of: Breaker) => unknown>> = {
    'changed settings': async ({ deviceId, notify }) => {
      await database.db
        .updateTable('serial_line')
        .set({ baud: 4_800 })
        .where('device_id', '=', deviceId)
        .execute();
      notify();
    },
    'a new secret': ({ notify }) => notify(true),
    'the deletion of its device': async ({ deviceId, notify }) => {
      await update(deviceId, { deleted_at: new Date() });
      notify();
    },
    'the end of the server': ({ stop }) => stop(),
    'the end of the stream of its DTU': ({ client }) => client.socket.end(),
  };

  describe.each(KINDS)('as a %s is discarded', (kind) => {
    it.each(Object.keys(closings))('when %s closes the connection', async (way) => {
      const built = await withReadings();
      await built.send(kind);
      await closings[way]!(built);
      expect(await built.ended).toBe('ECONNRESET');
    });
  });

  it('is discarded when the former secret of its DTU expires', async () => {
    const clock = manualClock(Date.now());
    const secretUntil = new Date(clock.now() + CHECK_EVERY_MS - 100);
    const { answers, send, ended } = await breaker(undefined, { clock, secretUntil });
    await eventually(() => {
      clock.advance(2);
      return answers();
    }).toBe(2);
    clock.advance(CHECK_EVERY_MS - 500 - clock.monotonic());
    await send('frame');
    clock.advance(500);
    expect(await ended).toBe('ECONNRESET');
  });

  it('as a broadcast is discarded when the next request is not answered either', async () => {
    const { answers, answering, deviceCode, driver, ended, send } = await withReadings();
    await send('broadcast');
    await eventually(answers).toBe(3);
    answering.isOn = false;
    expect(await driver.send(deviceCode, READING, always)).toBe('sent');
    expect(await ended).toBe('ECONNRESET');
  });

  it('as a broadcast has arrived when the next request is answered', async () => {
    const { answers, deviceCode, driver, ended, notify, send } = await withReadings();
    await send('broadcast');
    await eventually(answers).toBe(3);
    expect(await driver.send(deviceCode, READING, always)).toBe('sent');
    await eventually(answers).toBe(4);
    notify(true);
    expect(await ended).toBe('closed');
  });
});
