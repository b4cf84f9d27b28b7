/** Reads the data that import rows are validated against, within the caller's scope. SQL only. */
import { effectiveDefaults } from '@busbar/domain/access/group-defaults';
import type { Bearer, ImportStock, StockGroup } from '@busbar/domain/device-import/import-stock';
import type { ImportRow } from '@busbar/domain/device-import/read-table';
import { codesToCheck } from '@busbar/domain/device-import/validate-rows';
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import { listDefaults } from '../../fleet/groups/default-queries.ts';
import { listGroups } from '../../fleet/groups/group-queries.ts';
import { listVisibleRates } from '../../fleet/rates/visible-rate-queries.ts';
import { listDeviceTypes } from '../../shared/reference/reference-queries.ts';

export async function readStock(
  db: Executor,
  scope: Scope,
  rows: readonly ImportRow[],
): Promise<ImportStock> {
  const types = await listDeviceTypes(db);
  const codes = codesToCheck(rows, types);
  return {
    types,
    groups: await readGroups(db, scope),
    ownGroupId: scope.groupId,
    rates: await listVisibleRates(db, scope),
    bearers: await readBearers(db, scope, [...codes]),
  };
}

async function readGroups(db: Executor, scope: Scope): Promise<StockGroup[]> {
  const groups = await listGroups(db, scope);
  const names = new Map(groups.map(({ groupId, name }) => [groupId, name]));
  const defaults = await listDefaults(db, scope.customerId);
  return groups.map(({ groupId, path }) => {
    const { rateId, expectedIntervalS } = effectiveDefaults(path, defaults);
    return {
      id: groupId,
      // Groups above the caller's own are outside the caller's scope.
      names: path.flatMap((id) => names.get(id) ?? []),
      ...(rateId === null ? {} : { rateId: rateId.value }),
      ...(expectedIntervalS === null ? {} : { expectedIntervalS: expectedIntervalS.value }),
    };
  });
}

const OF_OTHERS: Bearer = {
  deviceId: 0,
  kind: 'main',
  protocol: 'busbar',
  typeId: 0,
  expectedIntervalS: 0,
  isOwn: false,
};

/** Of devices of other customers it reads only the fact that the code is taken. */
async function readBearers(
  db: Executor,
  { customerId, groupId }: Scope,
  codes: readonly string[],
): Promise<Map<string, Bearer>> {
  const taken = await sql<{ code: string }>`
    select code from taken_device_codes(${codes}::text[]) t(code)`.execute(db);
  const { rows } = await sql<Bearer & { code: string }>`
    select d.device_code as code, d.device_id as "deviceId", d.kind, d.protocol, d.device_type_id as "typeId",
      d.expected_interval_s as "expectedIntervalS",
      g.path @> array[${groupId}::integer] as "isOwn"
    from device d
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
    where d.customer_id = ${customerId} and d.device_code = any(${codes}::text[])
      and d.deleted_at is null`.execute(db);
  const own = new Map(rows.map(({ code, ...bearer }) => [code, bearer]));
  return new Map(taken.rows.map(({ code }) => [code, own.get(code) ?? OF_OTHERS]));
}

/** Locks tariffs and groups of the customer against changes until the transaction ends. */
export async function lockNames(trx: Executor, { customerId }: Scope): Promise<void> {
  await sql`select 1 from rate where customer_id = ${customerId} for share`.execute(trx);
  await sql`select 1 from user_group where customer_id = ${customerId} for share`.execute(trx);
}
