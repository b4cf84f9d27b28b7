/** A tower user whose breaker has not reported its position. */
import { expect, it } from 'vitest';
import type { SwitchAction } from '../switch/switch-action.ts';
import { decideUser, type UserSupplyState } from './decide-user.ts';
import { USUAL_FIGURES } from './tower-settings.ts';

const NOW = Date.UTC(2026, 10, 2);
const user = {
  slot: 1,
  name: 'User 1',
  priority: 1,
  standbyType: 'voltage',
  standbyMinutes: 30,
  standbyKwh: 2,
  cutV: 45,
  reconnectV: 50,
  periods: [],
} as const;

const decide = (standing: UserSupplyState, action: SwitchAction | undefined) =>
  decideUser(
    { ...standing, user, action, busy: false, batteryKwh: null },
    { now: NOW, zone: 'UTC', figures: USUAL_FIGURES, supply: undefined },
  ).standing;

/** As it is stored for a breaker that has never reported: manual, open, until now. */
const unreported: UserSupplyState = {
  state: 'manual-off',
  cause: 'person',
  mode: 'manual_to_auto',
  returnAt: NOW,
  since: NOW - 1,
  badSince: null,
  goodSince: null,
  settled: true,
};

it.each<[SwitchAction, boolean]>([
  ['closeByCommand', false],
  ['openByManual', true],
])('stays automatic after its timed return when the breaker reports %s', (action, settled) => {
  const returned = decide(unreported, undefined);
  expect(returned).toMatchObject({ state: 'held', mode: 'auto', settled: false });
  expect(decide(returned, action)).toMatchObject({ state: 'held', mode: 'auto', settled });
});

it('becomes manual when a person moves the breaker after its first report', () => {
  const reported = decide(decide(unreported, undefined), 'openByManual');
  expect(decide(reported, 'closeByManual')).toMatchObject({ state: 'manual-on', mode: 'manual' });
});

it('keeps its settled position on a timed return if the breaker has reported it', () => {
  expect(decide(unreported, 'openByManual')).toMatchObject({ state: 'held', settled: true });
});
