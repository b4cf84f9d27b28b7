/**
 * Processes due notices by the domain rule with the current state: writes to the outbox and to the
 * in-app list, escalates to a second user, and sets the time of the next check. All steps of a
 * notice run in one transaction under its row lock, so that two processes never notify twice.
 */

import {
  type AlarmState,
  markOf,
  type NoticeLine,
  type NoticePreferences,
  type NoticeStep,
  noticeStep,
} from '@busbar/domain/notification/notice-plan';
import type { BusEvents } from '../../../bus.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { insertOutbox } from '../outbox/outbox-queries.ts';
import { addToList, type DueLine, escalate, readDueLines, updateNotice } from './due-queries.ts';
import { outwardItems } from './outward-items.ts';

const LINES_PER_ROUND = 200;

const ROUNDS = 10;

const MINUTE_MS = 60_000;

/**
 * Max number of mails and pushes per user in ten minutes during an alarm storm; further ones wait,
 * and an alarm that ends while waiting is not reported.
 */
const MAX_IN_WINDOW = 30;

export const WINDOW_MS = 10 * MINUTE_MS;

export async function sendDueNotifications(ctx: Context): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { count, added } = await ctx.database.transaction((trx) => notifySome(ctx, trx));
    for (const event of added) ctx.bus.publish('notification.added', event);
    if (count < LINES_PER_ROUND) return;
  }
}

interface NotifiedLines {
  readonly count: number;
  readonly added: readonly BusEvents['notification.added'][];
}

async function notifySome(ctx: Context, trx: Executor): Promise<NotifiedLines> {
  const now = ctx.clock.now();
  const lines = await readDueLines(trx, now, WINDOW_MS, LINES_PER_ROUND);
  const sent = new Map<string, number>();
  const added: BusEvents['notification.added'][] = [];
  const escalated = new Set<string>();
  for (const line of lines) {
    // The notice was changed by an escalation after it was read; it is due in the next round.
    if (escalated.has(keyOf(line, line.userId))) continue;
    const who = `${line.customerId}/${line.userId}`;
    const soFar = sent.get(who) ?? line.sentInWindow;
    const step = stepOf(ctx, line, soFar, now);
    if (step.outward !== undefined) sent.set(who, soFar + 1);
    added.push(...(await carryOut(ctx, trx, line, step, now)));
    if (step.escalate) escalated.add(keyOf(line, line.escalateTo));
  }
  return { count: lines.length, added };
}

function keyOf({ customerId, deviceId, type, phase }: DueLine, userId: number | null): string {
  return [customerId, userId, deviceId, type, phase].join('/');
}

function stepOf(ctx: Context, line: DueLine, sentSoFar: number, now: number): NoticeStep {
  // No reminder is sent while the alarm is snoozed; if it ends in the meantime, its end is notified
  // as usual.
  const isSnoozed = line.standing === 'open' && (line.snoozedUntil ?? 0) > now;
  if (isSnoozed || line.standing === 'gone') {
    const nextAt = isSnoozed ? line.snoozedUntil! : undefined;
    return { outward: undefined, inApp: undefined, escalate: false, nextAt };
  }
  const step = noticeStep(noticeLine(line, line.standing), preferencesOf(ctx, line), now);
  if (step.outward === undefined || sentSoFar < MAX_IN_WINDOW) return step;
  const nextAt = Math.min(step.nextAt ?? Infinity, now + WINDOW_MS);
  return { ...step, outward: undefined, nextAt };
}

function noticeLine(line: DueLine, standing: AlarmState): NoticeLine {
  const { alarmId, openedAt, escalated, escalationDone, notified, notifiedAt, shown, shownAt } =
    line;
  return {
    alarmId,
    standing,
    openedAt,
    escalated,
    escalationDone,
    notified,
    notifiedAt,
    shown,
    shownAt,
  };
}

function preferencesOf(ctx: Context, line: DueLine): NoticePreferences {
  const minutes = (value: number | null) => (value === null ? null : value * MINUTE_MS);
  const { quietFrom, quietTo } = line;
  const hasWay = channelsOf(ctx, line).length > 0;
  return {
    outward: hasWay,
    inApp: line.inApp || line.escalated,
    tellEnd: line.tellEnd,
    intervalMs: line.intervalMin * MINUTE_MS,
    repeatMs: minutes(line.repeatMin),
    escalateAfterMs: line.escalateTo === null ? null : minutes(line.escalateAfterMin),
    quiet:
      line.throughQuiet || quietFrom === null || quietTo === null
        ? undefined
        : { from: quietFrom, to: quietTo, zone: line.zone },
  };
}

/** Returns the channels of a notice; an escalated notice uses every available channel. */
function channelsOf(ctx: Context, line: DueLine): ('mail' | 'push')[] {
  const canMail = ctx.config.smtpUrl !== undefined && line.mailAddress !== '';
  const ways: ('mail' | 'push')[] = [];
  if (canMail && (line.mail || line.escalated)) ways.push('mail');
  if (line.hasBrowser && (line.push || line.escalated)) ways.push('push');
  return ways;
}

async function carryOut(
  ctx: Context,
  trx: Executor,
  line: DueLine,
  step: NoticeStep,
  now: number,
): Promise<BusEvents['notification.added'][]> {
  const mark = line.standing === 'gone' ? null : markOf(noticeLine(line, line.standing));
  if (step.outward !== undefined) {
    const ways = channelsOf(ctx, line);
    await insertOutbox(trx, await outwardItems(ctx, trx, line, ways, step.outward, now));
  }
  await updateNotice(trx, line, step, mark, now);
  if (step.escalate) await escalate(trx, line, now);
  return step.inApp === undefined ? [] : [await addToList(trx, line, step.inApp, now)];
}
