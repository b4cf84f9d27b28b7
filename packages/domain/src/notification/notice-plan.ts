/**
 * What a person is to be told of one alarm, when, and when to look again. A line is one device,
 * type and phase for one person. What is said is always what is so at that moment, so whatever
 * begins and ends between two messages is never told; between two messages of a line by the same
 * way there is at least the interval. Mail and push respect the quiet hours; the list in the
 * platform, which rings nowhere, does not wait for them.
 */
import type { NoticeWord } from './channel.ts';
import { afterQuietHours, type QuietHours } from './quiet-hours.ts';

export type AlarmStanding = 'open' | 'handled' | 'ended';

/** `<alarm id> <standing>`: what was told last. */
export type NoticeMark = string;

export interface NoticeLine {
  readonly alarmId: number;
  readonly standing: AlarmStanding;
  /** Epoch ms. */
  readonly openedAt: number;
  /** Given on by somebody who did not deal with it. */
  readonly escalated: boolean;
  readonly escalationDone: boolean;
  /** By mail and push. */
  readonly told: NoticeMark | null;
  readonly toldAt: number | null;
  /** In the list of the platform. */
  readonly shown: NoticeMark | null;
  readonly shownAt: number | null;
}

export interface NoticeWishes {
  /** By mail or push, or both. */
  readonly outward: boolean;
  readonly inApp: boolean;
  readonly tellEnd: boolean;
  readonly intervalMs: number;
  readonly repeatMs: number | null;
  readonly escalateAfterMs: number | null;
  /** Undefined: none, or not for this type. */
  readonly quiet: QuietHours | undefined;
}

export interface NoticeStep {
  readonly outward: NoticeWord | undefined;
  readonly inApp: NoticeWord | undefined;
  readonly escalate: boolean;
  /** Undefined: not before the alarm changes. */
  readonly nextAt: number | undefined;
}

export function markOf({ alarmId, standing }: NoticeLine): NoticeMark {
  return `${alarmId} ${standing}`;
}

export function noticeStep(line: NoticeLine, wishes: NoticeWishes, now: number): NoticeStep {
  const outward = wishes.outward ? dueOutward(line, wishes, now) : NOTHING;
  const inApp = wishes.inApp ? dueInApp(line, wishes, now) : NOTHING;
  const escalateAt = escalationAt(line, wishes);
  const escalate = escalateAt !== undefined && escalateAt <= now;
  const later = [outward.nextAt, inApp.nextAt, escalate ? undefined : escalateAt].filter(
    (at) => at !== undefined,
  );
  return {
    outward: outward.word,
    inApp: inApp.word,
    escalate,
    nextAt: later.length === 0 ? undefined : Math.min(...later),
  };
}

interface Due {
  readonly word?: NoticeWord;
  readonly nextAt?: number;
}
const NOTHING: Due = {};

function dueOutward(line: NoticeLine, wishes: NoticeWishes, now: number): Due {
  const { repeatMs, intervalMs, quiet } = wishes;
  const isOpen = line.standing === 'open';
  const repeat = (from: number) => afterQuietHours(from + Math.max(repeatMs!, intervalMs), quiet);
  const news = newsOf(line, line.told, wishes.tellEnd);
  if (news !== undefined) {
    const at = afterQuietHours(Math.max(now, (line.toldAt ?? -Infinity) + intervalMs), quiet);
    if (at > now) return { nextAt: at };
    return { word: news, ...(isOpen && repeatMs !== null ? { nextAt: repeat(now) } : {}) };
  }
  if (!isOpen || repeatMs === null || line.toldAt === null) return NOTHING;
  const at = repeat(line.toldAt);
  const postponed = at <= now ? afterQuietHours(now, quiet) : at;
  return postponed > now ? { nextAt: postponed } : { word: 'repeated', nextAt: repeat(now) };
}

function dueInApp(line: NoticeLine, { intervalMs, tellEnd }: NoticeWishes, now: number): Due {
  const word = newsOf(line, line.shown, tellEnd);
  if (word === undefined) return NOTHING;
  const at = (line.shownAt ?? -Infinity) + intervalMs;
  return at > now ? { nextAt: at } : { word };
}

/** Undefined when the person knows: it was told so, or an end of what was never told. */
function newsOf(
  line: NoticeLine,
  last: NoticeMark | null,
  tellEnd: boolean,
): NoticeWord | undefined {
  if (last === markOf(line)) return undefined;
  if (line.standing === 'open') return line.escalated ? 'escalated' : 'opened';
  const knowsOfIt = last?.startsWith(`${line.alarmId} `) === true;
  return tellEnd && knowsOfIt ? line.standing : undefined;
}

function escalationAt(line: NoticeLine, { escalateAfterMs }: NoticeWishes): number | undefined {
  if (escalateAfterMs === null || line.escalationDone || line.standing !== 'open') return undefined;
  return line.openedAt + escalateAfterMs;
}
