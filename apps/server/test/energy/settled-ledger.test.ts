/**
 * From registers to bills: late readings move energy between periods, and none is lost or changed.
 */
import { expect, it } from 'vitest';
import { findBill, type WholeBill } from '../../src/areas/energy/billing/bill-service.ts';
import { settle } from '../../src/areas/energy/billing/settle.ts';
import { findSettlement } from '../../src/areas/energy/billing/settlement-service.ts';
import { finishEnergyDays, runEnergy } from '../../src/areas/energy/ledger/run-energy.ts';
import { findEnergyFees } from '../../src/areas/energy/queries/energy-fee-service.ts';
import { adjustChangedPeriods } from '../../src/areas/energy/settlement/adjust-closed.ts';
import { ensurePartitions } from '../../src/storage/partitions.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { callerOf } from '../support/factories/tenant-users.ts';
import { testContext } from '../support/test-context.ts';
import { ledgerTenant, ratedDevice, sendRegisters } from './ledger-fixture.ts';

const HOUR = 3_600_000;
const ZONE = 'Asia/Shanghai';
/** 2026-10-01 00:00 in Shanghai. */
const OCTOBER = Date.UTC(2026, 8, 30, 16);
const HOURS = 50 * 24 + 12;
const NOW = OCTOBER + HOURS * HOUR;
/**
 * The second device is silent in these hours: the last day of October and the first of November.
 */
const SILENCE = { from: 30 * 24, to: 32 * 24 };

/** Returns the kWh of the register after so many hours; two successive steps are never equal. */
const register = (hour: number, factor: number) =>
  Math.round((1000 + factor * (hour + 0.4 * Math.sin(hour))) * 100) / 100;

describeWithDatabase('settlement from the ledger', (database) => {
  it('adjusts the closed period for late readings, and all bills together equal the registers', async () => {
    await ensurePartitions(database, OCTOBER, NOW);
    const ctx = testContext(database, {}, NOW);
    const tenant = await ledgerTenant(database, ZONE, 'settled');
    const devices = [
      { deviceId: await ratedDevice(database, tenant), factor: 1.37 },
      { deviceId: await ratedDevice(database, tenant), factor: 0.71 },
    ];
    await database.db
      .updateTable('device_state')
      .set({ heard_at: new Date(NOW) })
      .where('customer_id', '=', tenant.customerId)
      .execute();
    const caller = callerOf(tenant);
    const reading = (device: (typeof devices)[number], hour: number) => ({
      deviceId: device.deviceId,
      at: OCTOBER + hour * HOUR,
      registers: { activeTotal: register(hour, device.factor) },
    });
    const isSilent = (hour: number) => hour > SILENCE.from && hour < SILENCE.to;
    const send = async (wanted: (hour: number, device: number) => boolean) => {
      const readings = devices.flatMap((device, i) =>
        Array.from({ length: HOURS }, (_, i) => i + 1)
          .filter((hour) => wanted(hour, i))
          .map((hour) => reading(device, hour)),
      );
      await sendRegisters(ctx, tenant, readings);
      await runEnergy(ctx);
    };
    const bill = async (start?: string): Promise<WholeBill> => {
      const found = await findBill(ctx, caller, { start, page: 1 });
      if (!found.ok) throw new Error(found.refusal);
      return found.value;
    };
    const whole = devices.reduce(
      (sum, { factor }) => sum + Math.round((register(HOURS, factor) - register(1, factor)) * 1000),
      0,
    );
    const adjusted = ({ adjustments }: WholeBill) =>
      adjustments.reduce((sum, { energyWh }) => sum + energyWh, 0);

    await send((hour, device) => device === 0 || !isSilent(hour));
    await finishEnergyDays(ctx);
    await settle(ctx);
    const { periods } = await findSettlement(ctx, caller);
    expect(periods.map(({ start, state }) => [start, state])).toEqual([
      ['2026-11-01', 'open'],
      ['2026-10-01', 'closed'],
    ]);
    const october = await bill('2026-10-01');
    const november = await bill();
    expect(october.energyWh + november.energyWh).toBe(whole);
    expect(november.adjustments).toEqual([]);
    expect(october.lines.length).toBe(8);

    // The missing hours arrive: October had more energy than was known when it closed.
    await send((hour, device) => device === 1 && isSilent(hour));
    await settle(ctx);
    const after = await bill();
    expect(await bill('2026-10-01')).toEqual(october);
    expect(after.adjustments).toMatchObject([
      { ofStart: '2026-10-01', reason: 'late-readings', deviceCode: expect.any(String) },
    ]);
    const late = register(31 * 24, devices[1]!.factor) - register(SILENCE.from, devices[1]!.factor);
    expect(adjusted(after)).toBe(Math.round(late * 1000));
    expect(after.energyWh).toBe(november.energyWh - adjusted(after));
    expect(october.energyWh + after.energyWh + adjusted(after)).toBe(whole);
    // The card shows October as it is known now: the issued bill and its adjustment.
    const fees = await findEnergyFees(ctx, caller, { dateType: 'month', count: 2 });
    if (!fees.ok) throw new Error(fees.refusal);
    const [cardNovember, cardOctober] = fees.value.periods;
    expect(cardOctober?.energyWh).toBe(october.energyWh + adjusted(after));
    expect(cardOctober?.fee).toBe(october.amount! + after.adjustment);
    expect([cardNovember?.energyWh, cardNovember?.fee]).toEqual([after.energyWh, after.amount]);
    expect(await adjustChangedPeriods(ctx)).toBe(0);
  });
});
