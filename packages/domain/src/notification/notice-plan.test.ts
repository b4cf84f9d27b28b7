import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AlarmState,
  markOf,
  type NoticeLine,
  type NoticePreferences,
  noticeStep,
} from './notice-plan.ts';
import { afterQuietHours, type QuietHours } from './quiet-hours.ts';

const MINUTE = 60_000;
const NOON = Date.UTC(2026, 10, 20, 4);

const defaults: NoticePreferences = {
  outward: true,
  inApp: true,
  tellEnd: true,
  intervalMs: 10 * MINUTE,
  repeatMs: null,
  escalateAfterMs: null,
  quiet: undefined,
};
const fresh: NoticeLine = {
  alarmId: 1,
  standing: 'open',
  openedAt: NOON,
  escalated: false,
  escalationDone: false,
  notified: null,
  notifiedAt: null,
  shown: null,
  shownAt: null,
};
const notifiedOpen = {
  ...fresh,
  notified: '1 open',
  notifiedAt: NOON,
  shown: '1 open',
  shownAt: NOON,
};

describe('notification plan', () => {
  it.each<[string, Partial<NoticeLine>, Partial<NoticePreferences>, number, object]>([
    ['sends a new alarm at once', fresh, {}, 0, { outward: 'opened', inApp: 'opened' }],
    ['does not repeat a sent notification', notifiedOpen, {}, 60, {}],
    [
      'sends the end of a reported alarm',
      { ...notifiedOpen, standing: 'ended' },
      {},
      10,
      { outward: 'ended', inApp: 'ended' },
    ],
    [
      'sends no end within the interval',
      { ...notifiedOpen, standing: 'ended' },
      {},
      9,
      { nextAt: NOON + 10 * MINUTE },
    ],
    [
      'sends no end to a user who has not requested it',
      { ...notifiedOpen, standing: 'ended' },
      { tellEnd: false },
      20,
      {},
    ],
    ['sends no end of an unreported alarm', { ...fresh, standing: 'ended' }, {}, 0, {}],
    [
      'sends an acknowledgement',
      { ...notifiedOpen, standing: 'handled' },
      {},
      10,
      { outward: 'handled', inApp: 'handled' },
    ],
    [
      'sends the next alarm of the line after the interval',
      { ...notifiedOpen, alarmId: 2 },
      {},
      4,
      { nextAt: NOON + 10 * MINUTE },
    ],
    [
      'sends a reminder when it is due',
      notifiedOpen,
      { repeatMs: 20 * MINUTE },
      20,
      { outward: 'repeated', nextAt: NOON + 40 * MINUTE },
    ],
    [
      'sends no reminder before it is due',
      notifiedOpen,
      { repeatMs: 20 * MINUTE },
      19,
      { nextAt: NOON + 20 * MINUTE },
    ],
    [
      'sends no reminder of an acknowledged alarm',
      { ...notifiedOpen, standing: 'handled', notified: '1 handled', shown: '1 handled' },
      { repeatMs: 20 * MINUTE },
      60,
      {},
    ],
    [
      'sends an escalated alarm',
      { ...fresh, escalated: true },
      {},
      0,
      { outward: 'escalated', inApp: 'escalated' },
    ],
    [
      'escalates to a second person without an acknowledgement',
      notifiedOpen,
      { escalateAfterMs: 30 * MINUTE },
      30,
      { escalate: true },
    ],
    [
      'escalates only once',
      { ...notifiedOpen, escalationDone: true },
      { escalateAfterMs: 30 * MINUTE },
      31,
      {},
    ],
    [
      'adds only to the list during quiet hours',
      fresh,
      { quiet: { from: '11:00', to: '13:30', zone: 'Asia/Shanghai' } },
      0,
      { inApp: 'opened', nextAt: NOON + 90 * MINUTE },
    ],
    ['sends nothing on a disabled channel', fresh, { outward: false, inApp: false }, 0, {}],
  ])('%s', (_, line, more, minutes, expected) => {
    const none = { outward: undefined, inApp: undefined, escalate: false, nextAt: undefined };
    const step = noticeStep(
      { ...fresh, ...line },
      { ...defaults, ...more },
      NOON + minutes * MINUTE,
    );
    expect(step).toEqual({ ...none, ...expected });
  });
});

