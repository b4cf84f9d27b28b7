import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SwitchAction } from '../switch/switch-action.ts';
import {
  decideTower,
  type TowerDecision,
  type TowerReading,
  type TowerSupplyState,
  type Tried,
} from './decide-tower.ts';
import type { UserSupplyState } from './decide-user.ts';
import { MAINS_UNKNOWN } from './supply.ts';
import type { TimePeriod } from './time-period.ts';
import { type TowerUser, USUAL_FIGURES } from './tower-settings.ts';
import { afterEvent, isManual, wantsClosed } from './user-state.ts';

const NIGHT = Date.UTC(2026, 10, 2);
const FRESH_MS = 90_000;

const towerUser = (slot: number, change: Partial<TowerUser> = {}): TowerUser => ({
  slot,
  name: `User ${slot}`,
  priority: slot,
  standbyType: 'voltage',
  standbyMinutes: 30,
  standbyKwh: 2,
  cutV: 44 + slot,
  reconnectV: 50,
  periods: [],
  ...change,
});

interface Row {
  standing: UserSupplyState;
  action: SwitchAction | undefined;
  tried: Tried;
}

/** A tower whose breakers follow commands unless configured otherwise. */
class Site {
  now = NIGHT;
  zone = 'UTC';
  standing: TowerSupplyState = { mains: MAINS_UNKNOWN, readingAt: null, lastStartAt: null };
  readonly rows = new Map<number, Row>();
  readonly events: string[] = [];
  readonly log: { at: number; slot: number; to: string }[] = [];
  batteryKwh: number | null = null;
  /** The newest reading, however old. */
  reading: TowerReading | undefined;
  follows = true;
  readonly users: readonly TowerUser[];

  constructor(users: readonly TowerUser[]) {
    this.users = users;
    for (const { slot } of users) {
      this.rows.set(slot, {
        standing: {
          state: 'on',
          cause: 'in-time',
          mode: 'auto',
          returnAt: null,
          since: NIGHT,
          badSince: null,
          goodSince: null,
          settled: true,
        },
        action: 'closeByCommand',
        tried: { at: null, count: 0 },
      });
    }
  }

  /** Advances the clock, adds a reading at that time if one is given, and decides. */
  step(seconds: number, busV?: number | null, mainsV: number | null = 230): TowerDecision {
    this.now += seconds * 1000;
    if (busV !== undefined) this.reading = { at: this.now, busV, mainsV };
    const decision = decideTower({
      now: this.now,
      zone: this.zone,
      figures: USUAL_FIGURES,
      freshMs: FRESH_MS,
      reading: this.reading,
      standing: this.standing,
      users: this.users.map((user) => {
        const { standing, action, tried } = this.rows.get(user.slot)!;
        return { ...standing, user, action, tried, busy: false, batteryKwh: this.batteryKwh };
      }),
    });
    this.standing = decision.standing;
    for (const [slot, standing] of decision.users) this.rows.get(slot)!.standing = standing;
    for (const { slot, from, event, to, cause } of decision.changes) {
      expect(afterEvent(from, event)).toBe(to);
      this.rows.get(slot)!.tried = { at: null, count: 0 };
      this.events.push(`${slot} ${to} ${cause}`);
    }
    for (const { slot, to } of decision.commands) {
      const row = this.rows.get(slot)!;
      this.log.push({ at: this.now, slot, to });
      row.tried = { at: this.now, count: row.tried.count + 1 };
      if (this.follows) row.action = to === 'close' ? 'closeByCommand' : 'openByCommand';
    }
    return decision;
  }

  /** Adds a reading every ten seconds. */
  run(seconds: number, busV: number | null, mainsV: number | null = 230): void {
    for (let at = 0; at < seconds; at += 10) this.step(10, busV, mainsV);
  }

  state(slot = 1): string {
    return this.rows.get(slot)!.standing.state;
  }
  commands(): string[] {
    return this.log.map(({ slot, to }) => `${to} ${slot}`);
  }
}

const period = (begin: string, end: string): TimePeriod => ({ begin, end, valid: true });

