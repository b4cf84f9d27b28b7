/** Energy share of each device in a day or a month (docs/specification/dashboard.md 3.2). */
import type { DaySpan } from '@busbar/domain/consumption/elapsed-part';
import { localDateOf } from '@busbar/domain/local-date';
import { done, type Outcome } from '@busbar/domain/refusal';
import { addAmounts } from '@busbar/domain/tariff/amount';
import type { Viewer } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { emptyTotalOf } from '../../fleet/rates/rate-version-queries.ts';
import { deviceShares, type SharesOfDevices } from './device-share-queries.ts';
import { energyScope } from './energy-scope.ts';
import { type DateType, dateOf, dateTypeOf, spanOf } from './requested-period.ts';

const MAX_ROWS = 100_000;

export interface DeviceShareQuery {
  readonly dateType: string;
  readonly date?: string | undefined;
  readonly limit?: number | undefined;
  readonly group?: string | undefined;
}

export interface DeviceShares extends SharesOfDevices {
  readonly type: DateType;
  readonly span: DaySpan;
}

export async function findDeviceShares(
  ctx: Context,
  viewer: Viewer,
  query: DeviceShareQuery,
): Promise<Outcome<DeviceShares>> {
  const type = dateTypeOf(query.dateType);
  if (!type.ok) return type;
  const today = localDateOf(ctx.clock.now(), viewer.zone);
  const date = dateOf(type.value, query.date, today);
  if (!date.ok) return date;
  const scope = await energyScope(ctx, viewer, { group: query.group });
  if (!scope.ok) return scope;
  const period = { type: type.value, date: date.value };
  const [shares, emptyTotal] = await ctx.database.readTogether(
    deviceShares(scope.value, period, query.limit ?? MAX_ROWS),
    emptyTotalOf(viewer.customerId),
  );
  const fee = addAmounts(shares.fee, emptyTotal);
  return done({ ...shares, fee, type: type.value, span: spanOf(type.value, date.value) });
}
