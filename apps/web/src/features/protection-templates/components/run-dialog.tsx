/** Selects the breakers to compare with a template or to write to; a write previews its changes. */
import { isSimulatedCode } from '@busbar/domain/device/simulated-code';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFleet } from '../../../components/device-tree/use-fleet.ts';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { FormSelect } from '../../../components/forms/form-select.tsx';
import { ErrorAlert } from '../../../components/states/error-alert.tsx';
import type { ApiError } from '../../../lib/calls/api-error.ts';

export interface RunDialogProps {
  readonly kind: 'compare' | 'write';
  readonly name: string;
  readonly sets: readonly string[];
  readonly isStarting: boolean;
  readonly error: ApiError | null;
  readonly onStart: (codes: readonly string[]) => void;
  readonly onCancel: () => void;
}

export function RunDialog({ kind, name, sets, ...props }: RunDialogProps) {
  const { t } = useTranslation(['protection-templates', 'protection']);
  const fleet = useFleet();
  const breakers = (fleet.data ?? []).filter(
    ({ kind, code }) => kind === 'main' && !isSimulatedCode(code),
  );
  const [codes, setCodes] = useState<readonly string[]>([]);
  const isOffline = new Set(
    breakers.filter(({ presence }) => presence === 'offline').map(({ code }) => code),
  );
  const offline = codes.filter((code) => isOffline.has(code)).length;
  return (
    <ConfirmDialog
      isOpen
      title={t(`protection-templates:run.${kind}`, { name })}
      confirmLabel={t(`protection-templates:run.${kind}-confirm`, { count: codes.length })}
      isDanger={kind === 'write'}
      isBusy={props.isStarting}
      isBlocked={codes.length === 0}
      onConfirm={() => props.onStart(codes)}
      onCancel={props.onCancel}
    >
      <p>{sets.map((set) => t(`protection:tab.${set}`, set)).join(', ')}</p>
      <FormSelect
        label={t('protection-templates:run.devices')}
        mode="multiple"
        maxTagCount={6}
        isSearched
        value={codes}
        options={breakers.map((device) => ({
          value: device.code,
          label: `${device.name} ${device.code}`,
        }))}
        onChange={setCodes}
      />
      <Button type="link" onClick={() => setCodes(breakers.map(({ code }) => code))}>
        {t('protection-templates:run.all', { count: breakers.length })}
      </Button>
      {offline > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('protection-templates:run.offline', { count: offline })}
        />
      )}
      {kind === 'write' && <p>{t('protection-templates:run.effect')}</p>}
      <ErrorAlert error={props.error} />
    </ConfirmDialog>
  );
}