describe('load shedding by voltage', () => {
  it('cuts the least important user first, each at its own voltage', () => {
    const site = new Site([1, 2, 3, 4].map((slot) => towerUser(slot)));
    site.run(20, 53.5);
    expect(site.commands()).toEqual([]);
    site.run(20, 47.5, 0);
    expect(site.commands()).toEqual(['open 4']);
    site.run(20, 45.5, 0);
    expect(site.commands()).toEqual(['open 4', 'open 3', 'open 2']);
    expect(site.events).toContain('4 cut voltage-low');
    expect(site.state(1)).toBe('on');
  });

  it('does not cut at exactly the cut voltage, nor after a single reading', () => {
    const site = new Site([towerUser(1)]);
    site.run(60, 45, 0);
    site.step(10, 44.9, 0);
    site.step(9, 44.9, 0);
    site.step(1, 45.1, 0);
    site.step(10, 44.9, 0);
    expect(site.commands()).toEqual([]);
    site.step(10, 44.9, 0);
    expect(site.commands()).toEqual(['open 1']);
  });

  it('restarts users only above the reconnect voltage, after the hold, one by one in order of importance', () => {
    const site = new Site([1, 2, 3].map((slot) => towerUser(slot)));
    site.run(30, 43, 0);
    expect(site.commands()).toEqual(['open 3', 'open 2', 'open 1']);
    site.run(300, 49.9);
    expect(site.commands()).toHaveLength(3);
    site.run(60, 50);
    expect(site.commands()).toHaveLength(3);
    site.step(10, 49.9);
    site.run(60, 50);
    expect(site.commands()).toHaveLength(3);
    site.run(40, 50);
    const starts = site.log.slice(3);
    expect(starts.map(({ slot, to }) => `${to} ${slot}`)).toEqual([
      'close 1',
      'close 2',
      'close 3',
    ]);
    const [first = { at: 0 }, second = { at: 0 }, third = { at: 0 }] = starts;
    expect([second.at - first.at, third.at - second.at]).toEqual([10_000, 10_000]);
  });

  it('makes no decision on old readings or readings without a voltage', () => {
    const site = new Site([towerUser(1)]);
    site.run(20, 53);
    site.step(10, 40, 0);
    for (let at = 0; at < 600; at += 10) site.step(10);
    site.run(60, null, 0);
    expect(site.commands()).toEqual([]);
    // A gap in the readings proves nothing, so the delay starts again.
    site.step(100, 40, 0);
    expect(site.commands()).toEqual([]);
    site.step(10, 40, 0);
    expect(site.commands()).toEqual(['open 1']);
  });

  it('makes no decision on late readings', () => {
    const site = new Site([towerUser(1)]);
    site.run(20, 53);
    site.now += 600_000;
    for (const lateS of [120, 105, 92]) {
      site.reading = { at: site.now - lateS * 1000, busV: 40, mainsV: 0 };
      site.step(0);
    }
    expect(site.commands()).toEqual([]);
  });

  it('pauses between starts, however often it is evaluated', () => {
    const site = new Site([1, 2].map((slot) => towerUser(slot)));
    site.run(30, 43, 0);
    site.run(60, 52);
    for (let at = 0; at < 40; at += 1) site.step(1, 52);
    const [first, second] = site.log.slice(2);
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBe(10_000);
  });

  it('does not start users on old readings', () => {
    const site = new Site([towerUser(1)]);
    site.run(30, 43, 0);
    site.step(10, 52);
    for (let at = 0; at < 600; at += 10) site.step(10);
    expect(site.state()).toBe('held');
    site.step(10, 52);
    expect(site.state()).toBe('held');
    site.run(60, 52);
    expect(site.state()).toBe('on');
  });
});

describe('standby power', () => {
  const of = (standbyType: TowerUser['standbyType']) => new Site([towerUser(1, { standbyType })]);

  it('of type none cuts when mains fail, but not on a flicker', () => {
    const site = of('none');
    site.run(30, 53);
    site.step(5, 53, 0);
    site.step(5, 53);
    expect(site.commands()).toEqual([]);
    site.run(20, 53, 0);
    expect(site.events).toEqual(['1 cut no-standby']);
  });

  it('of type timed cuts when the minutes of this outage are used up', () => {
    const site = of('timed');
    site.run(30, 53);
    site.run(1800, 50, 0);
    expect(site.commands()).toEqual([]);
    site.run(10, 50, 0);
    expect(site.events).toEqual(['1 cut minutes-used']);
    site.run(60, 48);
    expect(site.state()).toBe('held');
    site.run(10, 48);
    expect(site.commands()).toEqual(['open 1', 'close 1']);
    // In the next outage, the user has its minutes again.
    site.run(1800, 50, 0);
    expect(site.state()).toBe('on');
  });

  it('of type energy cuts when its kWh are used up, but not while the used energy is unknown', () => {
    const site = of('energy');
    site.run(30, 53);
    site.run(600, 50, 0);
    site.batteryKwh = 1.99;
    site.run(60, 50, 0);
    expect(site.commands()).toEqual([]);
    site.batteryKwh = 2;
    site.step(10, 50, 0);
    expect(site.events).toEqual(['1 cut energy-used']);
  });

  it('reports the start and end of an outage with the times of the readings', () => {
    const site = of('voltage');
    site.run(30, 53);
    site.step(10, 52, 0);
    expect(site.step(10, 52, 0).outageBegan).toBe(site.now - 10_000);
    expect(site.step(10, 52, 0).outageBegan).toBeNull();
    site.step(10, 52);
    const back = site.now;
    site.run(50, 52);
    expect(site.step(10, 52).outageEnded).toBe(back);
  });
});

