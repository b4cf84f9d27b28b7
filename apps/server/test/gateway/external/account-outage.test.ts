/**
 * Accounts of devices at an external broker follow the records of two processes, also when the
 * broker returns with an older copy of its accounts. The clock is frozen: nothing is repaired by
 * a timer.
 */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeDevice } from '../../../src/areas/fleet/devices/change-device.ts';
import { renewSecret } from '../../../src/areas/onboarding/device-secret/renew-secret.ts';
import { findAccountDevices } from '../../../src/areas/telemetry/broker-accounts/broker-account-queries.ts';
import {
  accountMark,
  type BrokerAccount,
  findChangedRoles,
  isOfBusbar,
} from '../../../src/gateway/mqtt/accounts/broker-account.ts';
import {
  type DeviceAccounts,
  startDeviceAccounts,
} from '../../../src/gateway/mqtt/accounts/device-accounts.ts';
import { DynamicSecurity } from '../../../src/gateway/mqtt/accounts/dynamic-security.ts';
import { startProcessLink } from '../../../src/realtime/process-link.ts';
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

describe.skipIf(!hasDynamicSecurity)('accounts at a broker that several processes use', () => {
  describeWithDatabase('with the dynamic security plugin of mosquitto', (database) => {
    const log: string[] = [];
    const write = (line: string) => void log.push(line);
    const contextOf = (processId: string) => ({
      ...testContext(database),
      processId,
      log: pino({ level: 'info' }, { write }),
    });
    const issuer = contextOf('issuer');
    const other = contextOf('other');
    const running = new Map<typeof issuer, DeviceAccounts>();
    const links: (() => Promise<void>)[] = [];
    const seller = fixture(async () =>
      buildCaller(issuer, await buildCustomer(issuer), { role: 'admin' }),
    );
    const broker = fixture(async () => {
      const started = await createDynamicMosquitto();
      started.reset({ username: freshCode('HAND'), password: 'hand-made' });
      await started.start();
      return started;
    });
    const start = (ctx: typeof issuer) => {
      running.set(ctx, startDeviceAccounts(ctx, broker.url));
    };
    const stop = async (ctx: typeof issuer) => {
      await running.get(ctx)?.stop();
      running.delete(ctx);
    };
    beforeAll(async () => {
      for (const ctx of [issuer, other]) {
        links.push(await startProcessLink(ctx));
        start(ctx);
      }
    });
    afterAll(async () => {
      for (const ctx of [issuer, other]) await stop(ctx);
      for (const end of links) await end();
      await broker.remove();
    });

    const registered = async () => {
      const { code, secret = '' } = await buildDevice(issuer, seller);
      await accountsFollow();
      expect(await isLetIn(broker, code, secret)).toBe(true);
      return { code, secret };
    };
    const renewed = async (code: string) => {
      const outcome = await renewSecret(issuer, seller, code, { password: PASSWORD });
      return outcome.ok ? outcome.value.secret : outcome.refusal;
    };
    const logged = (text: string, code: string) =>
      pollUntil(
        () => log.filter((line) => line.includes(text) && line.includes(code)),
        (lines) => lines.length > 0,
      );

    /** Waits until the accounts of Busbar are those of the devices, except for those that are lost. */
    const accountsFollow = (lost: readonly string[] = []) =>
      pollUntil(
        async () => {
          const security = await DynamicSecurity.connect(broker.url);
          try {
            const accounts = await security.list<BrokerAccount>('listClients', 'clients');
            const devices = await findAccountDevices(database.db);
            return {
              changedRoles: await findChangedRoles(
                security,
                (code) => devices.find((one) => one.code === code)?.protocol,
              ),
              found: accounts
                .filter(isOfBusbar)
                .map((one) => `${one.username} ${one.textdescription}`)
                .toSorted(),
              expected: devices
                .filter(({ code }) => !lost.includes(code))
                .map((one) => `${one.code} ${accountMark(one.deviceId, one.secretHash)}`)
                .toSorted(),
            };
          } finally {
            await security.close();
          }
        },
        ({ changedRoles, found, expected }) =>
          changedRoles.length === 0 && found.join() === expected.join(),
        15_000,
      );

    it('equal the records after the broker returned with an older copy', async () => {
      const [deleted, changed, lost, kept] = [
        await registered(),
        await registered(),
        await registered(),
        await registered(),
      ];
      const file = join(broker.folder, 'dynamic-security.json');
      copyFileSync(file, `${file}.older`);
      // The process deletes its copy of a secret as soon as the broker has it.
      const unknown = await renewed(lost.code);
      await accountsFollow();
      await broker.stop('SIGKILL');
      expect((await removeDevice(issuer, seller, deleted.code)).ok).toBe(true);
      const secret = await renewed(changed.code);
      const added = await buildDevice(issuer, seller);
      copyFileSync(`${file}.older`, file);
      await broker.start();
      await accountsFollow([lost.code]);
      expect(await isLetIn(broker, deleted.code, deleted.secret)).toBe(false);
      expect(await isLetIn(broker, changed.code, changed.secret)).toBe(false);
      expect(await isLetIn(broker, changed.code, secret)).toBe(true);
      expect(await isLetIn(broker, added.code, added.secret!)).toBe(true);
      expect(await isLetIn(broker, kept.code, kept.secret)).toBe(true);
      for (const former of [lost.secret, unknown]) {
        expect(await isLetIn(broker, lost.code, former)).toBe(false);
      }
      expect(log.join('')).not.toContain('renew their secrets');
      await pollUntil(
        () => {
          issuer.clock.advance(1_000);
          return log.filter((line) => line.includes('renew their secrets'));
        },
        ([line]) => line !== undefined,
      );
      const named = log.filter((line) => line.includes('renew their secrets'));
      expect(named.map((line) => JSON.parse(line).devices)).toEqual([[lost.code]]);
      await renewed(lost.code);
      await accountsFollow();
    });

    it('follow a deletion by a process that does not reach the broker', async () => {
      const device = await registered();
      await stop(issuer);
      expect((await removeDevice(issuer, seller, device.code)).ok).toBe(true);
      await accountsFollow();
      expect(await isLetIn(broker, device.code, device.secret)).toBe(false);
      start(issuer);
    });

    it('are not accepted with the former secret if the process that issued the new one ended', async () => {
      const device = await registered();
      await broker.stop('SIGTERM');
      const secret = await renewed(device.code);
      await stop(issuer);
      await logged('did not reach the broker', device.code);
      await broker.start();
      await accountsFollow([device.code]);
      expect(await isLetIn(broker, device.code, device.secret)).toBe(false);
      expect(await isLetIn(broker, device.code, secret)).toBe(false);
      start(issuer);
      const next = await renewed(device.code);
      await accountsFollow();
      expect(await isLetIn(broker, device.code, next)).toBe(true);
    });
  });
});
