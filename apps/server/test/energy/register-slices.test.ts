/**
 * A long history of one device, read in slices: no register twice, none left out, none above the
 * limit.
 */
import { expect, it } from 'vitest';
import { readSlices } from '../../src/areas/energy/ledger/register-queries.ts';
import { ensurePartitions } from '../../src/storage/partitions.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { testContext } from '../support/test-context.ts';
import { ledgerTenant, ratedDevice, sendRegisters } from './ledger-fixture.ts';

const BEGIN = Date.UTC(2026, 9, 5);
const MINUTE = 60_000;
const REGISTERS = 10;

describeWithDatabase('registers read in slices', (database) => {
  it('are all registers after the given time, in order, up to the limit', async () => {
    await ensurePartitions(database, BEGIN, BEGIN);
    const tenant = await ledgerTenant(database, 'Asia/Shanghai', 'sliced');
    const device = { customerId: tenant.customerId, deviceId: await ratedDevice(database, tenant) };
    const sent = Array.from({ length: REGISTERS }, (_, i) => ({
      ...device,
      at: BEGIN + i * MINUTE,
      registers: { activeTotal: 100 + i },
    }));
    await sendRegisters(testContext(database, {}, BEGIN), tenant, sent);
    const read = async (after: number, limit: number, sliceRows: number) => {
      const slices: number[][] = [];
      for await (const slice of readSlices(database.db, { ...device, after }, limit, sliceRows)) {
        slices.push(slice.map(({ at }) => (at - BEGIN) / MINUTE));
      }
      return slices;
    };
    const all = Number.NEGATIVE_INFINITY;
    expect(await read(all, 100, 4)).toEqual([
      [0, 1, 2, 3],
      [4, 5, 6, 7],
      [8, 9],
    ]);
    expect(await read(all, 100, 5)).toEqual([[0, 1, 2, 3, 4], [5, 6, 7, 8, 9], []]);
    expect(await read(all, 6, 4)).toEqual([
      [0, 1, 2, 3],
      [4, 5],
    ]);
    expect(await read(BEGIN + 7 * MINUTE, 100, 4)).toEqual([[8, 9]]);
    expect(await read(BEGIN + 9 * MINUTE, 100, 4)).toEqual([[]]);
  });
});