describe('time periods of a tower user', () => {
  it('open and close its breaker even without readings', () => {
    const site = new Site([towerUser(1, { periods: [period('00:15', '00:30')] })]);
    site.step(10);
    expect(site.events).toEqual(['1 off-period outside-period']);
    for (let at = 0; at < 900; at += 10) site.step(10);
    expect(site.commands()).toEqual(['open 1', 'close 1']);
    for (let at = 0; at < 900; at += 10) site.step(10);
    expect(site.commands()).toEqual(['open 1', 'close 1', 'open 1']);
  });

  it('do not start the user on an empty battery', () => {
    const site = new Site([towerUser(1, { periods: [period('00:15', '01:00')] })]);
    site.run(900, 44, 0);
    expect(site.state()).toBe('cut');
    site.run(70, 52);
    expect(site.state()).toBe('on');
  });

  it('end a cut when the user is outside its periods', () => {
    const site = new Site([towerUser(1, { periods: [period('00:00', '00:15')] })]);
    site.run(60, 44, 0);
    expect(site.state()).toBe('cut');
    site.run(900, 44, 0);
    expect(site.state()).toBe('off-period');
    expect(site.commands()).toEqual(['open 1']);
  });
});

describe('tower breaker switched by others', () => {
  const moved = (action: SwitchAction, settled = true) => {
    const site = new Site([towerUser(1)]);
    const row = site.rows.get(1)!;
    row.standing = { ...row.standing, settled };
    row.action = action;
    site.run(20, 53);
    return site;
  };

  it.each<[SwitchAction, string, string[]]>([
    ['openByManual', 'manual-off', []],
    ['openByCommand', 'manual-off', []],
    ['lockByCommand', 'manual-off', []],
    ['openByFault', 'manual-off', []],
    ['closeByManual', 'on', []],
    ['openByPowerlost', 'held', []],
  ])('%s: becomes %s, and no command opposes it', (action, state, commands) => {
    const site = moved(action);
    expect(site.state()).toBe(state);
    expect(site.commands()).toEqual(commands);
    expect(site.rows.get(1)!.standing.mode).toBe(state === 'manual-off' ? 'manual' : 'auto');
  });

  it('is commanded again at increasing intervals if it did not follow the command', () => {
    const site = new Site([towerUser(1)]);
    site.follows = false;
    site.run(3_600, 43, 0);
    const gaps = site.log.slice(1).map(({ at }, index) => (at - site.log[index]!.at) / 1000);
    expect(gaps).toEqual([30, 60, 120, 240, 480, 600, 600, 600, 600]);
  });

  it('delays the start of others only by the pause if its own start has no effect', () => {
    const site = new Site([towerUser(1), towerUser(2)]);
    site.run(30, 43, 0);
    site.follows = false;
    site.run(100, 52);
    expect(site.commands().slice(2)).toEqual(['close 1', 'close 2', 'close 1']);
  });
});

describe('manual mode of a tower user', () => {
  const taken = (mode: 'manual' | 'manual_to_auto', state: 'manual-on' | 'manual-off') => {
    const site = new Site([towerUser(1, { periods: [period('00:15', '01:00')] })]);
    const row = site.rows.get(1)!;
    row.standing = {
      ...row.standing,
      state,
      mode,
      returnAt: mode === 'manual' ? null : NIGHT + 600_000,
    };
    if (state === 'manual-off') row.action = 'openByCommand';
    return site;
  };

  it('prevents cuts and starts', () => {
    const on = taken('manual', 'manual-on');
    on.run(7_200, 40, 0);
    const off = taken('manual', 'manual-off');
    off.run(7_200, 53);
    expect([on.commands(), off.commands()]).toEqual([[], []]);
  });

  it('ends at its return time with the state of the time periods', () => {
    const site = taken('manual_to_auto', 'manual-on');
    site.run(590, 53);
    expect(site.state()).toBe('manual-on');
    site.run(10, 53);
    expect(site.events).toEqual(['1 on returned', '1 off-period outside-period']);
    expect(site.rows.get(1)!.standing.mode).toBe('auto');
  });

  it('ends with the hold if the user was off', () => {
    const site = taken('manual_to_auto', 'manual-off');
    const row = site.rows.get(1)!;
    row.standing = { ...row.standing, returnAt: NIGHT + 1_200_000 };
    site.run(1_250, 53);
    expect(site.state()).toBe('held');
    site.run(30, 53);
    expect(site.commands()).toEqual(['close 1']);
  });
});

