import { describe, expect, it } from 'vitest';
import {
  afterEvent,
  isSettled,
  USER_EVENTS,
  USER_STATES,
  type UserEvent,
  type UserState,
  wantsClosed,
} from './user-state.ts';

/** The table of ADR 14, entered again manually: rows are states, columns are events. */
const TABLE = `
             period-begun period-ended standby-over supply-good supply-bad hold-over turn power-lost taken-closed taken-open returned
on           -            off-period   cut          -           -          -         -    held       manual-on    manual-off -
off-period   queued       -            -            -           -          -         -    -          manual-on    manual-off -
cut          -            off-period   -            held        -          -         -    -          manual-on    manual-off -
held         -            off-period   -            -           cut        queued    -    -          manual-on    manual-off -
queued       -            off-period   -            -           cut        -         on   -          manual-on    manual-off -
manual-on    -            -            -            -           -          -         -    -          manual-on    manual-off on
manual-off   -            -            -            -           -          -         -    -          manual-on    manual-off held
`;

const [head = '', ...rows] = TABLE.trim().split('\n');
const events = head.trim().split(/\s+/) as UserEvent[];
const cells = rows.flatMap((row) => {
  const [state = '', ...after] = row.trim().split(/\s+/);
  return events.map((event, at): [UserState, UserEvent, string] => [
    state as UserState,
    event,
    after[at] ?? '?',
  ]);
});

describe('tower user states', () => {
  it('have a row for each state and a column for each event', () => {
    expect(cells).toHaveLength(USER_STATES.length * USER_EVENTS.length);
    expect([...events].sort()).toEqual([...USER_EVENTS].sort());
  });

  it.each(cells)('%s, %s: %s', (state, event, after) => {
    expect(afterEvent(state, event)).toBe(after === '-' ? undefined : after);
  });

  it('close the breaker only on the events turn and taken-closed', () => {
    const closing = cells.filter(
      ([state, , after]) => after !== '-' && !wantsClosed(state) && wantsClosed(after as UserState),
    );
    expect(new Set(closing.map(([, event]) => event))).toEqual(new Set(['turn', 'taken-closed']));
  });
});

describe('a tower user whose mode is set', () => {
  it.each<[UserState, UserState, boolean | undefined, boolean]>([
    ['manual-on', 'on', true, true],
    ['manual-on', 'on', false, false],
    ['manual-off', 'held', false, true],
    ['manual-off', 'held', true, false],
    ['manual-off', 'held', undefined, false],
    ['manual-on', 'on', undefined, false],
    ['on', 'manual-off', true, false],
    ['on', 'manual-off', false, true],
    ['manual-off', 'manual-off', undefined, true],
    ['manual-off', 'manual-on', undefined, false],
  ])(
    'from %s to %s with a breaker that is closed: %s is settled: %s',
    (from, to, isClosed, settled) => {
      expect(isSettled(from, to, isClosed)).toBe(settled);
    },
  );
});
