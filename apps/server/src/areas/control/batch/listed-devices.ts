/** Looks up the devices of a batch command in one query. */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Scope } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import { devicesNamed } from '../../fleet/groups/placed-queries.ts';
import { parseId } from '../../shared/identifier.ts';

export interface ListedDevice {
  readonly deviceId: number;
  readonly deviceCode: string;
  readonly groupId: number;
}

/**
 * Returns the devices by id or code, each once, in list order. Refuses the first id or code that is
 * not found in the scope, and a simulated device, with its list index. Text of ten digits can be
 * either: it is then taken as the code, as in `device-lookup-queries.ts`.
 */
export async function listedDevices(
  executor: Executor,
  scope: Scope,
  names: readonly (string | number)[],
): Promise<Outcome<ListedDevice[]>> {
  const rows = await devicesNamed(executor, scope, names, false);
  const byCode = new Map(rows.map((row) => [row.deviceCode, row]));
  const byId = new Map(rows.map((row) => [row.deviceId, row]));
  const devices = new Map<number, ListedDevice>();
  for (const [index, name] of names.entries()) {
    const id = parseId(name);
    const device = byCode.get(String(name)) ?? (id === undefined ? undefined : byId.get(id));
    const field = `device_codes.${index}`;
    if (device === undefined) return refused('not-found', field);
    if (device.simulated) return refused('device-simulated', field);
    devices.set(device.deviceId, device);
  }
  return done([...devices.values()]);
}
