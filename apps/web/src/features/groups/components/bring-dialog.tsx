/** Selects devices from anywhere in the tree and confirms their move into the group. */
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFleet } from '../../../components/device-tree/use-fleet.ts';
import { FormDialog, WIDE } from '../../../components/forms/form-dialog.tsx';
import { FormSelect } from '../../../components/forms/form-select.tsx';
import { MAX_MOVED } from './choice-bar.tsx';
import { MoveDialog } from './move-dialog.tsx';

interface BringDialogProps {
  readonly group: number;
  readonly name: string;
  readonly onClose: () => void;
}

export function BringDialog({ group, name, onClose }: BringDialogProps) {
  const { t } = useTranslation('groups');
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
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      width={WIDE}
      title={t('groups:allocation.bring-to', { name })}
      saveLabel={t('groups:allocation.next')}
      isBlocked={codes.length === 0}
      onSave={async () => {}}
      onSaved={() => setAsking(true)}
      onClose={onClose}
    >
      <FormSelect
        label={t('groups:tab.devices')}
        mode="multiple"
        placeholder={t('groups:allocation.devices')}
        options={options}
        loading={fleet.isPending}
        maxCount={MAX_MOVED}
        isSearched
        value={codes}
        onChange={setCodes}
      />
    </FormDialog>
  );
}
