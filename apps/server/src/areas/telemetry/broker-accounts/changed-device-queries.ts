/** Devices whose account at an external broker may have to change. */
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';

export interface ChangedDevice {
  readonly code: string;
  /** Time of the newest change, epoch ms. */
  readonly changedAt: number;
}

/**
 * Returns the devices that were deleted or got another secret since `from`, and those whose former
 * secret expired between `from` and `now`; both in epoch ms by the clock of a process. A device that
 * was only registered is not a change: it has no account yet.
 */
export async function findChangedDevices(
  db: Executor,
  from: number,
  now: number,
): Promise<ChangedDevice[]> {
  const [since, until] = [new Date(from), new Date(now)];
  const { rows } = await sql<ChangedDevice>`
    select device_code as code, greatest(deleted_at, secret_rotated_at,
        case when old_secret_until <= ${until} then old_secret_until end) as "changedAt"
    from device
    where deleted_at >= ${since}
      or (secret_rotated_at >= ${since} and secret_rotated_at > created_at)
      or (old_secret_hash is not null and old_secret_until between ${since} and ${until})`.execute(
    db,
  );
  return rows;
}
