/**
 * Creates a lamp group of the demo with its last check and its open warning. Findings that are only
 * possible by night or by day are dated to the last midnight or noon.
 */

import { loadOfDevice } from '@busbar/domain/demand/device-load';
import { lampsKwAt, ratedLampsKw } from '@busbar/domain/demand/lamp-load';
import { completePosition } from '@busbar/domain/device/position';
import type { Findings, LampVerdict } from '@busbar/domain/project/lamp-check';
import { toNotify } from '@busbar/domain/project/lamp-findings';
import { DEFAULT_LAMP_GROUP } from '@busbar/domain/project/lamp-group';
import { DEFAULT_LIMITS } from '@busbar/domain/project/project-limits';
import { sunDay } from '@busbar/domain/project/sun';
import { instant, jsonb } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { recordAlarms } from '../../alarms/record-alarms.ts';
import { insertLampGroup } from '../../sites/projects/lamp-group-queries.ts';
import { type DemoLampGroup, lampLoadOf } from './demo-lamps.ts';
import { updateLampCheck } from './demo-queries.ts';
import type { FleetFile } from './fleet-file.ts';

/** By this time the fleet is connected and has reported; its sodium lamps are warm soon after. */
export const FIRST_CHECK_MS = 150_000;

const HOUR_MS = 3_600_000;

interface Place {
  readonly customerId: number;
  readonly projectId: number;
  readonly deviceId: number;
}

export async function createDemoLampGroup(
  trx: Executor,
  group: DemoLampGroup,
  { customerId, projectId, deviceId }: Place,
  fleet: Pick<FleetFile, 'zone' | 'countsFrom'>,
  now: number,
): Promise<void> {
  const { code, name, lampCount, watts, kind, errorRange, burnRule, dark, stuck } = group;
  const position = completePosition({ lngT: group.longitude, latT: group.latitude });
  if (!position.ok) throw new Error(`${name}: ${position.refusal}`);
  const id = await insertLampGroup(
    trx,
    customerId,
    projectId,
    {
      ...DEFAULT_LAMP_GROUP,
      name,
      lampCount,
      lampPowerKw: watts / 1000,
      lampKind: kind,
      errorRange,
      burnRule,
      deviceId,
      longitude: position.value.lngT,
      latitude: position.value.latT,
      bdLongitude: position.value.lng,
      bdLatitude: position.value.lat,
    },
    now,
  );
  const load = lampLoadOf(group);
  const { seed } = loadOfDevice({
    code,
    phases: 3,
    ratedCurrentA: 32,
    zone: fleet.zone,
    countsFrom: fleet.countsFrom,
  });
  const measuredKw = lampsKwAt(seed, load, now);
  const isNight = lampsKwAt(seed, { ...load, place: group }, now) > 0;
  const shouldBurn = burnRule === 'switch' || isNight;
  const verdict: LampVerdict =
    measuredKw === 0 ? 'off' : !shouldBurn ? 'day-burning' : dark > 0 ? 'failed' : 'good';
  const standing: Findings = {
    ...(dark > 0 ? { failed: dark, under: (100 * dark) / lampCount } : {}),
    ...(stuck ? { dayBurning: lampCount } : {}),
  };
  const notified = toNotify(standing, DEFAULT_LIMITS, null);
  await updateLampCheck(trx, customerId, id, {
    checked_at: instant(now),
    next_check_at: instant(now + FIRST_CHECK_MS),
    reading_at: instant(now),
    verdict,
    lamps_on: measuredKw === 0 ? 0 : load.count,
    failed: shouldBurn ? dark : null,
    measured_kw: measuredKw,
    expected_kw: shouldBurn ? ratedLampsKw({ ...load, count: lampCount }) : 0,
    findings: jsonb({ standing, told: notified }),
  });
  const { lampFault } = notified;
  if (lampFault === undefined) return;
  const { kind: alarmKind, value, limit, detail } = lampFault;
  const event = {
    customerId,
    deviceId,
    type: 'lampFault' as const,
    kind: alarmKind,
    phase: '',
    source: 'platform' as const,
    active: true,
    at: lastNoon(now, group),
    arrivedAt: now,
    value,
    limit,
    endReason: 'recovered' as const,
    detail,
  };
  await recordAlarms(trx, [{ event, hash: 2 + (alarmKind === 'alarm' ? 1 : 0) }], now);
}

function lastNoon(now: number, group: DemoLampGroup): number {
  const { noon } = sunDay(now, group);
  return noon < now ? noon : noon - 24 * HOUR_MS;
}
