/** Selects all listed alarms, and acknowledges the selected ones with one call. */
import { CheckOutlined } from '@ant-design/icons';
import { Button, Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../components/forms/use-action.ts';
import type { AlarmRow } from '../../../device-kit/alarm.ts';
import { useAlarmChanges } from '../api/use-alarm-changes.ts';
import { useUndoNotice } from '../use-undo-notice.tsx';

interface BulkBarProps {
  rows: readonly AlarmRow[];
  selected: ReadonlySet<number>;
  onSelect: (selected: ReadonlySet<number>) => void;
}

export function BulkBar({ rows, selected, onSelect }: BulkBarProps) {
  const { t } = useTranslation('alarms');
  const send = useAlarmChanges();
  const offerUndo = useUndoNotice();
  const { run, loading } = useAction();
  const open = rows.filter(({ handled }) => !handled).map(({ id }) => id);
  // A selected alarm may have been acknowledged by another user, or have ended.
  const ids = open.filter((id) => selected.has(id));
  if (open.length === 0) return null;
  const acknowledge = async () => {
    const { data } = await send('v2.alarms.handle', {
      body: { ids: ids.map(String), handled: true },
    });
    onSelect(new Set());
    offerUndo(data.ids, ids.length - data.changed);
  };
  return (
    <div className="alarm-live__bulk row gap-wide touch">
      <Checkbox
        checked={ids.length === open.length}
        indeterminate={ids.length !== 0 && ids.length !== open.length}
        onChange={({ target }) => onSelect(new Set(target.checked ? open : []))}
      >
        {t('alarms:bulk.all')}
      </Checkbox>
      <Button
        size="small"
        icon={<CheckOutlined aria-hidden />}
        disabled={ids.length === 0}
        loading={loading}
        onClick={() => void run(acknowledge)}
      >
        {t('alarms:bulk.acknowledge', { number: ids.length })}
      </Button>
    </div>
  );
}
