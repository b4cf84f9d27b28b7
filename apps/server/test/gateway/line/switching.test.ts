/** Opening and closing DL/T 645 meters behind a DTU, over real sockets (docs/promises.md C). */
import { applyLineFault } from '@busbar/simulator/dtu/line/line-faults';
import { describe, expect, it } from 'vitest';
import { submitSwitch } from '../../../src/areas/control/gate/control-service.ts';
import { deleteLineMeter } from '../../../src/areas/fleet/serial-lines/serial-line-queries.ts';
import { disableUser } from '../../../src/areas/identity/users/end-access.ts';
import { systemClock } from '../../../src/clock.ts';
import { statesOf } from '../../control/control-fixture.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { rowsOfDevice } from '../../support/devices/device-rows.ts';
import { eventually } from '../../support/eventually.ts';
import { createTenant, type Tenant } from '../../support/factories/tenant.ts';
import { callerOf } from '../../support/factories/tenant-users.ts';
import { fixture } from '../../support/fixture.ts';
import { startServer } from '../../support/start-server.ts';
import { startLineGateway } from './line-rig.ts';
import {
  buildSwitchedLine,
  type LineOptions,
  PASSWORD,
  type SwitchedLine,
  silenceAfterSwitch,
} from './switched-meters.ts';

/** Life of a command to close; four times as long to open. */
const TTL_S = 6;
const MINUTE_MS = 60_000;
const ENV = {
  DTU_PORT: '0',
  COMMAND_TTL_S: String(TTL_S),
  CONTROL_GAP_S: '0',
  CONTROL_PER_MINUTE: '1000',
};