describe('arbitrary tower events', () => {
  const reading = fc.record({
    seconds: fc.constantFrom(1, 5, 10, 30, 200),
    busV: fc.constantFrom(undefined, null, 40, 43, 44.9, 45.5, 46.5, 47.9, 49.9, 50, 53.5),
    mainsV: fc.constantFrom(null, 0, 100, 230),
    hand: fc.option(
      fc.record({
        slot: fc.constantFrom(1, 2, 3, 4),
        action: fc.constantFrom<SwitchAction>('openByManual', 'closeByManual', 'openByPowerlost'),
      }),
      { freq: 20 },
    ),
    follows: fc.boolean(),
  });
  const types = fc.array(
    fc.constantFrom<TowerUser['standbyType']>('none', 'timed', 'energy', 'voltage'),
    {
      minLength: 4,
      maxLength: 4,
    },
  );

  it('respect the state table, the hold, the pause and the priorities, and never switch manual users', () => {
    fc.assert(
      fc.property(types, fc.array(reading, { maxLength: 120 }), (standby, readings) => {
        const site = new Site(
          standby.map((standbyType, at) => towerUser(at + 1, { standbyType, standbyMinutes: 1 })),
        );
        const cutAt = new Map<number, number>();
        for (const { seconds, busV, mainsV, hand, follows } of readings) {
          site.follows = follows;
          if (hand !== null) site.rows.get(hand.slot)!.action = hand.action;
          // The state table is checked for every intermediate change.
          const { changes, commands } = site.step(seconds, busV, mainsV);
          for (const { slot, event, to } of changes) {
            if (to === 'cut') cutAt.set(slot, site.now);
            // No change of supply happens without a reading that shows it.
            if (event === 'standby-over') {
              expect(site.now - site.reading!.at).toBeLessThanOrEqual(FRESH_MS);
              const { standbyType, cutV } = site.users[slot - 1]!;
              if (standbyType === 'voltage') expect(site.reading!.busV).toBeLessThan(cutV);
            }
            if (event === 'hold-over') {
              expect(site.now - (cutAt.get(slot) ?? 0)).toBeGreaterThanOrEqual(60_000);
            }
          }
          for (const { slot, to } of commands) {
            const { state } = site.rows.get(slot)!.standing;
            expect(isManual(state)).toBe(false);
            expect(wantsClosed(state)).toBe(to === 'close');
          }
          const opened = commands.filter(({ to }) => to === 'open').map(({ slot }) => slot);
          expect(opened).toEqual([...opened].sort((one, other) => other - one));
          expectCommand(site);
        }
        const starts = site.log.filter(({ to }) => to === 'close').map(({ at }) => at);
        for (const [index, at] of starts.slice(1).entries()) {
          expect(at - starts[index]!).toBeGreaterThanOrEqual(10_000);
        }
      }),
      { numRuns: 500 },
    );
  });

  /**
   * While a user is cut for low voltage, the tower supplies no less important user of standby type
   * `voltage`.
   */
  function expectCommand(site: Site): void {
    for (const user of site.users.filter(({ standbyType }) => standbyType === 'voltage')) {
      const { state, cause } = site.rows.get(user.slot)!.standing;
      if (state !== 'cut' || cause !== 'voltage-low') continue;
      for (const other of site.users) {
        const isBelow = other.standbyType === 'voltage' && other.priority > user.priority;
        if (isBelow) expect(site.state(other.slot)).not.toBe('on');
      }
    }
  }

  it('cause only one command if they are evaluated twice at the same instant', () => {
    const site = new Site([1, 2, 3, 4].map((slot) => towerUser(slot)));
    site.run(20, 43, 0);
    const before = site.log.length;
    expect(before).toBe(4);
    site.step(0, 43, 0);
    expect(site.log).toHaveLength(before);
  });
});
