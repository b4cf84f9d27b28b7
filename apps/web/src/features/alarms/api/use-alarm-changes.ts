import { useSend } from '../../../lib/calls/use-send.ts';

/**
 * Handles, deletes and snoozes alarms. A separate module, because the header of every page loads
 * only the alarm queries.
 */
export const useAlarmChanges = () => useSend('v2.alarms', 'v2.alarm-count');
