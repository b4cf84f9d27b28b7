import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AlarmStanding,
  markOf,
  type NoticeLine,
  type NoticeWishes,
  noticeStep,
} from './notice-plan.ts';
import { afterQuietHours, type QuietHours } from './quiet-hours.ts';

const MINUTE = 60_000;
const NOON = Date.UTC(2026, 10, 20, 4);

const wishes: NoticeWishes = {
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
  told: null,
  toldAt: null,
  shown: null,
  shownAt: null,
};
const toldOpen = { ...fresh, told: '1 open', toldAt: NOON, shown: '1 open', shownAt: NOON };

describe('what is told', () => {
  it.each<[string, Partial<NoticeLine>, Partial<NoticeWishes>, number, object]>([
    ['a fresh alarm, at once', fresh, {}, 0, { outward: 'opened', inApp: 'opened' }],
    ['nothing again of what was told', toldOpen, {}, 60, {}],
    [
      'the end of what was told',
      { ...toldOpen, standing: 'ended' },
      {},
      10,
      { outward: 'ended', inApp: 'ended' },
    ],
    [
      'no end inside the interval',
      { ...toldOpen, standing: 'ended' },
      {},
      9,
      { nextAt: NOON + 10 * MINUTE },
    ],
    [
      'no end to whom it is all the same',
      { ...toldOpen, standing: 'ended' },
      { tellEnd: false },
      20,
      {},
    ],
    ['no end of what was never told', { ...fresh, standing: 'ended' }, {}, 0, {}],
    [
      'that it was dealt with',
      { ...toldOpen, standing: 'handled' },
      {},
      10,
      { outward: 'handled', inApp: 'handled' },
    ],
    [
      'the next alarm of the line, after the interval',
      { ...toldOpen, alarmId: 2 },
      {},
      4,
      { nextAt: NOON + 10 * MINUTE },
    ],
    [
      'a reminder when it is due',
      toldOpen,
      { repeatMs: 20 * MINUTE },
      20,
      { outward: 'repeated', nextAt: NOON + 40 * MINUTE },
    ],
    ['no reminder before', toldOpen, { repeatMs: 20 * MINUTE }, 19, { nextAt: NOON + 20 * MINUTE }],
    [
      'no reminder of what was dealt with',
      { ...toldOpen, standing: 'handled', told: '1 handled', shown: '1 handled' },
      { repeatMs: 20 * MINUTE },
      60,
      {},
    ],
    [
      'what was handed on',
      { ...fresh, escalated: true },
      {},
      0,
      { outward: 'escalated', inApp: 'escalated' },
    ],
    [
      'a second person, when nobody dealt with it',
      toldOpen,
      { escalateAfterMs: 30 * MINUTE },
      30,
      { escalate: true },
    ],
    [
      'a second person once',
      { ...toldOpen, escalationDone: true },
      { escalateAfterMs: 30 * MINUTE },
      31,
      {},
    ],
    [
      'the list alone in the quiet hours',
      fresh,
      { quiet: { from: '11:00', to: '13:30', zone: 'Asia/Shanghai' } },
      0,
      { inApp: 'opened', nextAt: NOON + 90 * MINUTE },
    ],
    ['nothing by a way that is not wanted', fresh, { outward: false, inApp: false }, 0, {}],
  ])('%s', (_, line, more, minutes, expected) => {
    const none = { outward: undefined, inApp: undefined, escalate: false, nextAt: undefined };
    const step = noticeStep({ ...fresh, ...line }, { ...wishes, ...more }, NOON + minutes * MINUTE);
    expect(step).toEqual({ ...none, ...expected });
  });
});

