/**
 * Durable sessions at an external broker: messages that it has acknowledged are stored, whichever
 * side was down.
 */
import { sql } from 'kysely';
import mqtt from 'mqtt';
import { describe, expect, it } from 'vitest';
import { deleteDevice } from '../../src/areas/fleet/devices/device-change-queries.ts';
import {
  adoptSession,
  claimSession,
  claimSingle,
  releaseSession,
  renewSession,
} from '../../src/areas/telemetry/broker-sessions/broker-session-queries.ts';
import { describeWithDatabase, exclusive } from '../support/databases.ts';
import { rowsOfDevice } from '../support/devices/device-rows.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { buildTenantDevice } from '../support/factories/tenant-device.ts';
import { mosquittoProgram } from '../support/programs/mosquitto.ts';
import { pollUntil } from '../support/programs/poll-until.ts';
import { sampleCommand } from '../support/sample-commands.ts';
import { publishUp } from '../support/start-gateway.ts';

import { brokerSessionRig } from './external/broker-session-rig.ts';

describe.skipIf(mosquittoProgram === undefined)('sessions at an external broker', () => {
  describeWithDatabase('with mosquitto', (database) => {
    const {
      broker,
      clients,
      join,
      leave,
      device,
      resume,
      sessions,
      heldNumbers,
      expireReleased,
      tenant,
    } = brokerSessionRig(database);

    describe('leases', () => {
      it('assign different sessions to several processes, and the free one to a restarted process', async () => {
        const claim = async (holder: string) => (await claimSession(database, holder)).number;
        expect([await claim('a'), await claim('b'), await claim('c')]).toEqual([1, 2, 3]);
        await sql`update broker_session set holder = null where session_number = 2`.execute(
          database.db,
        );
        expect(await claim('d')).toBe(2);
      });

      it('let a process adopt only sessions that no live process holds', async () => {
        await claimSession(database, 'a');
        await claimSession(database, 'b');
        await sql`delete from broker_session where holder is null`.execute(database.db);
        expect(await adoptSession(database.db, 'a')).toBeUndefined();
        await sql`update broker_session set leased_until = now() where holder = 'b'`.execute(
          database.db,
        );
        expect((await adoptSession(database.db, 'a'))?.number).toBe(2);
        const lease = { number: 2, caughtUpAgeMs: 0 };
        expect(await renewSession(database.db, 'b', lease)).toBe(false);
        expect(await renewSession(database.db, 'a', lease)).toBe(true);
      });

      it.each([0, -1] as const)(
        'of session %i keep the time since which messages may be queued',
        async (number) => {
          const first = await claimSingle(database, 'a', number);
          expect(await claimSingle(database, 'b', number)).toBeUndefined();
          await releaseSession(database.db, 'a', { number, caughtUpAgeMs: undefined });
          await new Promise((resolve) => setTimeout(resolve, 20));
          expect(await claimSingle(database, 'b', number)).toEqual(first);
        },
      );

      it('are all adopted if no other process can be running', async () => {
        await claimSession(database, 'killed');
        expect((await claimSession(exclusive(database), 'next')).number).toBe(1);
      });

      it('cover the session numbers that a restored database does not know', async () => {
        await claimSession(database, 'a');
        expect((await sessions()).map((row) => row.session_number)).toEqual([
          1, 2, 3, 4, 5, 6, 7, 8,
        ]);
      });
    });

    it('store what the broker acknowledged while no process was running', async () => {
      const { say, rows } = await device();
      await leave(await join());
      const now = Date.now();
      await Promise.all(
        Array.from({ length: 200 }, (_, i) => say('data', { ts: now - i, volPa: 230 })),
      );
      await broker.stop('SIGTERM');
      await broker.start();
      await join();
      await pollUntil(
        () => rows('measurement'),
        (all) => all.length === 200,
      );
    });

    it('give the next owner of a device nothing that was queued for the former one', async () => {
      const former = await device();
      await leave(await join());
      const { deviceCode, say } = former;
      const now = Date.now();
      await say('info', { csq: 3, sVersion: 'former' });
      await say('data', { ts: now, volPa: 1 });
      await say('data', [{ ts: now, volPa: 2 }, { volPa: 3 }, { ts: now, volPa: 5_000 }]);
      await say('data', 'not json');
      await say('state', { action: 'openByManual' });
      await say('alarm', { type: 'overVoltage', kind: 'alarm', active: true, ts: now });
      // The device clock is ahead by almost the accepted maximum.
      await say('data', { ts: now + 4 * 60_000, volPa: 6 });
      await say('offline', '');
      await deleteDevice(database.db, tenant.customerId, former.deviceId, Date.now());
      const buyer = await createTenant(database, { label: 'buyer', now: Date.now() });
      const next = await buildTenantDevice(database, buyer, { deviceCode });
      const rows = (table: Parameters<typeof rowsOfDevice>[1]) =>
        rowsOfDevice(database, table, next.deviceId);

      const gateway = await join();
      await pollUntil(
        () => gateway.ingest.counters.foreign,
        (count) => count >= 8,
      );
      // The new owner's own message is stored once the backlog has ended.
      const found = await pollUntil(
        async () => {
          await say('data', { ts: Date.now(), volPa: 230 });
          return rows('measurement');
        },
        (all) => all.length > 0,
      );
      expect(new Set(found.map((row) => row['voltage_a_v']))).toEqual(new Set([230]));
      /** Messages of a device are taken in order: those before a stored one have been counted. */
      const untilStored = (ts: number) =>
        pollUntil(
          () => rows('measurement'),
          (all) => all.some((row) => Number(row['ts']) === ts),
        );
      const last = Date.now() + 1;
      await say('data', { ts: last, volPa: 230 });
      await untilStored(last);
      // This message is received after the backlog; the device had buffered it.
      const foreign = gateway.ingest.counters.foreign;
      await say('data', { ts: now - 60_000, volPa: 7 });
      await say('data', [
        { ts: now - 60_000, volPa: 8 },
        { ts: last + 1, volPa: 230 },
      ]);
      await untilStored(last + 1);
      expect(gateway.ingest.counters.foreign).toBe(foreign + 2);
      for (const row of await rows('measurement')) expect(row['voltage_a_v']).toBe(230);
      for (const table of ['rejected_message', 'switch_event', 'alarm'] as const) {
        expect(await rows(table), table).toEqual([]);
      }
      expect(await former.rows('measurement')).toEqual([]);
      const [state] = await rows('device_state');
      expect(state).toMatchObject({ switch_action: null, signal_csq: null });
    });

    it('store what a new device sent while no process was running', async () => {
      await leave(await join());
      const { say, rows } = await device();
      await say('data', { ts: Date.now(), volPa: 1 });
      await say('data', [{ ts: Date.now() - 60_000, volPa: 2 }, { volPa: 3 }]);
      await join();
      await pollUntil(
        () => rows('measurement'),
        (all) => all.length === 3,
      );
    });

    it('store what a restarted broker acknowledged before any process was back', async () => {
      const { deviceCode, say, rows } = await device();
      const gateway = await join();
      const now = Date.now();
      let sent = 0;
      // Each message is counted once, even after the second subscription to the same topics exists.
      const takenOfOne = async () => {
        const before = gateway.ingest.counters.messages;
        await say('data', { ts: now - ++sent, volPa: 230 });
        await pollUntil(
          () => rows('measurement'),
          (all) => all.length === sent,
        );
        await new Promise((resolve) => setTimeout(resolve, 200));
        return gateway.ingest.counters.messages - before;
      };
      const copy = () =>
        sql`select from broker_session where session_number = 0`.execute(database.db);
      await pollUntil(copy, ({ rows: [row] }) => row !== undefined);
      await pollUntil(takenOfOne, (count) => count === 1);
      await leave(gateway);
      await broker.stop('SIGTERM');
      await broker.start();
      const speaker = await mqtt.connectAsync(broker.url);
      clients.push(speaker);
      for (const i of [1, 2, 3])
        await publishUp(speaker, deviceCode, 'data', { ts: now + i, volPa: 1 });
      await join();
      await pollUntil(
        () => rows('measurement'),
        (all) => all.length === sent + 3,
      );
    });

    it('are drained and deleted if their process does not return', async () => {
      const { say, rows } = await device();
      const stays = await join();
      const goes = await join();
      expect((await heldNumbers()).length).toBe(2);
      await leave(goes);
      const now = Date.now();
      await Promise.all(
        Array.from({ length: 100 }, (_, i) => say('data', { ts: now - i, volPa: 230 })),
      );
      await pollUntil(
        () => stays.ingest.backlog,
        (backlog) => backlog === 0,
      );
      // Half of the messages are queued in the session of the stopped process.
      expect((await rows('measurement')).length).toBeLessThan(100);
      await expireReleased();
      await pollUntil(
        () => rows('measurement'),
        (all) => all.length === 100,
        20_000,
      );
      await pollUntil(sessions, (all) => all.length === 1);
      expect(await resume(2, { clean: false })).toBe(false);
      await say('data', { ts: now + 1, volPa: 230 });
      await pollUntil(
        () => rows('measurement'),
        (all) => all.length === 101,
      );
    });

    it('are replaced by another session when another process has adopted them', async () => {
      await join();
      const [own] = await heldNumbers();
      await sql`update broker_session set holder = 'other', leased_until = now() + interval '1 hour'
        where session_number = ${own}`.execute(database.db);
      await pollUntil(heldNumbers, (numbers) => numbers.length === 2, 20_000);
    });

    it('retain messages until an unavailable database is back, and then store them', async () => {
      const { say, rows } = await device();
      await join();
      await sql`alter table device_code rename to device_code_away`.execute(database.db);
      try {
        await say('data', { volPa: 230 });
        // This is long enough for the first lookup to fail.
        await new Promise((resolve) => setTimeout(resolve, 100));
      } finally {
        await sql`alter table device_code_away rename to device_code`.execute(database.db);
      }
      await pollUntil(
        () => rows('measurement'),
        (all) => all.length === 1,
      );
    });

    it('store a message above the size limit once as rejected', async () => {
      const { say, rows } = await device();
      await join();
      await say('data', `{"volPa":${' '.repeat(600_000)}230}`);
      await say('data', { volPa: 231 });
      await pollUntil(
        () => rows('measurement'),
        (all) => all.length === 1,
      );
      const rejected = await rows('rejected_message');
      expect(rejected.map(({ reason }) => reason)).toEqual(['too-large']);
    });

    it('show the newest state of a device whose messages two processes receive', async () => {
      const { say, rows } = await device();
      const both = [await join(), await join()];
      const now = Date.now();
      const actions = ['openByManual', 'closeByManual', 'openByFault', 'closeByTimer'];
      const states = Array.from({ length: 101 }, (_, i) => ({
        ts: now - 60_000 + i,
        action: actions[i % actions.length],
      }));
      await Promise.all(
        states.flatMap((state) => [say('state', state), say('data', { ts: state.ts, volPa: 230 })]),
      );
      await pollUntil(
        async () => [(await rows('switch_event')).length, (await rows('measurement')).length],
        (counts) => counts.every((count) => count === states.length),
      );
      const received = both.map(({ ingest }) => ingest.counters.messages);
      expect(Math.min(...received)).toBeGreaterThan(10);
      const [state] = await rows('device_state');
      expect(state).toMatchObject({
        switch_action: states.at(-1)!.action,
        switch_reported_at: states.at(-1)!.ts,
      });
    });

    it('end an alarm whose beginning and end two processes apply at the same time', async () => {
      const { say, rows } = await device();
      const both = [await join(), await join()];
      const ts = Date.now() - 60_000;
      const report = { type: 'overVoltage', kind: 'alarm', value: 281, limit: 275, phase: 'A' };
      // After these messages both processes know the device.
      for (let i = 0; i < 4; i++) await say('data', { ts: ts - i, volPa: 230 });
      await pollUntil(
        () => rows('measurement'),
        (all) => all.length === 4,
      );
      await database.db.transaction().execute(async (trx) => {
        // New alarms cannot be written; the open ones can be read.
        await sql`lock table alarm in share mode`.execute(trx);
        await say('alarm', { ...report, ts, active: true });
        await say('alarm', { ...report, ts: ts + 1_000, active: false });
        await new Promise((resolve) => setTimeout(resolve, 300));
      });
      await pollUntil(
        () => rows('device_alarm_event'),
        (all) => all.length === 2,
      );
      expect(both.map(({ ingest }) => ingest.counters.messages > 0)).toEqual([true, true]);
      const alarms = await rows('alarm');
      expect(alarms.map(({ ended_at }) => ended_at)).toEqual([ts + 1_000]);
    });

    describe('commands to a device', () => {
      it('are not delivered if they expired while the device was offline', async () => {
        const { deviceCode } = await device();
        const gateway = await join();
        const { link } = gateway.gateway;
        const connect = () =>
          mqtt.connect(broker.url, {
            protocolVersion: 4,
            clientId: deviceCode,
            clean: false,
            reconnectPeriod: 0,
          });
        const first = connect();
        await new Promise((resolve) => first.once('connect', resolve));
        await first.subscribeAsync(`ep/1/${deviceCode}/down/#`, { qos: 1 });
        await first.endAsync();
        // The command must be delivered within two seconds: one for the interval, one for the
        // broker's clock.
        const send = (id: string, leftMs: number) =>
          link.send(deviceCode, sampleCommand(id), () => leftMs);
        expect(await send('expires', 2_000)).toBe('sent');
        expect(await send('lives', 60_000)).toBe('sent');
        expect(await send('too short', 1_999)).toBe('too-late');
        await new Promise((resolve) => setTimeout(resolve, 2_000));
        const second = connect();
        clients.push(second);
        const received: string[] = [];
        second.on('message', (_topic, payload) => received.push(JSON.parse(payload.toString()).id));
        await pollUntil(
          () => received,
          (all) => all.includes('lives'),
        );
        expect(received).toEqual(['lives']);
      });
    });
  });
});
