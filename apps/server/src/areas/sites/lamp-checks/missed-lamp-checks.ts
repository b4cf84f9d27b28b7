/** Rebuilds the event of a device's last lamp check, for a process that did not run the check. */
import type { Findings, LampVerdict } from '@busbar/domain/project/lamp-check';
import type { BusMessage, DeviceRef } from '../../../bus.ts';
import type { Executor } from '../../../storage/database.ts';
import { lastCheckOf } from './lamp-check-queries.ts';

export async function rebuildLampEvents(db: Executor, ref: DeviceRef): Promise<BusMessage[]> {
  const row = await lastCheckOf(db, ref);
  if (row === undefined || row.at === null || row.verdict === null) return [];
  const { lampGroupId, projectId, findings, at, verdict, ...figures } = row;
  const { standing = {} } = findings as { readonly standing?: Findings };
  const check = { ...figures, verdict: verdict as LampVerdict };
  return [
    { name: 'lamps.checked', event: { ...ref, lampGroupId, projectId, check, standing, at } },
  ];
}
