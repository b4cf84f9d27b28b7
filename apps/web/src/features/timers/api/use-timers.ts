/**
 * Timers of a device, or of a gateway with its slaves. They have no message of their own: the
 * stored state and the last run are refetched whenever a command of the holding device changes
 * state.
 */
import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../../../lib/calls/call-types.ts';
import {
  callKey,
  refetchCalls,
  useCallMutation,
  useCallQuery,
} from '../../../lib/calls/use-call.ts';
import { useRealtime } from '../../../realtime/use-realtime.ts';
import { type Timer, toTimer } from '../timer.ts';
import type { TimerSetting } from '../timer-draft.ts';

/** A run that the platform only records sends no event. */
const REFRESH_MS = 30_000;
/** More than a gateway with all its slaves can have. */
const MOST_TIMERS = 200;

const timersInput = (code: string) => ({
  body: { devId: code, rows: MOST_TIMERS, currentPage: 1 },
});

const toTimers = ({ data }: Answer<'v1.task.find'>): Timer[] => data.map(toTimer);

/**
 * `holderCode` is the device that stores the timers: the gateway of a slave, otherwise the device
 * itself.
 */
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
    /** Throws if the server refuses. The timers are refetched in either case. */
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
