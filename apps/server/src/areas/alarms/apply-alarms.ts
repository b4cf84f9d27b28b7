/**
 * Converts alarm events into alarms, in the transaction that stores the events: opens, repeats or
 * ends an alarm, or inserts it as history; updates the sums and creates the notifications. The open
 * rows are locked while they are evaluated, and the unique index ensures that two concurrent
 * processes create only one alarm.
 */
import { type ActiveAlarm, type AlarmLife, live } from '@busbar/domain/alarm/alarm-life';
import { localDateOf } from '@busbar/domain/local-date';
import type { BusMessage } from '../../bus.ts';
import type { Executor } from '../../storage/database.ts';
import { sharePairs } from '../shared/lock-queries.ts';
import { addToSums } from '../shared/table-writers/alarm-sum-queries.ts';
import {
  type AlarmedDevice,
  insertAlarms,
  type LockedAlarm,
  lockOpenAlarms,
  type NewAlarm,
  readAlarmedDevices,
  readLastEnds,
  updateAlarms,
} from './active-alarm-queries.ts';
import { writeAlarmChanges } from './alarm-changes.ts';
import type { AlarmEvent } from './alarm-event.ts';
import { isQuiet, readWindows } from './alarm-window-queries.ts';

const keyOf = (deviceId: number, type: string, phase: string) => `${deviceId} ${type} ${phase}`;

/** State of an alarm after the batch. */
interface Draft {
  readonly device: AlarmedDevice;
  readonly event: AlarmEvent;
  /** Undefined for a new alarm. */
  readonly locked: LockedAlarm | undefined;
  alarm: ActiveAlarm;
  ended: { readonly at: number; readonly reason: string; readonly learntAt: number } | undefined;
  readonly isHistory: boolean;
  readonly isLate: boolean;
}

export interface StoredEvents {
  /** Ids of the events just stored; end events among them are not looked up again. */
  readonly ids: readonly number[];
  readonly now: number;
}

/** Events in order of arrival. Returns the events to publish after the commit. */
export async function applyAlarmEvents(
  trx: Executor,
  events: readonly AlarmEvent[],
  { ids, now }: StoredEvents,
): Promise<BusMessage[]> {
  if (events.length === 0) return [];
  // A device that is moved at the same time takes all of its alarms to its new group. Locked before
  // the alarms, as when a device is moved.
  await sharePairs(
    trx,
    'alarmPlaces',
    events.map(({ customerId }) => customerId),
  );
  const devices = await readAlarmedDevices(trx, events);
  const locked = await lockOpenAlarms(trx, events);
  const ends = await readLastEnds(trx, events, ids);
  const open = new Map<string, Draft>();
  const lives = new Map<string, AlarmLife>();
  const drafts: Draft[] = [];
  for (const alarm of locked) {
    const device = devices.get(alarm.deviceId);
    const event = events.find(
      ({ deviceId, type }) => deviceId === alarm.deviceId && type === alarm.type,
    );
    if (device === undefined || event === undefined) continue;
    const draft: Draft = {
      device,
      event: { ...event, phase: alarm.phase },
      locked: alarm,
      alarm: alarm,
      ended: undefined,
      isHistory: false,
      isLate: false,
    };
    open.set(keyOf(alarm.deviceId, alarm.type, alarm.phase), draft);
    drafts.push(draft);
  }
  for (const event of events) {
    const device = devices.get(event.deviceId);
    // The device was deleted in the meantime, so its alarms are no longer visible.
    if (device === undefined) continue;
    for (const phase of phasesMeant(event, open)) {
      const key = keyOf(event.deviceId, event.type, phase);
      const known = open.get(key);
      const life = lives.get(key) ?? {
        open: known?.alarm ?? null,
        endedAt: ends.get(key) ?? Number.NEGATIVE_INFINITY,
      };
      const step = live(event.type, life, event);
      lives.set(key, step.life);
      const common = {
        device,
        event: { ...event, phase },
        locked: undefined,
        ended: undefined,
        isHistory: false,
        isLate: false,
      };
      if (step.change === 'opened') {
        const draft: Draft = { ...common, alarm: step.life.open! };
        open.set(key, draft);
        drafts.push(draft);
      } else if (step.change === 'again') {
        known!.alarm = step.life.open!;
      } else if (step.change === 'ended') {
        known!.alarm = step.was;
        known!.ended = { at: event.at, reason: event.endReason, learntAt: event.arrivedAt };
        open.delete(key);
      } else if (step.change === 'history') {
        const reason = step.isLate ? 'late' : event.endReason;
        const ended = { at: step.endedAt, reason, learntAt: event.arrivedAt };
        const { isLate } = step;
        drafts.push({ ...common, alarm: step.past, ended, isHistory: true, isLate });
      }
    }
  }
  return write(trx, drafts, now);
}

