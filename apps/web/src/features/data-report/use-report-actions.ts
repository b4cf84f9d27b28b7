/** Actions on one report and their last error. */
import { useMutation } from '@tanstack/react-query';
import type { ApiError } from '../../lib/calls/api-error.ts';
import { saveReport } from './api/fetch-report.ts';
import { useReportChanges } from './api/use-reports.ts';
import type { Report } from './report-state.ts';

export function useReportActions(report: Report) {
  const { ask, cancel, followed } = useReportChanges();
  const saving = useMutation<boolean, ApiError, Report>({ mutationFn: saveReport });
  // The list shows the current state, also after a failed action.
  const after = { onSettled: () => void followed() };
  const clear = () => {
    for (const one of [ask, cancel, saving]) one.reset();
  };
  return {
    error: saving.error ?? ask.error ?? cancel.error,
    /** A download failed because the file no longer exists. */
    isGone: saving.data === false,
    isSaving: saving.isPending,
    isAsking: ask.isPending,
    isCancelling: cancel.isPending,
    save: () => {
      clear();
      saving.mutate(report, after);
    },
    cancel: () => {
      clear();
      cancel.mutate({ params: { id: String(report.task_id) } }, after);
    },
    /** Requests the report again with the same parameters, for the period to which it was cut. */
    again: () => {
      clear();
      const { type, format, language, start, end, device_ids, group_id } = report;
      const devices = device_ids === null ? {} : { device_codes: device_ids.join(',') };
      const query = { type, format, language, start, end, group_id: String(group_id), ...devices };
      ask.mutate({ query }, after);
    },
  };
}
