/** Type and cause of a record in the user's language. */
import { useAlarmTexts } from '../../../device-kit/use-alarm-texts.ts';
import type { ProjectRecord } from '../api/use-project-records.ts';

export function useRecordTexts() {
  const { type, amount, cause } = useAlarmTexts();
  return {
    type: (record: ProjectRecord) => type({ ...record, alarm_type: record.label }),
    detail: (record: ProjectRecord): string =>
      cause(record) || (amount(record.value, record) ?? record.log_detail),
  };
}

/** Name of the lamp group or tower of the record's device; empty if it has none. */
export const partNameOf = ({ lamp_group_name, tower_name }: ProjectRecord): string =>
  lamp_group_name || tower_name;