describe('whatever happens', () => {
  const quietHours = fc.record({
    from: fc.constantFrom('22:00', '11:00', '00:00'),
    to: fc.constantFrom('06:30', '13:00', '23:59'),
    zone: fc.constantFrom('Asia/Shanghai', 'Europe/Paris', 'Asia/Kathmandu'),
  });
  const anyWishes = fc.record({
    tellEnd: fc.boolean(),
    intervalMs: fc.integer({ min: 1, max: 60 }).map((m) => m * MINUTE),
    repeatMs: fc.option(fc.integer({ min: 1, max: 60 }).map((m) => m * MINUTE)),
    quiet: fc.option(quietHours, { nil: undefined }),
  });
  const happenings = fc.array(
    fc.record({
      afterMs: fc.integer({ min: 0, max: 40 * MINUTE }),
      what: fc.constantFrom<AlarmStanding>('open', 'handled', 'ended'),
    }),
    { minLength: 1, maxLength: 40 },
  );

  interface Said {
    readonly at: number;
    readonly word: string;
  }

  /** Evaluates the plan at its next time and at every change. */
  function live(
    asked: Partial<NoticeWishes>,
    story: readonly { afterMs: number; what: AlarmStanding }[],
  ) {
    const own = { ...wishes, ...asked };
    const outward: Said[] = [];
    const inApp: Said[] = [];
    let line: NoticeLine = { ...fresh, alarmId: 0, standing: 'ended' };
    let now = NOON;
    let wake: number | undefined;
    const look = () => {
      const step = noticeStep(line, own, now);
      if (step.outward !== undefined) {
        outward.push({ at: now, word: step.outward });
        line = { ...line, told: markOf(line), toldAt: now };
      }
      if (step.inApp !== undefined) {
        inApp.push({ at: now, word: step.inApp });
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

  it('two messages of a line are never closer than the interval', () => {
    fc.assert(
      fc.property(anyWishes, happenings, (asked, story) => {
        const { outward, inApp, own } = live(asked, story);
        for (const said of [outward, inApp]) {
          for (const [i, { at }] of said.entries()) {
            if (i > 0) expect(at - said[i - 1]!.at).toBeGreaterThanOrEqual(own.intervalMs);
          }
        }
      }),
    );
  });

  it('nothing rings in the quiet hours', () => {
    fc.assert(
      fc.property(anyWishes, happenings, (asked, story) => {
        const { outward, own } = live(asked, story);
        for (const { at } of outward) expect(afterQuietHours(at, own.quiet)).toBe(at);
      }),
    );
  });

  it('an alarm that stays open is told in the end, by every way', () => {
    fc.assert(
      fc.property(anyWishes, happenings, (asked, story) => {
        const { line } = live(asked, [...story, { afterMs: 0, what: 'open' }]);
        expect(line.standing).toBe('open');
        expect([line.told, line.shown]).toEqual([markOf(line), markOf(line)]);
      }),
    );
  });
});

describe('quiet hours', () => {
  const at = (hours: QuietHours, time: string) =>
    new Date(afterQuietHours(Date.parse(time), hours)).toISOString();

  it.each<[string, QuietHours, string, string]>([
    [
      'over midnight, in the evening',
      { from: '22:00', to: '06:30', zone: 'Europe/Paris' },
      '2026-11-20T22:00:00Z',
      '2026-11-21T05:30:00.000Z',
    ],
    [
      'over midnight, in the morning',
      { from: '22:00', to: '06:30', zone: 'Europe/Paris' },
      '2026-11-20T03:00:00Z',
      '2026-11-20T05:30:00.000Z',
    ],
    [
      'their end is not quiet any more',
      { from: '22:00', to: '06:30', zone: 'Europe/Paris' },
      '2026-11-20T05:30:00Z',
      '2026-11-20T05:30:00.000Z',
    ],
    [
      'by day',
      { from: '12:00', to: '14:00', zone: 'UTC' },
      '2026-11-20T12:00:00Z',
      '2026-11-20T14:00:00.000Z',
    ],
    [
      'outside',
      { from: '12:00', to: '14:00', zone: 'UTC' },
      '2026-11-20T11:59:59Z',
      '2026-11-20T11:59:59.000Z',
    ],
    [
      'the same minute twice is none',
      { from: '12:00', to: '12:00', zone: 'UTC' },
      '2026-11-20T12:00:00Z',
      '2026-11-20T12:00:00.000Z',
    ],
    [
      'their end is skipped in spring',
      { from: '22:00', to: '02:30', zone: 'Europe/Paris' },
      '2027-03-28T00:30:00Z',
      '2027-03-28T01:00:00.000Z',
    ],
  ])('%s', (_, hours, time, expected) => {
    expect(at(hours, time)).toBe(expected);
  });
});
