import { useSend } from '../../../lib/calls/use-send.ts';

/** Handles, deletes and snoozes alarms. Separate, because the header of each page reads alarms. */
export const useAlarmChanges = () => useSend('v2.alarms', 'v2.alarm-count');
