/** A gateway that is deleted while a slave of it is registered: one of both is refused. */
import { beforeAll, expect, it } from 'vitest';
import { changeDevice, removeDevice } from '../../src/areas/fleet/devices/change-device.ts';
import { findDevice } from '../../src/areas/fleet/devices/device-lookup-queries.ts';
import { natureOfNew } from '../../src/areas/fleet/devices/device-nature.ts';
import { ensureSlaves, insertSlave } from '../../src/areas/fleet/devices/slaves.ts';
import { prepareInstallation } from '../../src/areas/platform/installation/prepare-installation.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildCaller, buildCustomer } from '../support/factories/customer.ts';
import { buildDevice, freshCode } from '../support/factories/device.ts';
import { fixture } from '../support/fixture.ts';
import { testContext } from '../support/test-context.ts';

describeWithDatabase('a gateway with a slave that is being registered', (database) => {
  const ctx = testContext(database);
  beforeAll(async () => {
    await prepareInstallation(ctx);
  });
  const caller = fixture(async () => buildCaller(ctx, await buildCustomer(ctx), { role: 'admin' }));

  it.each([
    ['be deleted', (code: string) => removeDevice(ctx, caller, code)],
    ['become a breaker', (code: string) => changeDevice(ctx, caller, code, { type: 'MT61' })],
  ])('cannot %s', async (_name, step) => {
    const { code } = await buildDevice(ctx, caller, { type: 'MT88C', code: freshCode('GATE') });
    const [changing] = await ctx.database.transaction(async (trx) => {
      const nature = await natureOfNew(trx, caller, { code: `${code}-1`, type: 'slave' });
      expect(nature).toMatchObject({ ok: true });
      const started = step(code);
      // Long enough for a change that does not wait.
      await new Promise((resolve) => setTimeout(resolve, 300));
      await insertSlave(ctx, trx, (await findDevice(trx, caller, code))!, 1, 'Lamp');
      return [started];
    });
    expect(await changing).toMatchObject({ refusal: 'device-has-slaves' });
  });

  it('gets no slaves that it lists while it is deleted', async () => {
    const { code, deviceId } = await buildDevice(ctx, caller, {
      type: 'MT88C',
      code: freshCode('GATE'),
    });
    const [listed] = await ctx.database.transaction(async (trx) => {
      await trx
        .updateTable('device')
        .set({ deleted_at: new Date(ctx.clock.now()) })
        .where('device_id', '=', deviceId)
        .execute();
      const started = ctx.database.transaction((other) => ensureSlaves(ctx, other, code, [1, 2]));
      await new Promise((resolve) => setTimeout(resolve, 300));
      return [started];
    });
    expect(await listed).toEqual([]);
  });
});
