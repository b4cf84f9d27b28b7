/**
 * Accounts of devices at an external broker follow a change within 5 s by the clock, although the
 * process that made it ended between its commit and its notification.
 */
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeDevice } from '../../../src/areas/fleet/devices/change-device.ts';
import { renewSecret } from '../../../src/areas/onboarding/device-secret/renew-secret.ts';
import { SEARCH_EVERY_MS } from '../../../src/gateway/mqtt/accounts/changed-devices.ts';
import {
  type DeviceAccounts,
  startDeviceAccounts,
} from '../../../src/gateway/mqtt/accounts/device-accounts.ts';
import { DynamicSecurity } from '../../../src/gateway/mqtt/accounts/dynamic-security.ts';
import type { Database } from '../../../src/storage/database.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { buildCaller, buildCustomer, PASSWORD } from '../../support/factories/customer.ts';
import { buildDevice, freshCode } from '../../support/factories/device.ts';
import { fixture } from '../../support/fixture.ts';
import {
  createDynamicMosquitto,
  hasDynamicSecurity,
  isLetIn,
} from '../../support/programs/dynamic-security.ts';
import { pollUntil } from '../../support/programs/poll-until.ts';
import { testContext } from '../../support/test-context.ts';

/** Calls `onResult` with each result of a statement outside transactions. */
function counted(database: Database, onResult: () => void): Database {
  return Object.create(database, {
    db: {
      get: () =>
        database.db.withPlugin({
          transformQuery: ({ node }) => node,
          async transformResult({ result }) {
            onResult();
            return result;
          },
        }),
    },
  }) as Database;
}

describe.skipIf(!hasDynamicSecurity)('accounts at a broker', () => {
  describeWithDatabase('after a change that no process has published', (database) => {
    const log: string[] = [];
    let searches = 0;
    const write = (line: string) => void log.push(line);
    /** Holds the accounts; does not receive the events of the other process. */
    const running = {
      ...testContext(database),
      database: counted(database, () => {
        searches += 1;
      }),
      log: pino({ level: 'info' }, { write }),
    };
    /** Nothing subscribes to its events, as if it ended right after each commit. */
    const ended = { ...testContext(database), clock: running.clock };
    const seller = fixture(async () =>
      buildCaller(running, await buildCustomer(running), { role: 'admin' }),
    );
    const broker = fixture(async () => {
      const started = await createDynamicMosquitto();
      started.reset({ username: freshCode('HAND'), password: 'hand-made' });
      await started.start();
      return started;
    });
    let accounts: DeviceAccounts;
    beforeAll(() => {
      accounts = startDeviceAccounts(running, broker.url);
    });
    afterAll(async () => {
      await accounts.stop();
      await broker.remove();
    });

    const hasAccount = async (code: string) => {
      const security = await DynamicSecurity.connect(broker.url);
      try {
        const found = await security.list<{ username: string }>('listClients', 'clients');
        return found.some(({ username }) => username === code);
      } finally {
        await security.close();
      }
    };
    const registered = async () => {
      const { code, secret = '' } = await buildDevice(running, seller);
      await pollUntil(
        () => isLetIn(broker, code, secret),
        (is) => is,
      );
      return { code, secret };
    };
    /** Waits until the account is gone, less than 5 s after the change by the clock. */
    const isDeletedSoon = async (code: string) => {
      for (let passedMs = SEARCH_EVERY_MS; passedMs < 5_000; passedMs += SEARCH_EVERY_MS) {
        const before = searches;
        running.clock.advance(SEARCH_EVERY_MS);
        await pollUntil(
          () => searches,
          (count) => count > before,
          30_000,
        );
      }
      await pollUntil(
        () => hasAccount(code),
        (has) => !has,
        30_000,
      );
    };

    it('are deleted with their device', async () => {
      const [device, other] = [await registered(), await registered()];
      expect((await removeDevice(ended, seller, device.code)).ok).toBe(true);
      expect(await isLetIn(broker, device.code, device.secret)).toBe(true);
      await isDeletedSoon(device.code);
      expect(await isLetIn(broker, device.code, device.secret)).toBe(false);
      expect(await isLetIn(broker, other.code, other.secret)).toBe(true);
    });

    it('are deleted if the secret was renewed, and created with the next one', async () => {
      const device = await registered();
      running.clock.advance(1);
      const renewal = await renewSecret(ended, seller, device.code, { password: PASSWORD });
      expect(renewal.ok).toBe(true);
      await isDeletedSoon(device.code);
      const next = await renewSecret(running, seller, device.code, { password: PASSWORD });
      const { secret } = (next as { value: { secret: string } }).value;
      await pollUntil(
        () => isLetIn(broker, device.code, secret),
        (is) => is,
      );
    });

    it('follow a change that was made while the database was away', async () => {
      const device = await registered();
      const began = running.clock.now();
      const { db } = database.as('owner');
      await sql`alter table device rename to device_away`.execute(db);
      for (const [failed, passedMs] of [200_000, SEARCH_EVERY_MS].entries()) {
        running.clock.advance(passedMs);
        await pollUntil(
          () => log.filter((line) => line.includes('could not be searched')),
          (lines) => lines.length === failed + 1,
        );
      }
      await sql`update device_away set deleted_at = ${new Date(began + 100_000)}, secret_hash = null
        where device_code = ${device.code}`.execute(db);
      await sql`alter table device_away rename to device`.execute(db);
      expect(await isLetIn(broker, device.code, device.secret)).toBe(true);
      await isDeletedSoon(device.code);
    });
  });
});
