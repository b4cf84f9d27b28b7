/**
 * Plans the notifications of one alarm to a person: their content, their time, and the next check.
 * A line is one device, type and phase for one person. A notification always contains the current
 * state of the alarm, so an alarm that begins and ends between two notifications is never reported;
 * two notifications of a line on the same channel are at least the interval apart. Mail and push
 * respect the quiet hours; the list in the platform makes no sound and does not wait for them.
 */
import type { NoticeEvent } from './channel.ts';
import { afterQuietHours, type QuietHours } from './quiet-hours.ts';

export type AlarmState = 'open' | 'handled' | 'ended';

/** `<alarm id> <standing>` of the last notification. */
export type NoticeMark = string;

export interface NoticeLine {
  readonly alarmId: number;
  readonly standing: AlarmState;
  /** Epoch ms. */
  readonly openedAt: number;
  /** True if the alarm was escalated by a person who did not acknowledge it. */
  readonly escalated: boolean;
  readonly escalationDone: boolean;
  /** Last notification by mail and push. */
  readonly notified: NoticeMark | null;
  readonly notifiedAt: number | null;
  /** Last notification in the list of the platform. */
  readonly shown: NoticeMark | null;
  readonly shownAt: number | null;
}

export interface NoticePreferences {
  /** True if mail, push or both are enabled. */
  readonly outward: boolean;
  readonly inApp: boolean;
  readonly tellEnd: boolean;
  readonly intervalMs: number;
  readonly repeatMs: number | null;
  readonly escalateAfterMs: number | null;
  /** Undefined if the person has no quiet hours, or if they do not apply to this type. */
  readonly quiet: QuietHours | undefined;
}

export interface NoticeStep {
  readonly outward: NoticeEvent | undefined;
  readonly inApp: NoticeEvent | undefined;
  readonly escalate: boolean;
  /** Undefined if no check is needed before the alarm changes. */
  readonly nextAt: number | undefined;
}

export function markOf({ alarmId, standing }: NoticeLine): NoticeMark {
  return `${alarmId} ${standing}`;
}

export function noticeStep(
  line: NoticeLine,
  preferences: NoticePreferences,
  now: number,
): NoticeStep {
  const outward = preferences.outward ? dueOutward(line, preferences, now) : NOTHING;
  const inApp = preferences.inApp ? dueInApp(line, preferences, now) : NOTHING;
  const escalateAt = escalationAt(line, preferences);
  const escalate = escalateAt !== undefined && escalateAt <= now;
  const later = [outward.nextAt, inApp.nextAt, escalate ? undefined : escalateAt].filter(
    (at) => at !== undefined,
  );
  return {
    outward: outward.event,
    inApp: inApp.event,
    escalate,
    nextAt: later.length === 0 ? undefined : Math.min(...later),
  };
}

interface Due {
  readonly event?: NoticeEvent;
  readonly nextAt?: number;
}
const NOTHING: Due = {};

function dueOutward(line: NoticeLine, preferences: NoticePreferences, now: number): Due {
  const { repeatMs, intervalMs, quiet } = preferences;
  const isOpen = line.standing === 'open';
  const repeat = (from: number) => afterQuietHours(from + Math.max(repeatMs!, intervalMs), quiet);
  const news = energyEventsOf(line, line.notified, preferences.tellEnd);
  if (news !== undefined) {
    const at = afterQuietHours(Math.max(now, (line.notifiedAt ?? -Infinity) + intervalMs), quiet);
    if (at > now) return { nextAt: at };
    return { event: news, ...(isOpen && repeatMs !== null ? { nextAt: repeat(now) } : {}) };
  }
  if (!isOpen || repeatMs === null || line.notifiedAt === null) return NOTHING;
  const at = repeat(line.notifiedAt);
  const postponed = at <= now ? afterQuietHours(now, quiet) : at;
  return postponed > now ? { nextAt: postponed } : { event: 'repeated', nextAt: repeat(now) };
}

function dueInApp(line: NoticeLine, { intervalMs, tellEnd }: NoticePreferences, now: number): Due {
  const event = energyEventsOf(line, line.shown, tellEnd);
  if (event === undefined) return NOTHING;
  const at = (line.shownAt ?? -Infinity) + intervalMs;
  return at > now ? { nextAt: at } : { event };
}

/** Returns undefined if the person was already notified or an alarm ended without notification. */
function energyEventsOf(
  line: NoticeLine,
  last: NoticeMark | null,
  tellEnd: boolean,
): NoticeEvent | undefined {
  if (last === markOf(line)) return undefined;
  if (line.standing === 'open') return line.escalated ? 'escalated' : 'opened';
  const knowsOfIt = last?.startsWith(`${line.alarmId} `) === true;
  return tellEnd && knowsOfIt ? line.standing : undefined;
}

function escalationAt(
  line: NoticeLine,
  { escalateAfterMs }: NoticePreferences,
): number | undefined {
  if (escalateAfterMs === null || line.escalationDone || line.standing !== 'open') return undefined;
  return line.openedAt + escalateAfterMs;
}
