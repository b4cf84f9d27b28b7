/** Looks up the devices of a batch command in one query. */
import { isDeviceCode } from '@busbar/domain/device/device-code';
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import { parseId } from '../../shared/identifier.ts';

export interface ListedDevice {
  readonly deviceId: number;
  readonly deviceCode: string;
  readonly groupId: number;
}

/**
 * Devices by id or code, each once, in list order; `missing` is the index of a name not found in
 * the scope. Text of ten digits can be either: it is then taken as the code, as in
 * `device-lookup.ts`.
 */
export async function listedDevices(
  executor: Executor,
  scope: Scope,
  names: readonly (string | number)[],
): Promise<{ readonly devices: ListedDevice[]; readonly missing: number | undefined }> {
  const codes = names.filter((name) => isDeviceCode(name));
  const ids = names.map((name) => parseId(name)).filter((id) => id !== undefined);
  const { rows } = await sql<ListedDevice>`
    select d.device_id as "deviceId", d.device_code as "deviceCode", d.group_id as "groupId"
    from device d
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
    where d.customer_id = ${scope.customerId} and d.deleted_at is null
      and g.path @> array[${scope.groupId}::integer]
      and (d.device_code = any(${sql.val(codes)}::text[])
        or d.device_id = any(${sql.val(ids)}::integer[]))`.execute(executor);
  const byCode = new Map(rows.map((row) => [row.deviceCode, row]));
  const byId = new Map(rows.map((row) => [row.deviceId, row]));
  const devices = new Map<number, ListedDevice>();
  for (const [index, name] of names.entries()) {
    const id = parseId(name);
    const device = byCode.get(String(name)) ?? (id === undefined ? undefined : byId.get(id));
    if (device === undefined) return { devices: [], missing: index };
    devices.set(device.deviceId, device);
  }
  return { devices: [...devices.values()], missing: undefined };
}
