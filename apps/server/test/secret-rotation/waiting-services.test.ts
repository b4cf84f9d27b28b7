/**
 * A service that seals a secret, or stores one again, waits while secrets are sealed with another
 * key, and a code that is checked meanwhile is right.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { addMeter, changeMeter } from '../../src/areas/fleet/serial-lines/change-meters.ts';
import { checkCodeOfKey, sameKeyAs } from '../../src/areas/identity/second-factor/check-code.ts';
import { findSecondFactor } from '../../src/areas/identity/second-factor/second-factor-queries.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
} from '../../src/areas/identity/second-factor/second-factor-service.ts';
import { changeForwarding } from '../../src/areas/messaging/forwarding/forwarding-service.ts';
import { changeConfiguration } from '../../src/areas/platform/configuration/configuration-service.ts';
import { prepareInstallation } from '../../src/areas/platform/installation/prepare-installation.ts';
import { rotateSecrets } from '../../src/areas/shared/installation/rotation/rotate-secrets.ts';
import { lockSealed } from '../../src/areas/shared/installation/stored-secret-queries.ts';
import { codeShown } from '../support/authenticator.ts';
import { describeWithDatabase, openTestDatabase } from '../support/databases.ts';
import { lockWaits } from '../support/eventually.ts';
import { buildCaller, buildCustomer, PASSWORD } from '../support/factories/customer.ts';
import { buildSerialLine } from '../support/factories/serial-line.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { callerOf } from '../support/factories/tenant-users.ts';
import { fixture } from '../support/fixture.ts';
import { pollUntil } from '../support/programs/poll-until.ts';
import { TEST_NOW } from '../support/start-server.ts';
import { testContext } from '../support/test-context.ts';
import { BOTH, NEW, OLD, OLD_ONLY } from './rotation-fixture.ts';

const MAIL = { host: '127.0.0.1', port: 25, tls: false, user: 'a', from: 'a@b.org' };
const METER = {
  ...{ station: '1', profile: 'generic-modbus', intervalS: 3_600, switching: undefined },
  ...{ ctPrimary: null, ctSecondary: null, ptPrimary: null, ptSecondary: null },
};
const REASON = 'Meter changed';

describeWithDatabase('a change of the sealing key', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'waits', now: TEST_NOW }));
  const ctx = testContext(database, BOTH);
  beforeAll(async () => {
    await prepareInstallation(testContext(database, OLD_ONLY));
    await prepareInstallation(ctx);
  });
  const someone = async () => buildCaller(ctx, await buildCustomer(ctx));
  const operator = () => ({ ...callerOf(tenant, 'operator'), address: '127.0.0.9' });

  /** Each prepares what the service needs, and returns a function that calls it. */
  const SERVICES = {
    'the begin of a second factor': async () => {
      const caller = await someone();
      return () => beginSecondFactor(ctx, caller, PASSWORD);
    },
    'the confirmation of a second factor': async () => {
      const caller = await someone();
      const begun = await beginSecondFactor(ctx, caller, PASSWORD);
      if (!begun.ok) throw new Error(begun.refusal);
      return () => confirmSecondFactor(ctx, caller, codeShown(begun.value.key, ctx.clock.now()));
    },
    forwarding: async () => {
      const caller = await someone();
      return () => changeForwarding(ctx, caller, { rotateSecret: true });
    },
    'the configuration': async () => {
      const caller = await someone();
      const draft = { section: 'mail', value: MAIL, password: 'entered' } as const;
      return () => changeConfiguration(ctx, caller, draft, 0);
    },
    'a new meter': async () => {
      const { deviceId } = await buildSerialLine(database, tenant, { meters: [] });
      const meter = { ...METER, name: 'New', rate: undefined };
      return () => addMeter(ctx, operator(), deviceId, meter, REASON);
    },
    'a changed meter': async () => {
      const dtu = await buildSerialLine(database, tenant, { meters: [{ station: '1' }] });
      const meterId = dtu.slaveIds.get(1)!;
      return () => changeMeter(ctx, operator(), dtu.deviceId, meterId, METER, REASON);
    },
  };

  describe.each(Object.entries(SERVICES))('%s', (_, prepare) => {
    it('waits for it', async () => {
      const call = await prepare();
      const other = await openTestDatabase(database.databaseUrl);
      let isDone = false;
      let called: Promise<unknown> | undefined;
      await other.transaction(async (trx) => {
        await lockSealed(trx);
        called = call().finally(() => {
          isDone = true;
        });
        await pollUntil(
          () => lockWaits(database.db),
          (count) => count === 1,
        );
        expect(isDone).toBe(false);
      });
      expect(await called).toMatchObject({ ok: true });
    });
  });

  it('leaves the codes of a second factor right, but not those of another key', async () => {
    const caller = await someone();
    const begun = await beginSecondFactor(ctx, caller, PASSWORD);
    if (!begun.ok) throw new Error(begun.refusal);
    const read = (await findSecondFactor(database.db, caller))!.secret;
    await rotateSecrets({ database, key: NEW, former: OLD });
    expect((await findSecondFactor(database.db, caller))!.secret).not.toEqual(read);
    const now = ctx.clock.now();
    const check = () => checkCodeOfKey(ctx, caller, read, codeShown(begun.value.key, now), now);
    expect(await check()).toBe(true);
    // Each code is valid once, in either form.
    expect(await check()).toBe(false);

    await beginSecondFactor(ctx, caller, PASSWORD);
    expect(await sameKeyAs(ctx, database.db, caller, read)).toBeUndefined();
    expect(await check()).toBe(false);
  });
});
