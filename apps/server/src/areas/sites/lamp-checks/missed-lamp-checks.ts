/**
 * Rebuilds the event of the last check of a device's lamp group, for a process that did not run the
 * check.
 */
import type { Findings, LampVerdict } from '@busbar/domain/project/lamp-check';
import type { BusMessage, DeviceRef } from '../../../bus.ts';
import type { Executor } from '../../../storage/database.ts';

export async function rebuildLampEvents(db: Executor, ref: DeviceRef): Promise<BusMessage[]> {
  const row = await db
    .selectFrom('lamp_group as l')
    .innerJoin('lamp_check as c', (join) =>
      join
        .onRef('c.customer_id', '=', 'l.customer_id')
        .onRef('c.lamp_group_id', '=', 'l.lamp_group_id'),
    )
    .where('l.customer_id', '=', ref.customerId)
    .where('l.device_id', '=', ref.deviceId)
    .where('l.deleted_at', 'is', null)
    .select(['l.lamp_group_id as lampGroupId', 'l.project_id as projectId', 'c.verdict'])
    .select(['c.lamps_on as lampsOn', 'c.failed', 'c.measured_kw as measuredKw'])
    .select(['c.expected_kw as expectedKw', 'c.voltage_v as voltageV', 'c.findings'])
    .select(['c.reading_at as readingAt', 'c.checked_at as at'])
    .executeTakeFirst();
  if (row === undefined || row.at === null || row.verdict === null) return [];
  const { lampGroupId, projectId, findings, at, verdict, ...figures } = row;
  const { standing = {} } = findings as { readonly standing?: Findings };
  const check = { ...figures, verdict: verdict as LampVerdict };
  return [
    { name: 'lamps.checked', event: { ...ref, lampGroupId, projectId, check, standing, at } },
  ];
}
