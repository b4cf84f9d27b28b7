/** Selects devices from anywhere in the tree and confirms their move into the group. */
import { Select } from 'antd';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFleet } from '../../../components/device-tree/use-fleet.ts';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { MAX_MOVED } from './choice-bar.tsx';
import { MoveDialog } from './move-dialog.tsx';

interface BringDialogProps {
  readonly group: number;
  readonly name: string;
  readonly onDone: () => void;
}

export function BringDialog({ group, name, onDone }: BringDialogProps) {
  const { t } = useTranslation('groups');
  const id = useId();
  const fleet = useFleet();
  const [codes, setCodes] = useState<string[]>([]);
  const [isAsking, setAsking] = useState(false);
  const options = useMemo(
    () =>
      (fleet.data ?? []).map((device) => ({
        value: device.code,
        label: `${device.name} · ${device.code}`,
      })),
    [fleet.data],
  );
  if (isAsking) {
    return (
      <MoveDialog
        moved={{ what: 'devices', codes }}
        title={t('groups:move-devices', { count: codes.length })}
        target={group}
        onDone={onDone}
      />
    );
  }
  return (
    <ConfirmDialog
      isOpen
      isWide
      title={t('groups:allocation.bring-to', { name })}
      confirmLabel={t('groups:allocation.next')}
      isBlocked={codes.length === 0}
      onConfirm={() => setAsking(true)}
      onCancel={onDone}
    >
      <div className="stack gap-8">
        <label htmlFor={id}>{t('groups:tab.devices')}</label>
        <Select
          id={id}
          mode="multiple"
          aria-label={t('groups:tab.devices')}
          placeholder={t('groups:allocation.devices')}
          value={codes}
          options={options}
          loading={fleet.isPending}
          maxCount={MAX_MOVED}
          showSearch={{ optionFilterProp: 'label' }}
          style={{ inlineSize: '100%' }}
          onChange={setCodes}
        />
      </div>
    </ConfirmDialog>
  );
}