describeWithDatabase('a meter behind a DTU', (database) => {
  const server = fixture(() => startServer(database, { clock: systemClock, env: ENV }));
  const tenant = fixture(() => createTenant(database, { label: 'switching', now: Date.now() }));
  const ctx = () => server.parts.context;
  const actionOf = async (deviceId: number) =>
    (await rowsOfDevice(database, 'device_state', deviceId))[0]?.['switch_action'];

  /** A line whose meters have reported their positions. */
  async function connected(options: LineOptions = {}, of: Tenant = tenant): Promise<SwitchedLine> {
    const line = await buildSwitchedLine(ctx(), of, server.parts.dtuPort!, options);
    for (const [index, { closed }] of line.stations.entries()) {
      const action = closed ? 'closeByCommand' : 'openByCommand';
      await eventually(() => actionOf(line.meterId(index))).toBe(action);
    }
    return line;
  }
  const submit = (deviceId: number, command: 'open' | 'close', of: Tenant = tenant) => {
    const caller = { ...callerOf(of, 'operator'), address: '127.0.0.9' };
    return submitSwitch(ctx(), caller, { device: deviceId, command, source: 'test' });
  };
  async function accepted(deviceId: number, command: 'open' | 'close', of: Tenant = tenant) {
    const outcome = await submit(deviceId, command, of);
    if (!outcome.ok) throw new Error(outcome.refusal);
    return outcome.value.commandId;
  }
  const commandOf = async (commandId: string) =>
    database.db
      .selectFrom('command')
      .select(['state', 'reason'])
      .where('command_id', '=', commandId)
      .executeTakeFirstOrThrow();
  const endOf = (commandId: string) => eventually(() => commandOf(commandId), MINUTE_MS);

  describe('that can be switched', () => {
    it('is opened and closed, each confirmed by its relay', async () => {
      const { meterId, stations } = await connected();
      const opening = await accepted(meterId(0), 'open');
      await endOf(opening).toEqual({ state: 'confirmed', reason: null });
      expect(stations.map(({ closed }) => closed)).toEqual([false, true]);
      expect(await actionOf(meterId(0))).toBe('openByCommand');
      const closing = await accepted(meterId(0), 'close');
      await endOf(closing).toEqual({ state: 'confirmed', reason: null });
      expect(stations[0]!.closed).toBe(true);
    });

    it('is the DTU itself if it has only one', async () => {
      const { deviceId, stations } = await connected({ isOwn: true });
      await endOf(await accepted(deviceId, 'open')).toMatchObject({ state: 'confirmed' });
      expect(stations[0]!.closed).toBe(false);
    });

    it('is opened after the other one of its line, each with its own outcome', async () => {
      const { meterId, stations, line } = await connected();
      applyLineFault('other-password', line);
      const ids = await Promise.all([accepted(meterId(0), 'open'), accepted(meterId(1), 'open')]);
      await endOf(ids[0]!).toEqual({ state: 'rejected', reason: 'not-authorised' });
      await endOf(ids[1]!).toEqual({ state: 'confirmed', reason: null });
      expect(stations.map(({ closed }) => closed)).toEqual([true, false]);
    });

    it('closes when its button is pressed, and its command is not confirmed before', async () => {
      const change: LineOptions['change'] = ([first]) => Object.assign(first!, { closed: false });
      const { meterId, stations } = await connected({ closeMode: 'allow-close', change });
      const closing = await accepted(meterId(0), 'close');
      await endOf(closing).toMatchObject({ state: 'acknowledged' });
      expect(stations[0]!.closed).toBe(false);
      stations[0]!.pressButton(Date.now());
      await endOf(closing).toMatchObject({ state: 'confirmed' });
    });

    it('is not confirmed while its relay is stuck', async () => {
      const change: LineOptions['change'] = ([first], line) => {
        Object.assign(first!, { closed: false });
        applyLineFault('stuck-relay', line);
      };
      const { meterId } = await connected({ change });
      const closing = await accepted(meterId(0), 'close');
      await endOf(closing).toEqual({ state: 'expired', reason: 'not-executed' });
      expect(await statesOf(ctx(), closing)).toEqual([
        ...['queued', 'sent', 'acknowledged'],
        ...['unknown', 'expired'],
      ]);
    });

    it('whose answer is lost is confirmed by the reading of its relay after it', async () => {
      const change: LineOptions['change'] = ([first], line) => {
        Object.assign(first!, { closed: false });
        applyLineFault('switch-answer-lost', line);
      };
      const { meterId, troubles } = await connected({ change });
      const closing = await accepted(meterId(0), 'close');
      await endOf(closing).toEqual({ state: 'confirmed', reason: null });
      expect(await statesOf(ctx(), closing)).toEqual(['queued', 'sent', 'confirmed']);
      expect(troubles).toEqual([]);
    });

    it('that answers neither a command nor the reading has an unknown one, resolved later', async () => {
      const { meterId, stations, client } = await connected({
        change: ([first]) => {
          Object.assign(first!, { closed: false });
          silenceAfterSwitch(first!);
        },
      });
      const closing = await accepted(meterId(0), 'close');
      await eventually(() => stations[0]!.closed).toBe(true);
      await endOf(closing).toMatchObject({ state: 'unknown' });
      stations[0]!.quirks.isSilent = false;
      client.cut();
      await endOf(closing).toEqual({ state: 'confirmed', reason: 'read-back' });
      const states = ['queued', 'sent', 'unknown', 'confirmed'];
      expect(await statesOf(ctx(), closing)).toEqual(states);
    });

    it.each(['meter-clock-slow', 'meter-clock-fast'] as const)(
      'refuses a frame that arrives after the command has expired: %s',
      async (fault) => {
        const { meterId, stations, commands } = await connected({
          change: (_, line) => applyLineFault(fault, line),
        });
        const from = Date.now();
        await endOf(await accepted(meterId(0), 'open')).toMatchObject({ state: 'confirmed' });
        const [frame] = commands;
        const replayed = (ms: number) => stations[0]!.answer(frame!, from + ms)?.[8];
        expect(replayed(4 * TTL_S * 1_000 - 3_000)).toBe(0x9c);
        expect(replayed(4 * TTL_S * 1_000 + 1_000)).toBe(0xdc);
      },
    );

    it('is sent nothing if its clock cannot be read', async () => {
      const { meterId, stations, commands } = await connected();
      stations[0]!.quirks.isSilent = true;
      const opening = await accepted(meterId(0), 'open');
      await endOf(opening).toEqual({ state: 'rejected', reason: 'meter-clock-unread' });
      expect(commands).toEqual([]);
    });

    it('is sent nothing if its password cannot be decrypted', async () => {
      const line = await connected();
      const deviceId = line.meterId(0);
      await database.db
        .updateTable('line_meter')
        .set({ password: 'sealed:1:of-another-key' })
        .where('device_id', '=', deviceId)
        .execute();
      const { customerId } = tenant;
      const changed = { customerId, deviceId: line.deviceId, deviceCode: line.deviceCode };
      ctx().bus.publish('device.changed', { ...changed, credentialsEnded: false });
      // The settings are read in the order in which lines connect.
      await connected();
      const reason = 'meter-password-unreadable';
      await endOf(await accepted(deviceId, 'open')).toEqual({ state: 'rejected', reason });
      expect(line.commands).toEqual([]);
    });

    it('is sent nothing if its command expires behind that of another meter', async () => {
      const { meterId, stations, commands } = await connected({
        change: ([, second]) => Object.assign(second!, { closed: false }),
      });
      stations[0]!.quirks.isSilent = true;
      const first = await accepted(meterId(0), 'open');
      await eventually(() => commandOf(first)).toMatchObject({ state: 'sent' });
      const second = await accepted(meterId(1), 'close');
      await endOf(second).toEqual({ state: 'expired', reason: 'not-sent' });
      await endOf(first).toMatchObject({ state: 'rejected' });
      expect(commands).toEqual([]);
    });

    it('is sent nothing if its user is deactivated while the line is busy', async () => {
      const of = await createTenant(database, { label: 'deactivated', now: Date.now() });
      const { meterId, stations, commands } = await connected({}, of);
      stations[0]!.quirks.isSilent = true;
      const first = await accepted(meterId(0), 'open', of);
      await eventually(() => commandOf(first)).toMatchObject({ state: 'sent' });
      const second = await accepted(meterId(1), 'open', of);
      await eventually(() => commandOf(second)).toMatchObject({ state: 'sent' });
      const { userId } = callerOf(of, 'operator');
      const disabled = await disableUser(ctx(), callerOf(of, 'admin'), String(userId));
      expect(disabled.ok).toBe(true);
      await endOf(second).toEqual({ state: 'rejected', reason: 'session-ended' });
      expect(commands).toEqual([]);
    });
  });

  describe('of others', () => {
    it.each(['customer', 'group'])('is not found by another %s', async (other) => {
      const { meterId, commands } = await connected();
      const under = other === 'group' ? { under: tenant } : {};
      const now = Date.now();
      const stranger = await createTenant(database, { label: `other ${other}`, now, ...under });
      expect(await submit(meterId(0), 'open', stranger)).toMatchObject({ refusal: 'not-found' });
      expect(commands).toEqual([]);
    });
  });

  describe('that is only read', () => {
    it('refuses a command before it is created', async () => {
      const reader = await createTenant(database, { label: 'reader', now: Date.now() });
      const { meterId } = await connected({}, reader);
      const ref = { customerId: reader.customerId, deviceId: meterId(0) };
      await database.db
        .updateTable('line_meter')
        .set({ can_switch: false })
        .where('device_id', '=', ref.deviceId)
        .execute();
      const refused = { ok: false, refusal: 'meter-read-only' };
      expect(await submit(ref.deviceId, 'open', reader)).toMatchObject(refused);
      await deleteLineMeter(database.db, ref);
      expect(await submit(ref.deviceId, 'open', reader)).toMatchObject(refused);
      expect(await rowsOfDevice(database, 'command', ref.deviceId)).toEqual([]);
    });
  });
});

