/** The tariff dialogs; one is open at a time. */
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { DeleteDialog } from '../../../components/forms/delete-dialog.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useIsolated } from '../use-isolated.ts';
import {
  type RateRow,
  type RateVersion,
  useRateChanges,
  useWholeRate,
  type WholeRate,
} from '../use-rates.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { RateDialog } from './rate-dialog.tsx';

export type OpenDialog =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit' | 'delete'; readonly row: RateRow }
  | { readonly kind: 'assign'; readonly rate: WholeRate }
  | { readonly kind: 'withdraw'; readonly id: number; readonly version: RateVersion };

export interface RateDialogsProps {
  readonly dialog: OpenDialog | undefined;
  readonly currency: string;
  readonly onClose: () => void;
}

export function RateDialogs({ dialog, currency, onClose }: RateDialogsProps) {
  const shared = { currency, onClose };
  switch (dialog?.kind) {
    case undefined:
      return null;
    case 'add':
      return <RateDialog rate={undefined} {...shared} />;
    case 'edit':
      return <EditDialog row={dialog.row} {...shared} />;
    case 'delete':
      return <DeleteRate {...dialog.row} onClose={onClose} />;
    case 'assign':
      return <AssignDialog rate={dialog.rate} onClose={onClose} />;
    case 'withdraw':
      return <WithdrawDialog id={dialog.id} version={dialog.version} onClose={onClose} />;
  }
}

function EditDialog(props: { row: RateRow; currency: string; onClose: () => void }) {
  const { row, ...rest } = props;
  const rate = useWholeRate(row.id);
  const errorText = useErrorText();
  const { t } = useTranslation('rates');
  if (rate.data?.id === row.id) return <RateDialog rate={rate.data} {...rest} />;
  if (rate.error === null) return null;
  return (
    <ConfirmDialog
      isOpen
      title={t('rates:form.edit', { name: row.name })}
      confirmLabel={t('common:error.retry')}
      isBusy={rate.isFetching}
      onConfirm={() => void rate.refetch()}
      onCancel={props.onClose}
    >
      <p role="alert">{errorText(rate.error)}</p>
    </ConfirmDialog>
  );
}

interface RateDialogProps {
  id: number;
  onClose: () => void;
}

/** Loads the number of devices with the tariff first; deletion is blocked while there are any. */
function DeleteRate({ id, name, onClose }: RateDialogProps & { name: string }) {
  const { t } = useTranslation('rates');
  const rate = useWholeRate(id);
  const send = useRateChanges();
  const devices = rate.data?.id === id ? rate.data.devices : 0;
  return (
    <DeleteDialog
      title={t('rates:delete.title')}
      saveLabel={t('rates:action.delete')}
      done={t('rates:delete.done', { name })}
      isBlocked={devices > 0}
      onSave={() => send('v2.rate.delete', { params: { id: String(id) } })}
      onClose={onClose}
    >
      <p>{t('rates:delete.body', { name })}</p>
      {devices > 0 && <p role="alert">{t('rates:delete.in-use', { count: devices })}</p>}
    </DeleteDialog>
  );
}

function WithdrawDialog({ id, version, onClose }: RateDialogProps & { version: RateVersion }) {
  const { t } = useTranslation('rates');
  const isolated = useIsolated();
  const send = useRateChanges();
  const params = { id: String(id), version: String(version.version) };
  return (
    <DeleteDialog
      title={t('rates:withdraw.title', { day: isolated(version.start_day ?? '') })}
      saveLabel={t('rates:action.withdraw')}
      done={t('rates:withdraw.done')}
      onSave={() => send('v2.rate.version.withdraw', { params })}
      onClose={onClose}
    >
      <p>{t('rates:withdraw.body')}</p>
    </DeleteDialog>
  );
}
