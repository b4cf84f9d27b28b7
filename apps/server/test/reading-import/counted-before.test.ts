/** After a device was registered again, a file must not count what its former registration counted. */
import { expect, it } from 'vitest';
import { findBill } from '../../src/areas/energy/billing/bill-service.ts';
import { runEnergy } from '../../src/areas/energy/ledger/run-energy.ts';
import { addDevice } from '../../src/areas/fleet/devices/add-device.ts';
import { removeDevice } from '../../src/areas/fleet/devices/change-device.ts';
import { sendRegisters } from '../energy/ledger-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';
import {
  callsOf,
  csv,
  FIRST,
  FIRST_KWH,
  HOUR,
  importWorld,
  local,
  QUARTER,
} from './reading-import-fixture.ts';

describeWithDatabase('an import for a device that was registered again', (database) => {
  it('does not bill energy that its former registration has billed', async () => {
    const { ctx, tenant, caller, deviceId: former } = await importWorld(database, 'counted-before');
    const billed = async (): Promise<number> => {
      await runEnergy(ctx);
      const bill = await findBill(ctx, caller, { page: 1 });
      if (!bill.ok) throw new Error(bill.refusal);
      return bill.value.energyWh;
    };
    const { code } = await database.db
      .selectFrom('device')
      .select('device_code as code')
      .where('device_id', '=', former)
      .executeTakeFirstOrThrow();
    expect(await removeDevice(ctx, caller, code)).toMatchObject({ ok: true });
    const form = { name: 'Again', code, type: 'MT61', rate: tenant.rateId, group: tenant.groupId };
    const added = await addDevice(ctx, caller, form);
    if (!added.ok) throw new Error(added.refusal);
    const { deviceId } = added.value;
    const next = { at: FIRST + 4 * HOUR + QUARTER, registers: { activeTotal: FIRST_KWH + 8.5 } };
    await sendRegisters(ctx, tenant, [{ deviceId, ...next }]);
    const before = await billed();
    const { preview, accept, importFile } = callsOf(ctx, caller, deviceId);

    const repeated = Array.from(
      { length: 17 },
      (_, i) => [local(FIRST + i * QUARTER), FIRST_KWH + i / 2] as const,
    );
    const energies = repeated.slice(1).map(([at]) => [at, 0.5] as const);
    const spanning = [repeated[0]!, repeated.at(-1)!];
    const files = [csv(repeated), csv(energies, 'Time,Energy (kWh)'), csv(spanning)];
    for (const file of files) {
      for (const more of [{}, { leave_out: true }]) {
        const { mark, problems } = await preview(file, more);
        expect(mark).toBeNull();
        expect(problems[0]).toMatchObject({ reason: 'counted-before' });
        expect(await accept(file, mark, more)).toBe('reading-import-changed');
      }
    }
    expect(await billed()).toBe(before);

    expect(await importFile(csv([repeated.at(-1)!]))).toMatchObject({ imported: 1 });
    expect((await billed()) - before).toBe(500);
  });
});
