/** Devices that speak the protocol of another manufacturer. */
import type { DeviceProtocol } from '@busbar/domain/device/protocol/device-protocol';
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';

export interface OtherDevice {
  readonly code: string;
  readonly protocol: Exclude<DeviceProtocol, 'busbar'>;
}

/** Returns all of them, or only those with one of the codes. Slaves have no connection. */
export async function findOtherDevices(
  executor: Executor,
  codes?: readonly string[],
): Promise<OtherDevice[]> {
  const { rows } = await sql<OtherDevice>`
    select device_code as code, protocol from device
    where deleted_at is null and protocol <> 'busbar' and kind <> 'slave'
      and ${codes === undefined ? sql`true` : sql`device_code = any(${[...codes]}::text[])`}`.execute(
    executor,
  );
  return rows;
}
