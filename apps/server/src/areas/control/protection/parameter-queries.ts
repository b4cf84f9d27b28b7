/** Rows of `device_parameter`: last reported and written values of a device's parameter set. */
import type { ProtectionName } from '@busbar/domain/protection/definition';
import type { TextRecord } from '@busbar/domain/protection/values';
import type { Verified } from '@busbar/domain/protection/verify';
import { sql } from 'kysely';
import { instant, jsonb } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';

export interface SetKey {
  readonly customerId: number;
  readonly deviceId: number;
  readonly set: ProtectionName;
}

export interface ParameterRow {
  readonly parameter_set: string;
  readonly reported: TextRecord | null;
  readonly reported_at: number | null;
  readonly read_command_id: string | null;
  readonly written: TextRecord | null;
  readonly written_at: number | null;
  readonly write_command_id: string | null;
  readonly verified: Verified | null;
}

export async function parametersOfDevice(
  executor: Executor,
  { customerId, deviceId }: Omit<SetKey, 'set'>,
): Promise<ParameterRow[]> {
  const rows = await executor
    .selectFrom('device_parameter')
    .select(['parameter_set', 'reported', 'reported_at', 'read_command_id'])
    .select(['written', 'written_at', 'write_command_id', 'verified'])
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .execute();
  return rows as ParameterRow[];
}

export async function parametersOfSet(
  executor: Executor,
  key: SetKey,
): Promise<ParameterRow | undefined> {
  const rows = await parametersOfDevice(executor, key);
  return rows.find(({ parameter_set }) => parameter_set === key.set);
}

/** Stores an acknowledged write, which is unverified until it is read back. */
export async function recordWritten(
  trx: Executor,
  key: SetKey,
  written: { readonly record: TextRecord; readonly commandId: string; readonly at: number },
): Promise<void> {
  const values = {
    written: jsonb(written.record),
    written_at: instant(written.at),
    write_command_id: written.commandId,
    verified: null,
  };
  await trx
    .insertInto('device_parameter')
    .values({ ...keyOf(key), ...values })
    .onConflict((clash) =>
      clash.columns(['customer_id', 'device_id', 'parameter_set']).doUpdateSet(values),
    )
    .execute();
}

export interface Reported {
  readonly record: TextRecord;
  readonly verified: Verified | null;
  readonly commandId: string;
  /** Time of the read request, ms; `at` is the time of the reply. */
  readonly requestedAt: number;
  readonly at: number;
}

/**
 * Stores the reply to a read; returns false if it is outdated because the reply to a later read is
 * already stored.
 */
export async function recordReported(
  trx: Executor,
  key: SetKey,
  reported: Reported,
): Promise<boolean> {
  const values = {
    reported: jsonb(reported.record),
    reported_at: instant(reported.at),
    read_asked_at: instant(reported.requestedAt),
    read_command_id: reported.commandId,
    verified: reported.verified === null ? null : jsonb(reported.verified),
  };
  const stored = await trx
    .insertInto('device_parameter')
    .values({ ...keyOf(key), ...values })
    .onConflict((clash) =>
      clash
        .columns(['customer_id', 'device_id', 'parameter_set'])
        .doUpdateSet(values)
        .where(
          sql<boolean>`coalesce(device_parameter.read_asked_at, '-infinity') <= ${instant(reported.requestedAt)}`,
        ),
    )
    .returning('device_id')
    .execute();
  return stored.length > 0;
}

function keyOf({ customerId, deviceId, set }: SetKey) {
  return { customer_id: customerId, device_id: deviceId, parameter_set: set };
}
