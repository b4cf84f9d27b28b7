/** Towers in their wire form (contract `v2/sites/tower-device.ts`). */

import { pickSnakeCase } from '@busbar/domain/key-case';
import { addDays } from '@busbar/domain/local-date';
import { roundFigure } from '@busbar/domain/round-figure';
import { SWITCH_TABLE } from '@busbar/domain/switch/switch-action';
import { sumAmounts } from '@busbar/domain/tariff/amount';
import { OUTSIDE, UNSHARED } from '@busbar/domain/tower/period-bill';
import type { TowerBill, UserBill } from '../../areas/sites/towers/tower-bill-service.ts';
import type { TowerUserRow } from '../../areas/sites/towers/tower-queries.ts';
import type { WholeTower } from '../../areas/sites/towers/tower-settings-service.ts';
import type { TowerNow, UserNow } from '../../areas/sites/towers/tower-state-service.ts';
import { kwh, money } from './present-energy.ts';

const presentUser = (user: TowerUserRow, isHidden: boolean) => ({
  hidden: isHidden,
  device_code: isHidden ? '' : user.deviceCode,
  device_name: isHidden ? '' : user.deviceName,
  ...pickSnakeCase(user, 'slot', 'name', 'priority'),
  ...pickSnakeCase(user, 'standbyType', 'standbyMinutes', 'standbyKwh', 'cutV', 'reconnectV'),
});

export function presentSettings({ tower, users, hiddenSlots }: WholeTower) {
  return {
    id: tower.towerId,
    users: users.map((user) => ({
      ...presentUser(user, hiddenSlots.includes(user.slot)),
      periods: [...user.periods],
    })),
    ...pickSnakeCase(tower, 'projectId', 'projectName', 'name', 'deviceCode', 'deviceName'),
    ...pickSnakeCase(tower, 'mainsMinV', 'cutDelayS', 'holdS', 'staggerS', 'batteryKwh'),
  };
}

export function presentNow({ tower, reported, users, ...state }: TowerNow) {
  return {
    id: tower.towerId,
    reading_at: reported?.at ?? null,
    fresh: state.isFresh,
    device_gone: tower.isDeviceGone,
    mains: tower.mainsState,
    mains_v: reported?.mainsV ?? null,
    input_kw: reported?.inputKw ?? null,
    bus_v: reported?.busV ?? null,
    battery_v: reported?.batteryV ?? null,
    temperature_c: reported?.temperatureC ?? null,
    load_kw: roundFigure(state.loadKw),
    drawn_kwh: roundFigure(state.drawnKwh),
    users: users.map(presentUserNow),
    ...pickSnakeCase(tower, 'name', 'mainsSince', 'absentSince', 'mainsMinV', 'batteryKwh'),
    ...pickSnakeCase(state, 'now', 'remainingMinutes'),
  };
}

function presentUserNow(now: UserNow) {
  const { user, isHidden, loadKw, outageKwh, period, isInTime, nextEdgeAt } = now;
  const action = isHidden ? undefined : user.action;
  return {
    position: action === undefined ? null : SWITCH_TABLE[action].closed ? 'close' : 'open',
    action: action ?? null,
    position_since: isHidden ? null : user.actionSince,
    load_kw: roundFigure(loadKw),
    outage_kwh: roundFigure(outageKwh),
    in_time: isInTime,
    period: period === null ? null : period + 1,
    next_edge_at: nextEdgeAt,
    ...presentUser(user, isHidden),
    ...pickSnakeCase(user, 'mode', 'returnAt', 'since'),
    // A manual state is the position of the breaker, and a command moves it.
    ...(isHidden
      ? { state: null, cause: null, busy: false, refusal: null }
      : pickSnakeCase(user, 'state', 'cause', 'busy', 'refusal')),
  };
}

export function presentBill({ period, starts, users, energyWh, fee, inputWh }: TowerBill) {
  return {
    start: period.start,
    end: addDays(period.end, -1),
    state: period.state,
    starts: [...starts],
    users: users.map(presentUserBill),
    ept: kwh(energyWh),
    fee: money(fee),
    input_ept: inputWh === null ? null : kwh(inputWh),
    rest_ept: inputWh === null ? null : kwh(inputWh - energyWh),
  };
}

function presentUserBill(user: UserBill) {
  const feeOf = (place: number) => user.shares.fee[place] ?? null;
  const share = (place: number) => ({
    ept: kwh(user.shares.energyWh[place] ?? 0),
    fee: money(feeOf(place)),
  });
  const shown = user.periods.map((period, place) => ({ ...period, ...share(place) }));
  // The shares of deleted periods are included in the remainder.
  const gone = [0, 1, 2, 3, 4].filter((place) => place >= user.periods.length);
  const beside = [...gone, OUTSIDE];
  const outside = {
    energyWh: beside.reduce((sum, place) => sum + (user.shares.energyWh[place] ?? 0), 0),
    fee: sumAmounts(beside.map(feeOf)),
  };
  return {
    slot: user.slot,
    name: user.name,
    device_codes: [...user.deviceCodes],
    periods: shown,
    outside: { ept: kwh(outside.energyWh), fee: money(outside.fee) },
    unshared: share(UNSHARED),
    changed: user.hasChanged,
    provisional: user.isProvisional,
    ept: kwh(user.energyWh),
    fee: money(user.fee),
  };
}
