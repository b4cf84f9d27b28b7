/** Type and cause of a record in the user's language. */
import { useAlarmCause } from '../../../device-kit/use-alarm-cause.ts';
import { useAlarmTexts } from '../../../device-kit/use-alarm-texts.ts';
import type { ProjectRecord } from '../api/use-project-records.ts';

export function useRecordTexts() {
  const { type } = useAlarmTexts();
  const cause = useAlarmCause();
  return {
    type: (record: ProjectRecord) => type({ ...record, alarm_type: record.label }),
    detail: (record: ProjectRecord): string => cause(record, Date.now()),
  };
}

/** Name of the lamp group or tower of the record's device; empty if it has none. */
export const partNameOf = ({ lamp_group_name, tower_name }: ProjectRecord): string =>
  lamp_group_name || tower_name;
