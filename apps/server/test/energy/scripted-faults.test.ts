/**
 * The effect of the simulator's scripted faults on the ledger, through the ingest like the messages
 * of any device: only energy that no register shows is lost, none is invented, and each fault is
 * named. Three days in Paris, the second with 25 hours.
 */
import { loadOfDevice } from '@busbar/domain/demand/device-load';
import { readingAt } from '@busbar/domain/demand/load-profile';
import { applyFault, FAULT_NAMES, type FaultName } from '@busbar/simulator/connection/faults';
import { SimulatedDevice } from '@busbar/simulator/device/device';
import { beforeAll, expect, it } from 'vitest';
import { explainEnergy } from '../../src/areas/energy/explanation/explanation-service.ts';
import { runEnergy } from '../../src/areas/energy/ledger/run-energy.ts';
import { findLinks } from '../../src/areas/telemetry/ingest/link-queries.ts';
import type { LinkDevice } from '../../src/areas/telemetry/presence/link-device.ts';
import { decodeMessage } from '../../src/gateway/mqtt/decode-message.ts';
import { ensurePartitions } from '../../src/storage/partitions.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildTenantDevice } from '../support/factories/tenant-device.ts';
import { callerOf } from '../support/factories/tenant-users.ts';
import { fixture } from '../support/fixture.ts';
import { startTestGateway } from '../support/start-gateway.ts';
import { testContext } from '../support/test-context.ts';
import { ledgerTenant } from './ledger-fixture.ts';

const ZONE = 'Europe/Paris';
const HOUR = 3_600_000;
const INTERVAL = HOUR / 2;
/** The fault occurs before this reading. */
const FAULTY_READING = 30;
/** 2026-10-24 00:00 in Paris; the hour changes on the 25th. */
const BEGIN = Date.UTC(2026, 9, 23, 22);
const END = BEGIN + 73 * HOUR;
const MONTH = 30 * 24 * HOUR;
const load = loadOfDevice({
  code: 'SCRIPTED-LOAD',
  phases: 3,
  ratedCurrentA: 63,
  zone: ZONE,
  countsFrom: BEGIN - 2 * MONTH,
});
/** The register value of a meter without faults, in Wh. */
const registerWh = (at: number) => Math.round(readingAt(load, at).registers.activeTotal! * 1000);

/** The effect of a fault on the ledger. */
interface Outcome {
  /** The energy in Wh of the step with the fault that no register shows. */
  readonly lostWh?: (before: number, after: number) => number;
  readonly kinds: readonly string[];
  /**
   * The fault occurs before the first reading, because a jump to that value would be a fault of its
   * own.
   */
  readonly fromTheFirst?: true;
}

const PLAIN: Outcome = { kinds: ['normal'] };
const STEP: NonNullable<Outcome['lostWh']> = (before, after) =>
  registerWh(after) - registerWh(before);

const OUTCOMES: Partial<Record<FaultName, Outcome>> = {
  // The reset happens a millisecond before the reading, and the register counts from there.
  'counter-reset': { lostWh: STEP, kinds: ['normal', 'reset'] },
  'counter-step-back': { lostWh: () => 100, kinds: ['normal'] },
  'counter-rollover': { kinds: ['normal', 'rollover'], fromTheFirst: true },
  'meter-swap': { lostWh: STEP, kinds: ['normal', 'swap'] },
  'silent-month': PLAIN,
  'buffered-upload': PLAIN,
  'clock-two-hours-ahead': PLAIN,
  // The first reading after the fault reports two hours of energy at the time of an earlier one.
  'clock-two-hours-behind': { kinds: ['impossible', 'normal'] },
  'clock-summer-time': PLAIN,
  'clock-misses-dst': PLAIN,
  'clock-of-1970': PLAIN,
  'duplicate-messages': PLAIN,
  'swapped-messages': PLAIN,
};

const FAULTS = Object.entries(OUTCOMES) as [FaultName, Outcome][];

interface Past {
  readonly deviceId: number;
  readonly deviceCode: string;
  /** Times at which the device measured and was expected to report. */
  readonly reported: readonly number[];
}