describe('notification plan on arbitrary events', () => {
  const quietHours = fc.record({
    from: fc.constantFrom('22:00', '11:00', '00:00'),
    to: fc.constantFrom('06:30', '13:00', '23:59'),
    zone: fc.constantFrom('Asia/Shanghai', 'Europe/Paris', 'Asia/Kathmandu'),
  });
  const anyPreferences = fc.record({
    tellEnd: fc.boolean(),
    intervalMs: fc.integer({ min: 1, max: 60 }).map((m) => m * MINUTE),
    repeatMs: fc.option(fc.integer({ min: 1, max: 60 }).map((m) => m * MINUTE)),
    quiet: fc.option(quietHours, { nil: undefined }),
  });
  const happenings = fc.array(
    fc.record({
      afterMs: fc.integer({ min: 0, max: 40 * MINUTE }),
      what: fc.constantFrom<AlarmState>('open', 'handled', 'ended'),
    }),
    { minLength: 1, maxLength: 40 },
  );

  interface SentNotice {
    readonly at: number;
    readonly event: string;
  }

  /** Evaluates the plan at its next time and at every change. */
  function live(
    preferences: Partial<NoticePreferences>,
    story: readonly { afterMs: number; what: AlarmState }[],
  ) {
    const own = { ...defaults, ...preferences };
    const outward: SentNotice[] = [];
    const inApp: SentNotice[] = [];
    let line: NoticeLine = { ...fresh, alarmId: 0, standing: 'ended' };
    let now = NOON;
    let wake: number | undefined;
    const look = () => {
      const step = noticeStep(line, own, now);
      if (step.outward !== undefined) {
        outward.push({ at: now, event: step.outward });
        line = { ...line, notified: markOf(line), notifiedAt: now };
      }
      if (step.inApp !== undefined) {
        inApp.push({ at: now, event: step.inApp });
        line = { ...line, shown: markOf(line), shownAt: now };
      }
      if (step.nextAt !== undefined) expect(step.nextAt).toBeGreaterThan(now);
      wake = step.nextAt;
    };
    const goOn = (until: number) => {
      while (wake !== undefined && wake <= until) {
        now = wake;
        look();
      }
      now = until;
    };
    for (const { afterMs, what } of story) {
      goOn(now + afterMs);
      if (what === 'open' && line.standing !== 'open') {
        line = { ...line, alarmId: line.alarmId + 1, standing: 'open', openedAt: now };
      } else if (what !== 'open' && line.standing === 'open') {
        line = { ...line, standing: what };
      }
      look();
    }
    goOn(now + 48 * 60 * MINUTE);
    return { outward, inApp, line, own };
  }

  it('never sends two notifications for one line within the interval', () => {
    fc.assert(
      fc.property(anyPreferences, happenings, (preferences, story) => {
        const { outward, inApp, own } = live(preferences, story);
        for (const notices of [outward, inApp]) {
          for (const [i, { at }] of notices.entries()) {
            if (i > 0) expect(at - notices[i - 1]!.at).toBeGreaterThanOrEqual(own.intervalMs);
          }
        }
      }),
    );
  });

  it('sends no mail or push in the quiet hours', () => {
    fc.assert(
      fc.property(anyPreferences, happenings, (preferences, story) => {
        const { outward, own } = live(preferences, story);
        for (const { at } of outward) expect(afterQuietHours(at, own.quiet)).toBe(at);
      }),
    );
  });

  it('reports a lasting active alarm on every channel', () => {
    fc.assert(
      fc.property(anyPreferences, happenings, (preferences, story) => {
        const { line } = live(preferences, [...story, { afterMs: 0, what: 'open' }]);
        expect(line.standing).toBe('open');
        expect([line.notified, line.shown]).toEqual([markOf(line), markOf(line)]);
      }),
    );
  });
});

describe('quiet hours', () => {
  const at = (hours: QuietHours, time: string) =>
    new Date(afterQuietHours(Date.parse(time), hours)).toISOString();

  it.each<[string, QuietHours, string, string]>([
    [
      'span midnight, in the evening',
      { from: '22:00', to: '06:30', zone: 'Europe/Paris' },
      '2026-11-20T22:00:00Z',
      '2026-11-21T05:30:00.000Z',
    ],
    [
      'span midnight, in the morning',
      { from: '22:00', to: '06:30', zone: 'Europe/Paris' },
      '2026-11-20T03:00:00Z',
      '2026-11-20T05:30:00.000Z',
    ],
    [
      'exclude their end',
      { from: '22:00', to: '06:30', zone: 'Europe/Paris' },
      '2026-11-20T05:30:00Z',
      '2026-11-20T05:30:00.000Z',
    ],
    [
      'postpone to their end during the day',
      { from: '12:00', to: '14:00', zone: 'UTC' },
      '2026-11-20T12:00:00Z',
      '2026-11-20T14:00:00.000Z',
    ],
    [
      'do not postpone outside',
      { from: '12:00', to: '14:00', zone: 'UTC' },
      '2026-11-20T11:59:59Z',
      '2026-11-20T11:59:59.000Z',
    ],
    [
      'are empty with equal start and end',
      { from: '12:00', to: '12:00', zone: 'UTC' },
      '2026-11-20T12:00:00Z',
      '2026-11-20T12:00:00.000Z',
    ],
    [
      'end at the next valid instant on a clock change',
      { from: '22:00', to: '02:30', zone: 'Europe/Paris' },
      '2027-03-28T00:30:00Z',
      '2027-03-28T01:00:00.000Z',
    ],
  ])('%s', (_, hours, time, expected) => {
    expect(at(hours, time)).toBe(expected);
  });
});
