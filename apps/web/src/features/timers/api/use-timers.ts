/**
 * The timers of a device, of a gateway with its slaves. There is no message of their own: what is
 * held and what ran is read again whenever a command of the device that holds them takes a step.
 */
import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../../../lib/call-types.ts';
import { callKey, refetchCalls, useCallMutation, useCallQuery } from '../../../lib/use-call.ts';
import { useRealtime } from '../../../realtime/use-realtime.ts';
import { type Timer, toTimer } from '../timer.ts';
import type { TimerSetting } from '../timer-draft.ts';

/** A run the platform only takes note of brings no event. */
const REFRESH_MS = 30_000;
/** More than a gateway with all its slaves may have. */
const MOST_TIMERS = 200;

const timersInput = (code: string) => ({
  body: { devId: code, rows: MOST_TIMERS, currentPage: 1 },
});

const toTimers = ({ data }: Answer<'v1.task.find'>): Timer[] => data.map(toTimer);

/** `holderCode`: who is told of them, the gateway of a slave, else the device itself. */
export function useTimers(code: string, holderCode: string) {
  const client = useQueryClient();
  useRealtime((event) => {
    if (event.type !== 'COMMAND' && event.type !== 'REMOTE_CONTROL') return;
    const { deviceCode } = event;
    if (deviceCode !== holderCode && deviceCode !== code && !deviceCode.startsWith(`${code}-`)) {
      return;
    }
    void client.invalidateQueries({ queryKey: callKey('v1.task.find') });
  });
  return useCallQuery('v1.task.find', timersInput(code), {
    select: toTimers,
    refetchInterval: REFRESH_MS,
  });
}

export function useTimerChanges() {
  const client = useQueryClient();
  const save = useCallMutation('v1.task.addOrUpdate');
  const remove = useCallMutation('v1.task.del');
  const refetch = () => refetchCalls(client, 'v1.task.find');
  return {
    isSaving: save.isPending,
    /** Throws what the server refused. What is there afterwards is read again in any case. */
    save: async ({ id, deviceCode, days, time, order, isEnabled }: TimerSetting) => {
      try {
        await save.mutateAsync({
          body: {
            ...(id === undefined ? {} : { id }),
            devId: deviceCode,
            days,
            time,
            op: order,
            enable: isEnabled,
          },
        });
      } finally {
        void refetch();
      }
    },
    remove,
    refetch,
  };
}