describeWithDatabase('the ledger of a device with a fault', (database) => {
  let pasts: Map<FaultName, Past>;
  beforeAll(() => ensurePartitions(database, BEGIN - MONTH, END));
  const tenant = fixture(() => ledgerTenant(database, ZONE, 'scripted'));
  const gateway = fixture(() => startTestGateway(database));
  beforeAll(async () => {
    // All devices run at the same time, so that they share batches.
    const lives = FAULTS.map(
      async ([fault, outcome]) => [fault, await live(fault, outcome)] as const,
    );
    pasts = new Map(await Promise.all(lives));
    await runEnergy(gateway.ctx);
  });

  it('has an expected outcome for every fault of registers, silence and clocks', () => {
    const ofEnergy = /^(counter|meter|silent|buffered|clock|duplicate|swapped)-/;
    expect(Object.keys(OUTCOMES).sort()).toEqual(
      FAULT_NAMES.filter((name) => ofEnergy.test(name)).sort(),
    );
  });

  it.each(FAULTS)('records the fault %s as expected', async (fault, outcome) => {
    const { deviceId, deviceCode, reported } = pasts.get(fault)!;
    const [before = 0, after = 0] = reported.slice(FAULTY_READING - 1);
    const lost = outcome.lostWh?.(before, after) ?? 0;
    const days = await database.db
      .selectFrom('energy_day')
      .select(['day', 'energy_wh', 'estimated'])
      .where('device_id', '=', deviceId)
      .where('channel', '=', 'activeTotal')
      .orderBy('day')
      .execute();
    const sum = days.reduce((wh, { energy_wh }) => wh + energy_wh, 0);
    const told = fault === 'swapped-messages' ? lastTold(reported) : reported.at(-1)!;
    expect(sum).toBe(registerWh(told) - registerWh(reported[0]!) - lost);
    expect(sum).toBeGreaterThan(200_000);
    expect(lost).toBeLessThan(sum / 50);
    expect(days.some(({ estimated }) => estimated)).toBe(
      fault === 'silent-month' || fault === 'counter-reset',
    );
    await expectSlots(deviceId);
    expect(await kindsOf(deviceCode)).toEqual(outcome.kinds);
  });

  it('contains the energy of readings that were stored with a wrong clock', async () => {
    const { deviceId, reported } = await live('buffered-upload', PLAIN, 'clock-of-1970');
    await runEnergy(gateway.ctx);
    const { wh } = await database.db
      .selectFrom('energy_day')
      .select(({ fn }) => fn.sum<number>('energy_wh').as('wh'))
      .where('device_id', '=', deviceId)
      .where('channel', '=', 'activeTotal')
      .executeTakeFirstOrThrow();
    expect(Number(wh)).toBe(registerWh(reported.at(-1)!) - registerWh(reported[0]!));
  });

  /**
   * The second reading of each pair is sent first; a first reading without a second is still held
   * back.
   */
  const lastTold = (reported: readonly number[]) =>
    reported.at((reported.length - FAULTY_READING) % 2 === 0 ? -1 : -2)!;

  /** Runs a device from its first reading to the end of the three days, with its fault. */
  async function live(
    fault: FaultName,
    { fromTheFirst }: Outcome,
    further?: FaultName,
  ): Promise<Past> {
    const begin = fault === 'silent-month' ? BEGIN - MONTH : BEGIN;
    const { deviceCode, deviceId } = await buildTenantDevice(database, tenant, {
      expectedIntervalS: INTERVAL / 1000,
    });
    await database.db
      .updateTable('device')
      .set({ rated_voltage_v: 230, rated_current_a: 63 })
      .where('device_id', '=', deviceId)
      .execute();
    const device = new SimulatedDevice(
      {
        code: deviceCode,
        type: 'MT61',
        slaveCount: 0,
        ratedCurrentA: 63,
        zone: ZONE,
        countsFrom: load.countsFrom,
        intervalMs: INTERVAL,
        moveMs: 0,
        loadOf: 'SCRIPTED-LOAD',
      },
      begin,
    );
    const { device: link } = (await findLinks(database.db, [deviceCode])).get(deviceCode)!;
    const reported: number[] = [];
    for (let at = device.nextDueAt(); at <= END; at = device.nextDueAt()) {
      if (reported.length === (fromTheFirst ? 0 : FAULTY_READING)) {
        applyFault(fault, device, at - 1);
        if (further !== undefined) applyFault(further, device, at - 1);
      }
      for (const message of device.step(at)) await take(link, message, at);
      reported.push(at);
    }
    return { deviceId, deviceCode, reported };
  }

  async function take(
    device: LinkDevice,
    message: { readonly kind: string; readonly payload: string },
    receivedAt: number,
  ): Promise<void> {
    const payload = Buffer.from(message.payload);
    await new Promise<void>((settled) =>
      gateway.ingest.take(
        { device, payload, topic: message.kind, receivedAt, settled },
        decodeMessage(message.kind as 'data', payload),
      ),
    );
  }

  /** The day with the repeated hour has a hundred quarter hours, which add up to the day. */
  async function expectSlots(deviceId: number): Promise<void> {
    const rows = await database.db
      .selectFrom('energy_slot')
      .innerJoin('energy_day', (join) =>
        join
          .onRef('energy_day.customer_id', '=', 'energy_slot.customer_id')
          .onRef('energy_day.device_id', '=', 'energy_slot.device_id')
          .onRef('energy_day.day', '=', 'energy_slot.day'),
      )
      .select(['energy_slot.day', 'slot_wh', 'energy_wh'])
      .where('energy_slot.device_id', '=', deviceId)
      .where('channel', '=', 'activeTotal')
      .where('energy_slot.day', '>=', '2026-10-24')
      .orderBy('energy_slot.day')
      .execute();
    expect(rows.map(({ slot_wh }) => slot_wh.length)).toEqual([96, 100, 96]);
    for (const { slot_wh, energy_wh } of rows) {
      expect(slot_wh.reduce((wh, slot) => wh + slot, 0)).toBe(energy_wh);
    }
  }

  async function kindsOf(device: string): Promise<string[]> {
    const ctx = testContext(database, {}, END);
    const caller = callerOf(tenant, 'admin', ZONE);
    const query = { device, start: '2026-10-24', end: '2026-10-26' };
    const explained = await explainEnergy(ctx, caller, query);
    if (!explained.ok) throw new Error(explained.refusal);
    const totals = explained.value.steps.flatMap(({ registers }) =>
      registers.filter(({ register }) => register === 'total').map(({ kind }) => kind),
    );
    return [...new Set(totals)].filter((kind) => kind !== 'first').sort();
  }
});
