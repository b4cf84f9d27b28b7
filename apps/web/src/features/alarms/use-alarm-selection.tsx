import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowSelection } from '../../components/table/table-props.ts';
import type { AlarmRow } from '../../device-kit/alarm.ts';
import { useAlarmTexts } from '../../device-kit/use-alarm-texts.ts';
import { useAlarmRights } from './components/alarm-actions.tsx';
import { BulkBar } from './components/bulk-bar.tsx';

const NONE: ReadonlySet<number> = new Set();

/**
 * Selection of the unacknowledged alarms of a page, which are acknowledged together; undefined if
 * the user may not acknowledge alarms. `page` names the page and its filters: another page starts
 * without a selection, so that no alarm is selected out of sight.
 */
export function useAlarmSelection(rows: readonly AlarmRow[], page: string) {
  const { t } = useTranslation('alarms');
  const texts = useAlarmTexts();
  const { mayDeal } = useAlarmRights();
  const [selected, setSelected] = useState(NONE);
  const [selectedOn, setSelectedOn] = useState(page);
  if (selectedOn !== page) {
    setSelectedOn(page);
    setSelected(NONE);
  }
  if (!mayDeal) return undefined;
  const selection: RowSelection<AlarmRow> = {
    title: t('alarms:bulk.column'),
    isSelected: ({ id, handled }) => !handled && selected.has(id),
    onSelect: (chosen) => setSelected(new Set(chosen.map(({ id }) => id))),
    labelOf: (row) => t('alarms:bulk.of', { type: texts.type(row), device: row.device_name }),
    blockOf: ({ handled }) => (handled ? t('alarms:bulk.handled') : undefined),
    bar: <BulkBar rows={rows} selected={selected} onSelect={setSelected} />,
  };
  return selection;
}
