/** The caller's group with the customer's map and currency (docs/specification/accounts.md 3.8). */
import type { GroupInfo, groupCalls } from '@busbar/contract/v2/fleet/group';
import { currencyDecimals } from '@busbar/domain/tariff/currency';
import type { Static } from 'typebox';
import { findGroupInfo } from '../../../areas/fleet/groups/group-queries.ts';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';

export function groupHandlers(ctx: Context): HandlersOf<typeof groupCalls> {
  return { 'v2.group': async ({ caller }) => ({ data: await answerGroup(ctx, caller) }) };
}

export async function answerGroup(ctx: Context, caller: Caller): Promise<Static<typeof GroupInfo>> {
  const group = await findGroupInfo(ctx.database.db, caller);
  const mapKeys = { baidu: ctx.config.baiduMapKey, google: ctx.config.googleMapKey };
  return {
    id: group.groupId,
    name: group.name,
    map_type: group.mapType,
    currency: {
      id: group.currencyId,
      english_name: group.currencyEnglish,
      chinese_name: group.currencyChinese,
      symbol_unit: group.currencySymbol,
      code: group.currencyCode,
      decimals: currencyDecimals(group.currencyCode),
    },
    zone: group.zone,
    map_key: mapKeys[group.mapType] ?? null,
    map_tiles: ctx.config.mapTiles ?? null,
  };
}
