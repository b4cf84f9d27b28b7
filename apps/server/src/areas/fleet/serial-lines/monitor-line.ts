/**
 * The line monitor: each look asks the process with the connection of the DTU for a report, and
 * returns what the caller may see of the newest one that is stored.
 */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { findDevice } from '../devices/device-lookup-queries.ts';
import { lineDevices } from './line-device-queries.ts';
import { findLineReport, type StoredReport } from './line-report-queries.ts';
import { visibleReport } from './visible-report.ts';

/** Returns undefined if no process has reported yet: look again. */
export async function monitorLine(
  ctx: Context,
  caller: Caller,
  idOrCode: string | number,
): Promise<Outcome<StoredReport | undefined>> {
  const { db } = ctx.database;
  const dtu = await findDevice(db, caller, idOrCode);
  if (dtu === undefined) return refused('not-found');
  if (dtu.kind !== 'dtu') return refused('device-not-dtu');
  const { customerId, deviceId, deviceCode } = dtu;
  ctx.bus.publish('line.viewed', { customerId, deviceId, deviceCode });
  const found = await findLineReport(db, dtu);
  if (found === undefined) return done(undefined);
  const devices = await lineDevices(db, caller, deviceId);
  return done({ ...found, report: visibleReport(found.report, deviceId, devices) });
}
