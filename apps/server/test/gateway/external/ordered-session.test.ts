/** The session that receives states, alarms and replies in their order (docs/adr/0062). */
import { sql } from 'kysely';
import mqtt from 'mqtt';
import { describe, expect, it } from 'vitest';
import { describeWithDatabase } from '../../support/databases.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { mosquittoProgram } from '../../support/programs/mosquitto.ts';
import { pollUntil } from '../../support/programs/poll-until.ts';
import { startTcpProxy } from '../../support/programs/tcp-proxy.ts';

import { brokerSessionRig } from './broker-session-rig.ts';

describe.skipIf(mosquittoProgram === undefined)('sessions for ordered messages', () => {
  describeWithDatabase('with mosquitto', (database) => {
    const { broker, join, leave, device } = brokerSessionRig(database);

    const orderHolder = async () => {
      const { rows } = await sql<{ holder: string | null }>`
        select holder from broker_session where session_number = -1`.execute(database.db);
      return rows[0]?.holder;
    };
    const switchState = async ({ rows }: Awaited<ReturnType<typeof device>>) =>
      (await rows('device_state'))[0]?.['switch_action'];

    it('apply states without a time in their order, although the process that receives them stops', async () => {
      const own = await device();
      const both = [await join(), await join()];
      await own.say('state', { action: 'openByManual' });
      await pollUntil(
        () => own.rows('switch_event'),
        (all) => all.length === 1,
      );
      const holder = await orderHolder();
      await leave(both.find(({ ctx }) => ctx.processId === holder)!);
      await own.say('state', { action: 'closeByManual' });
      await own.say('state', { action: 'openByManual' });
      await own.say('state', { action: 'closeAutomatic' });
      await pollUntil(
        () => switchState(own),
        (action) => action === 'closeAutomatic',
      );
      expect(await orderHolder()).not.toBe(holder);
    });

    it('for ordered messages are left to another process by one that does not reach the broker', async () => {
      const own = await device();
      const line = await startTcpProxy({ host: '127.0.0.1', port: broker.port });
      const clock = manualClock(Date.now());
      const lost = await join(`mqtt://127.0.0.1:${line.port}`, { clock });
      await join();
      expect(await orderHolder()).toBe(lost.ctx.processId);
      line.cut();
      await own.say('state', { action: 'openByManual', ts: Date.now() });
      clock.advance(15_000);
      expect(await orderHolder()).toBe(lost.ctx.processId);
      await pollUntil(
        () => {
          clock.advance(1_000);
          return switchState(own);
        },
        (action) => action === 'openByManual',
      );
      expect(await orderHolder()).not.toBe(lost.ctx.processId);
    });

    it('of an earlier version store their backlog and end their subscription to all messages', async () => {
      const { say, rows } = await device();
      const former = await mqtt.connectAsync(broker.url, {
        protocolVersion: 5,
        clientId: 'busbar-1',
        clean: false,
        properties: { sessionExpiryInterval: 3_600 },
      });
      await former.subscribeAsync('$share/busbar/ep/1/+/up/#', { qos: 1 });
      await former.endAsync();
      const now = Date.now();
      await say('state', { ts: now, action: 'openByManual' });
      await say('data', { ts: now, volPa: 230 });
      const gateway = await join();
      await pollUntil(
        async () => [(await rows('switch_event')).length, (await rows('measurement')).length],
        (counts) => counts.join() === '1,1',
      );
      let sent = 1;
      // A state is received once, after the former subscription has ended.
      await pollUntil(
        async () => {
          const before = gateway.ingest.counters.messages;
          await say('state', { ts: now + sent, action: 'openByManual' });
          await say('data', { ts: now + sent, volPa: 230 });
          sent += 1;
          await pollUntil(
            async () => [(await rows('switch_event')).length, (await rows('measurement')).length],
            (counts) => counts.join() === [sent, sent].join(),
          );
          await new Promise((resolve) => setTimeout(resolve, 200));
          return gateway.ingest.counters.messages - before;
        },
        (count) => count === 2,
      );
    });
  });
});