describeWithDatabase('the frames of a line', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'shown', now: Date.now() }));
  const gateway = fixture(() => startLineGateway(database));

  it('are shown without the password, also if the line returns them', async () => {
    const { deviceCode, commands } = await buildSwitchedLine(gateway.ctx, tenant, gateway.port, {
      change: (_, line) => applyLineFault('line-echo', line),
    });
    await eventually(() => gateway.driver.isConnected(deviceCode)).toBe(true);
    const slots = [{ address: 1, order: 'open' }] as const;
    const command = { id: 'c', op: 'slaves', slots, expiresAt: 0 } as const;
    expect(await gateway.driver.send(deviceCode, command, () => MINUTE_MS)).toBe('sent');
    await eventually(() => commands).toHaveLength(1);
    const framesOf = () =>
      gateway.driver
        .lineHealth(deviceCode)!
        .frames.map(({ bytes }) => Buffer.from(bytes).toString('hex'))
        .filter((hex) => hex.startsWith('681100000000006' + '81c'));
    await eventually(framesOf).toHaveLength(2);
    const digits = PASSWORD.match(/../g)!.reverse();
    const onTheLine = digits
      .map((pair) => (Number.parseInt(pair, 16) + 0x33).toString(16).padStart(2, '0'))
      .join('');
    expect(Buffer.from(commands[0]!).toString('hex')).toContain(onTheLine);
    for (const shown of framesOf()) expect(shown).not.toContain(onTheLine);
  });

  it('contain no command for a slot that the line does not have', async () => {
    const { deviceCode, commands } = await buildSwitchedLine(gateway.ctx, tenant, gateway.port);
    await eventually(() => gateway.driver.isConnected(deviceCode)).toBe(true);
    const slots = [{ address: 3, order: 'open' }] as const;
    const command = { id: 'c', op: 'slaves', slots, expiresAt: 0 } as const;
    const result = await gateway.driver.send(deviceCode, command, () => MINUTE_MS);
    expect(result).toBe('not-supported');
    expect(commands).toEqual([]);
  });
});
