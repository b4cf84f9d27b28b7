/** Rows of `lamp_check`: results of the last check of each lamp group. */
import { CompiledQuery, sql } from 'kysely';
import type { DeviceRef } from '../../../bus.ts';
import type { Executor } from '../../../storage/database.ts';
import type { DueCheck, StoredFindings } from './due-check-queries.ts';
import type { EvaluatedCheck } from './evaluate-check.ts';

export interface CheckedGroup extends EvaluatedCheck {
  readonly due: DueCheck;
}

/** Writes the results of checks and deletes the rows of groups that no longer exist. */
export async function writeChecks(
  trx: Executor,
  checked: readonly CheckedGroup[],
  now: number,
): Promise<void> {
  const active = checked.filter(({ due }) => due.isActive);
  const deleted = checked.filter(({ due }) => !due.isActive);
  const customers = (groups: readonly CheckedGroup[]) => groups.map(({ due }) => due.customerId);
  const ids = (groups: readonly CheckedGroup[]) => groups.map(({ due }) => due.lampGroupId);
  if (deleted.length > 0) {
    await trx.executeQuery(
      CompiledQuery.raw(
        `delete from lamp_check c using unnest($1::int4[], $2::int4[]) as n (customer_id, id)
        where c.customer_id = n.customer_id and c.lamp_group_id = n.id`,
        [customers(deleted), ids(deleted)],
      ),
    );
  }
  if (active.length === 0) return;
  const of = <T>(value: (group: CheckedGroup) => T): T[] => active.map(value);
  await trx.executeQuery(
    CompiledQuery.raw(
      `update lamp_check c set checked_at = $3::timestamptz, next_check_at = n.next_check_at,
        reading_at = n.reading_at, verdict = n.verdict, lamps_on = n.lamps_on, failed = n.failed,
        measured_kw = n.measured_kw, expected_kw = n.expected_kw, voltage_v = n.voltage_v,
        energy_kwh = n.energy_kwh, reference_kw = n.reference_kw, findings = n.findings::jsonb
      from unnest($1::int4[], $2::int4[], $4::timestamptz[], $5::timestamptz[], $6::text[],
        $7::int4[], $8::int4[], $9::float8[], $10::float8[], $11::float8[], $12::float8[],
        $13::float8[], $14::text[]) as n (customer_id, id, next_check_at, reading_at, verdict,
        lamps_on, failed, measured_kw, expected_kw, voltage_v, energy_kwh, reference_kw, findings)
      where c.customer_id = n.customer_id and c.lamp_group_id = n.id`,
      [
        customers(active),
        ids(active),
        new Date(now),
        of(({ nextCheckAt }) => new Date(nextCheckAt)),
        of(({ check }) => (check.readingAt === null ? null : new Date(check.readingAt))),
        of(({ check }) => check.verdict),
        of(({ check }) => check.lampsOn),
        of(({ check }) => check.failed),
        of(({ check }) => check.measuredKw),
        of(({ check }) => check.expectedKw),
        of(({ check }) => check.voltageV),
        of(({ energyKwh }) => energyKwh),
        of(({ referenceKw }) => referenceKw),
        of(({ standing, notified }) => JSON.stringify({ standing, told: notified })),
      ],
    ),
  );
}

export interface LampGroupKey {
  readonly customerId: number;
  readonly id: number;
}

/** Removes the findings of a lamp group and returns them; waits for a check that is running. */
export async function takeFindings(
  trx: Executor,
  { customerId, id }: LampGroupKey,
): Promise<StoredFindings> {
  const { rows } = await sql<{ findings: StoredFindings }>`
    with before as materialized (
      select findings from lamp_check
      where customer_id = ${customerId} and lamp_group_id = ${id} for no key update)
    update lamp_check set findings = '{}' from before
    where customer_id = ${customerId} and lamp_group_id = ${id}
    returning before.findings`.execute(trx);
  return rows[0]?.findings ?? {};
}

/** Returns the last check of the device's lamp group. */
export function lastCheckOf(db: Executor, ref: Pick<DeviceRef, 'customerId' | 'deviceId'>) {
  return db
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
}
