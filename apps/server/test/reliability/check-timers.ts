/**
 * Invariants of timers after any run, as pure functions over the settings, the course of the clock
 * and the platform's tables. They do not use the code under test: due minutes are found by walking
 * through local time minute by minute. `check-timers.test.ts` shows that each finds its planted
 * bug.
 */
export interface SetTimer {
  readonly id: number;
  readonly days: number;
  /** Local time, `HH:mm`. */
  readonly time: string;
  readonly zone: string;
  /** The interval in which the timer was active, in ms. */
  readonly from: number;
  readonly to: number;
}

/** One row of the platform's run records. */
export interface TimerRun {
  readonly id: number;
  readonly due: number;
  readonly result: string;
  /** The time of the record by the clock at that time, in ms. */
  readonly recordedAt: number;
}

export interface TimerLedger {
  readonly timers: readonly SetTimer[];
  readonly runs: readonly TimerRun[];
  /** Number of commands that each timer submitted. */
  readonly commands: ReadonlyMap<number, number>;
  /** Number of "missed" entries in the operation log of each timer. */
  readonly missedLines: ReadonlyMap<number, number>;
  /** Times of the checks for due timers, in true order, each by the clock at that time. */
  readonly looks: readonly number[];
}

const MINUTE = 60_000;

/**
 * Returns the minutes at which local time first reaches the timer's time, or a later time if that
 * is skipped; once a day.
 */
export function dueMinutes({ days, time, zone, from, to }: SetTimer): number[] {
  const wall = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const due: number[] = [];
  let passedOn = '';
  // The walk starts a day earlier, so that a time already past on the first day is known to be
  // past.
  for (let at = from - 1_440 * MINUTE; at <= to; at += MINUTE) {
    const [date = '', shown = ''] = wall.format(at).split(', ');
    if (date === passedOn || shown < time) continue;
    passedOn = date;
    const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
    if (at > from && (days & (1 << weekday)) !== 0) due.push(at);
  }
  return due;
}

/**
 * Returns violations of this rule: every due minute that was checked has a run record, and no other
 * minute has one.
 */
export function wrongMinutes({ timers, runs, looks }: TimerLedger): string[] {
  return timers.flatMap((timer) => {
    const mine = runs.filter(({ id }) => id === timer.id).map(({ due }) => due);
    const wanted = dueMinutes(timer).filter((due) => looks.some((at) => at >= due));
    const missing = wanted.filter((due) => !mine.includes(due));
    const strange = mine.filter((due) => !wanted.includes(due));
    return [
      ...missing.map((due) => `timer ${timer.id} has no account of ${new Date(due).toISOString()}`),
      ...strange.map((due) => `timer ${timer.id} was never due at ${new Date(due).toISOString()}`),
    ];
  });
}

/**
 * Returns violations of this rule: a run has the result `ordered` if it was checked in time, and `missed` if the
 * first check was more than a minute late.
 */
export function wrongResults({ runs, looks }: TimerLedger): string[] {
  return runs.flatMap(({ id, due, result, recordedAt }) => {
    const firstLook = looks.find((at) => at >= due) ?? Number.POSITIVE_INFINITY;
    const wanted = firstLook - due <= MINUTE ? 'ordered' : 'missed';
    const where = `timer ${id}, due ${new Date(due).toISOString()}`;
    if (result === 'ordered' && recordedAt - due > MINUTE) return [`${where}, was caught up`];
    return result === wanted ? [] : [`${where}, is ${result} and should be ${wanted}`];
  });
}

/**
 * Returns violations of this rule: there is one command for each ordered run and one log entry for
 * each missed run, never two.
 */
export function wrongCounts({ timers, runs, commands, missedLines }: TimerLedger): string[] {
  return timers.flatMap(({ id }) => {
    const count = (result: string) =>
      runs.filter((run) => run.id === id && run.result === result).length;
    const given = commands.get(id) ?? 0;
    const lines = missedLines.get(id) ?? 0;
    return [
      ...(given === count('ordered') ? [] : [`timer ${id} gave ${given} commands`]),
      ...(lines === count('missed') ? [] : [`timer ${id} has ${lines} lines of missed runs`]),
    ];
  });
}