/**
 * Devices end an alarm under the phase that is highest at that time, or without a phase: if no
 * alarm of that phase is open, the event ends all open alarms of the type. The platform's events
 * name the exact phase.
 */
function phasesMeant(event: AlarmEvent, open: ReadonlyMap<string, Draft>): readonly string[] {
  const { active, source, phase, deviceId, type } = event;
  if (active || source === 'platform' || open.has(keyOf(deviceId, type, phase))) return [phase];
  const all = [...open.values()].filter(
    (draft) => draft.event.deviceId === deviceId && draft.event.type === type,
  );
  return all.length === 0 ? [phase] : all.map((draft) => draft.event.phase);
}

async function write(trx: Executor, drafts: readonly Draft[], now: number): Promise<BusMessage[]> {
  const fresh = drafts.filter(({ locked }) => locked === undefined);
  const changed = drafts.filter(
    ({ locked, alarm, ended }) => locked !== undefined && (ended !== undefined || alarm !== locked),
  );
  if (fresh.length === 0 && changed.length === 0) return [];
  const windows = await readWindows(trx, fresh);
  const rows = fresh.map((draft) => newAlarm(draft, isQuiet(windows, draft)));
  // Before the insert: an alarm that ended in the batch would take up the one that began after it.
  await updateAlarms(trx, changed.map(changedAlarm));
  const inserted = await insertAlarms(trx, rows);
  await addToSums(
    trx,
    rows.flatMap((row, i) => {
      const { simulated: deviceSimulated } = fresh[i]!.device;
      return inserted[i]!.isNew ? [{ ...row, deviceSimulated, alarms: 1, handled: 0 }] : [];
    }),
  );
  return writeAlarmChanges(
    trx,
    [
      ...changed.map(({ event, locked, ended }) => ({
        customerId: event.customerId,
        id: locked!.id,
        opened: false,
        ended: ended !== undefined,
        quiet: locked!.quiet,
      })),
      ...fresh.map((draft, i) => ({
        customerId: draft.event.customerId,
        id: inserted[i]!.id,
        opened: inserted[i]!.isNew && !draft.isHistory,
        ended: draft.ended !== undefined && !draft.isHistory,
        quiet: rows[i]!.quiet,
      })),
    ],
    now,
  );
}

function newAlarm(draft: Draft, quiet: boolean): NewAlarm {
  const { device, event, alarm, ended, isLate } = draft;
  return {
    customerId: event.customerId,
    deviceId: event.deviceId,
    groupId: device.groupId,
    type: event.type,
    kind: event.kind,
    phase: event.phase,
    day: localDateOf(alarm.openedAt, device.zone),
    alarm,
    endedAt: ended?.at ?? null,
    endReason: ended?.reason ?? null,
    late: isLate,
    quiet,
  };
}

function changedAlarm({ event, locked, alarm, ended }: Draft) {
  return {
    customerId: event.customerId,
    id: locked!.id,
    alarm,
    endedAt: ended?.at ?? null,
    endReason: ended?.reason ?? null,
  };
}
