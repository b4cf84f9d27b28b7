/**
 * Timers of a device, or of a gateway with its slaves. They have no message of their own: the
 * stored state and the last run are refetched whenever a command of the holding device changes
 * state.
 */
import type { Answer } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { useSend } from '../../../lib/calls/use-send.ts';
import { rereadOn } from '../../../realtime/live-query.ts';
import type { RealtimeEvent } from '../../../realtime/realtime-event.ts';
import { type Timer, toTimer } from '../timer.ts';
import type { TimerSetting } from '../timer-draft.ts';

/** Refetch interval; a run that the platform only records sends no event. */
const REFRESH_MS = 30_000;
/** Page size above the number of timers of a gateway with all its slaves. */
const MOST_TIMERS = 200;

const timersInput = (code: string) => ({
  body: { devId: code, rows: MOST_TIMERS, currentPage: 1 },
});

const toTimers = ({ data }: Answer<'v1.task.find'>): Timer[] => data.map(toTimer);

/** `holderCode` is the device that stores the timers: a slave's gateway, or the device itself. */
export function useTimers(code: string, holderCode: string) {
  const isConcerned = ({ type, deviceCode }: RealtimeEvent) =>
    (type === 'COMMAND' || type === 'REMOTE_CONTROL') &&
    (deviceCode === holderCode || deviceCode === code || deviceCode.startsWith(`${code}-`));
  return useCallQuery('v1.task.find', timersInput(code), {
    ...rereadOn(isConcerned),
    select: toTimers,
    refetchInterval: REFRESH_MS,
  });
}

/** Adds or changes a timer. */
export function useTimerSave() {
  const send = useSend('v1.task.find');
  return ({ id, deviceCode: devId, command: op, isEnabled: enable, days, time }: TimerSetting) =>
    send('v1.task.addOrUpdate', {
      body: { ...(id !== undefined && { id }), devId, days, time, op, enable },
    });
}
