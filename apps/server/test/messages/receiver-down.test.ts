/**
 * While a mail server is down, only one mail at a time is tried
 * (docs/adr/0041-circuits-are-part-of-the-outbox.md).
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertOutbox } from '../../src/areas/messaging/outbox/outbox-queries.ts';
import { startSenders } from '../../src/areas/messaging/start-senders.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { TEST_NOW } from '../support/manual-clock.ts';
import { testContext } from '../support/test-context.ts';

const MAILS_OF_CUSTOMER = 4;
const CUSTOMERS = ['a', 'b', 'c'];
const MAILS = MAILS_OF_CUSTOMER * CUSTOMERS.length;
const REOPENED_MS = 31_000;

describeWithDatabase('mails to a server that is down', (database) => {
  let server: Server;
  let connections = 0;
  beforeAll(async () => {
    // The connection stays open longer than claiming the other mails takes, so that they find the
    // server being tried.
    server = createServer((socket) => {
      connections += 1;
      socket.on('error', () => undefined);
      void sleep(200).then(() => socket.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(async () => {
    server?.close();
  });

  async function queueMails(): Promise<void> {
    for (const label of CUSTOMERS) {
      const { customerId } = await createTenant(database, { label, now: TEST_NOW });
      const mails = Array.from({ length: MAILS_OF_CUSTOMER }, (_, i) => ({
        customerId,
        channel: 'mail' as const,
        userId: null,
        dedupeKey: `mail ${i}`,
        receiver: 'smtp',
        payload: { to: 'reader@example.org', language: 'en', subject: 'Alarm', text: 'Tripped.' },
        dueAt: TEST_NOW,
        now: TEST_NOW,
      }));
      await database.transaction((trx) => insertOutbox(trx, mails));
    }
  }

  async function attempts(): Promise<{ taken: number; attempts: number }> {
    const rows = await database.db.selectFrom('outbox').select(['state', 'attempts']).execute();
    return {
      taken: rows.filter(({ state }) => state === 'taken').length,
      attempts: rows.reduce((sum, row) => sum + row.attempts, 0),
    };
  }

  it('are retried one at a time, every 30 s, without using up attempts of the others', async () => {
    await database.db.deleteFrom('outbox').execute();
    await queueMails();
    const { port } = server.address() as AddressInfo;
    const ctx = testContext(database, {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'alarms@busbar.example',
    });
    const stop = await startSenders(ctx);
    try {
      const settled = { taken: 0, attempts: MAILS };
      await eventually(attempts).toEqual(settled);
      expect(connections).toBe(MAILS);
      for (const round of [1, 2, 3]) {
        ctx.clock.advance(REOPENED_MS);
        await eventually(() => connections).toBe(MAILS + round);
        const after = { taken: 0, attempts: MAILS + round };
        await eventually(attempts).toEqual(after);
        expect(connections).toBe(MAILS + round);
      }
    } finally {
      await stop();
    }
  });
});
