import type { ContactPosition } from '@busbar/device-profiles/profile';
import type { SwitchAction } from '@busbar/domain/switch/switch-action';
import { describe, expect, it } from 'vitest';
import { RelayReports } from './relay-reports.ts';

const RELAY = { deviceId: 7, slot: 3 };
const NOTHING = new Uint8Array();
const EXPIRY = 1_000;

function reportsOf(hasLever: boolean, action?: SwitchAction, commanded?: 'open' | 'close') {
  const sent: (readonly [SwitchAction, string | undefined])[] = [];
  const clock = { now: 0 };
  const reports = new RelayReports(
    () => clock.now,
    ({ states = [] }) => {
      for (const state of states) sent.push([state.action, state.commandId]);
    },
  );
  const known = { action, commanded };
  const read = (position: ContactPosition) =>
    reports.read(RELAY, position, NOTHING, { known, hasLever });
  const command = (to: 'open' | 'close') =>
    reports.expect(RELAY, { commandId: 'c', to, expiresAt: EXPIRY });
  return { sent, clock, reports, read, command };
}

describe('the first position of a breaker with a lever', () => {
  it.each<[ContactPosition, SwitchAction | undefined, 'open' | 'close' | undefined, SwitchAction]>([
    ['open', undefined, undefined, 'openByManual'],
    ['closed', undefined, undefined, 'closeByManual'],
    ['open', 'openByCommand', undefined, 'openByCommand'],
    ['open', 'openByManual', undefined, 'openByManual'],
    ['open', 'closeByCommand', undefined, 'openByManual'],
    ['open', 'openByFault', undefined, 'openByManual'],
    ['open', 'lockByCommand', undefined, 'openByManual'],
    ['closed', 'openByCommand', undefined, 'closeByManual'],
    ['closed', 'closeByTimer', undefined, 'closeByTimer'],
    ['open', 'closeByCommand', 'open', 'openByManual'],
    ['open', 'openByManual', 'open', 'openByManual'],
    ['closed', 'openByCommand', 'close', 'closeByCommand'],
    ['closed', 'closeByManual', 'close', 'closeByManual'],
    ['closed', 'closeByCommand', 'open', 'closeByCommand'],
    ['tripped', 'closeByCommand', 'open', 'openByFault'],
    ['locked', 'openByCommand', undefined, 'lockByOrg'],
  ])('%s after %s, with an open command to %s, is reported as %s', (...row) => {
    const [position, action, commanded, expected] = row;
    const { sent, read } = reportsOf(true, action, commanded);
    read(position);
    expect(sent).toEqual([[expected, undefined]]);
  });
});

describe('the positions of a relay', () => {
  it('are reported when they change', () => {
    const { sent, read } = reportsOf(false, 'openByManual');
    for (const position of ['closed', 'closed', 'open', 'open', 'closed'] as const) read(position);
    expect(sent.map(([action]) => action)).toEqual([
      ...['closeByCommand', 'openByCommand', 'closeByCommand'],
    ]);
  });

  it.each([true, false])('name the accepted command once it is reached, lever %s', (hasLever) => {
    const { sent, reports, read, command } = reportsOf(hasLever, 'closeByCommand');
    read('closed');
    command('open');
    reports.accepted(RELAY);
    read('closed');
    read('open');
    read('open');
    expect(sent).toEqual([
      ['closeByCommand', undefined],
      ['openByCommand', 'c'],
    ]);
    expect(reports.expiresAt(RELAY)).toBeUndefined();
  });

  it('keep their cause after a command that changed nothing', () => {
    const { sent, reports, read, command } = reportsOf(true, 'openByManual');
    read('open');
    command('open');
    reports.accepted(RELAY);
    read('open');
    expect(sent).toEqual([
      ['openByManual', undefined],
      ['openByManual', 'c'],
    ]);
  });

  it.each([
    [true, 'openByManual'],
    [false, 'openByCommand'],
  ] as const)('do not name a command that was not answered, lever %s', (hasLever, action) => {
    const { sent, clock, read, command } = reportsOf(hasLever, 'closeByCommand');
    read('closed');
    command('open');
    read('open');
    read('open');
    expect(sent.slice(1)).toEqual([[action, undefined]]);
    clock.now = EXPIRY + 1;
    read('open');
    expect(sent.slice(2)).toEqual([[action, undefined]]);
  });

  it('prove that a command has arrived if they have changed since the last report', () => {
    const { sent, reports, read, command } = reportsOf(true, 'closeByCommand');
    command('open');
    expect(reports.proves(RELAY, 'open')).toBe(false);
    read('closed');
    for (const position of ['closed', 'tripped', undefined] as const) {
      expect(reports.proves(RELAY, position)).toBe(false);
    }
    expect(reports.proves(RELAY, 'open')).toBe(true);
    read('open');
    expect(sent.at(-1)).toEqual(['openByCommand', 'c']);
    command('open');
    expect(reports.proves(RELAY, 'open')).toBe(false);
  });

  it('are not those of a refused command', () => {
    const { sent, reports, read, command } = reportsOf(true, 'closeByCommand');
    read('closed');
    command('open');
    reports.end(RELAY);
    read('open');
    expect(sent.at(-1)).toEqual(['openByManual', undefined]);
  });
});
