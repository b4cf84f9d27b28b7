/**
 * Actions on an alarm by role: operators acknowledge and snooze it, administrators also delete it.
 */
import { CheckOutlined, DeleteOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AlarmRow } from '../../../device-kit/alarm.ts';
import { useAlarmTexts } from '../../../device-kit/use-alarm-texts.ts';
import { useMay } from '../../../lib/session/use-may.ts';
import { NoteDialog, type NoteDialogProps } from './note-dialog.tsx';
import { SnoozeMenu } from './snooze-menu.tsx';
import '../alarms.css';

export interface AlarmActionsProps {
  readonly alarm: AlarmRow;
  /** Shows the snooze menu if the alarm is active. */
  readonly hasSnooze?: boolean;
  /** Shows the delete button, which belongs to the details of an alarm. */
  readonly hasDelete?: boolean;
  /** Shows icons with accessible names instead of labels, for narrow spaces. */
  readonly isCompact?: boolean;
  readonly onAsk: (what: NoteDialogProps['what'], alarm: AlarmRow) => void;
}

/** Only controls visibility; the server checks the permission on each call. */
export function useAlarmRights() {
  return { mayDeal: useMay('alarm.handle'), mayDelete: useMay('alarm.configure') };
}

export function AlarmActions({ alarm, hasSnooze, hasDelete, isCompact, onAsk }: AlarmActionsProps) {
  const { t } = useTranslation('alarms');
  const texts = useAlarmTexts();
  const { mayDeal, mayDelete } = useAlarmRights();
  if (!mayDeal) return null;
  const of = { type: texts.type(alarm), device: alarm.device_name };
  const label = isCompact === true ? null : t('alarms:deal.button');
  return (
    <span className="alarm-actions line inline gap-4 touch">
      {hasSnooze === true && alarm.ended_at === null && <SnoozeMenu alarm={alarm} />}
      <Button
        size="small"
        icon={<CheckOutlined />}
        disabled={alarm.handled}
        title={t('alarms:deal.button')}
        aria-label={t('alarms:deal.of', of)}
        onClick={() => onAsk('deal', alarm)}
      >
        {label}
      </Button>
      {hasDelete === true && mayDelete && (
        <Button
          size="small"
          type="text"
          danger
          icon={<DeleteOutlined />}
          title={t('alarms:delete.button')}
          aria-label={t('alarms:delete.of', of)}
          onClick={() => onAsk('delete', alarm)}
        />
      )}
    </span>
  );
}

/** The confirmation dialog of a list, and the callback by which its rows open it. */
export function useNoteDialog() {
  const [dialog, setDialog] = useState<Omit<NoteDialogProps, 'onClose'>>();
  return {
    ask: (what: NoteDialogProps['what'], alarm: AlarmRow) => setDialog({ what, alarm }),
    dialog: dialog !== undefined && (
      <NoteDialog
        key={`${dialog.what} ${dialog.alarm.id}`}
        {...dialog}
        onClose={() => setDialog(undefined)}
      />
    ),
  };
}
