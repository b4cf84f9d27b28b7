/** Energy of top devices in a day or month, with totals of all devices, including deleted ones. */
import type { LocalDate } from '@busbar/domain/local-date';
import type { Amount } from '@busbar/domain/tariff/amount';
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import { type Read, read } from '../../../storage/database.ts';
import { isInScope } from '../../shared/group-scope-queries.ts';
import { sumOfFees } from '../settlement/fee-sum-queries.ts';

export interface DeviceShare {
  readonly deviceName: string;
  readonly deviceCode: string;
  readonly energyWh: number;
  /** Minor units. */
  readonly fee: Amount;
}

export interface SharesOfDevices {
  /** Devices with the largest share first. */
  readonly devices: readonly DeviceShare[];
  readonly count: number;
  readonly energyWh: number;
  readonly fee: Amount;
}

export interface SharePeriod {
  readonly type: 'day' | 'month';
  /** The day, or the first day of the month. */
  readonly date: LocalDate;
}

export function deviceShares(
  scope: Scope,
  { type, date }: SharePeriod,
  limit: number,
): Read<SharesOfDevices> {
  const source =
    type === 'month'
      ? sql`select e.device_id, e.energy_wh, e.fee
          from energy_device_month e
          where e.customer_id = ${scope.customerId} and e.month = ${date}::date`
      : sql`select e.device_id, e.energy_wh,
            e.fee_sharp + e.fee_peak + e.fee_off_peak + e.fee_valley as fee
          from energy_day e
          where e.customer_id = ${scope.customerId} and e.day = ${date}::date
            and e.channel = 'activeTotal'`;
  const query = sql<ShareRow>`
    with part as materialized (
      select source.device_id, source.energy_wh, source.fee, device.name, device.device_code
      from (${source}) source
      join device on device.customer_id = ${scope.customerId}
        and device.device_id = source.device_id
      join user_group g on g.customer_id = ${scope.customerId}
        and g.group_id = device.group_id
      where ${isInScope(scope, sql`g.path`)}
    ), whole as (
      select count(*) as count, coalesce(sum(energy_wh), 0)::bigint as all_wh,
        ${sumOfFees(sql`fee`)} as all_fee
      from part
    ), top as (
      select * from part order by energy_wh desc, name collate "C", device_id limit ${limit}
    )
    select whole.count, whole.all_wh as "allWh", whole.all_fee as "allFee",
      top.device_id is not null as listed, top.name as "deviceName",
      top.device_code as "deviceCode", top.energy_wh as "energyWh", top.fee
    from whole left join top on true
    order by top.energy_wh desc, top.name collate "C", top.device_id`;
  return read(query, sharesOf);
}

type ShareRow = DeviceShare & {
  readonly count: number;
  readonly allWh: number;
  readonly allFee: Amount;
  readonly listed: boolean;
};

function sharesOf(rows: readonly ShareRow[]): SharesOfDevices {
  const [first] = rows;
  return {
    devices: rows
      .filter(({ listed }) => listed)
      .map(({ deviceName, deviceCode, energyWh, fee }) => ({
        deviceName,
        deviceCode,
        energyWh,
        fee,
      })),
    count: first?.count ?? 0,
    energyWh: first?.allWh ?? 0,
    fee: first === undefined ? 0 : first.allFee,
  };
}
