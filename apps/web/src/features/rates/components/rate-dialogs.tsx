/** The tariff dialogs; one is open at a time. */
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useIsolated } from '../use-isolated.ts';
import { type RateRow, type RateVersion, useRateChanges, useWholeRate } from '../use-rates.ts';
import { RateDialog } from './rate-dialog.tsx';

export type OpenDialog =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit' | 'delete'; readonly row: RateRow }
  | { readonly kind: 'withdraw'; readonly id: number; readonly version: RateVersion };

export interface RateDialogsProps {
  readonly dialog: OpenDialog | undefined;
  readonly currency: string;
  readonly onClose: () => void;
}

export function RateDialogs({ dialog, currency, onClose }: RateDialogsProps) {
  const { t } = useTranslation('rates');
  const { message } = App.useApp();
  const saved = () => {
    message.success(t('rates:form.saved'));
    onClose();
  };
  switch (dialog?.kind) {
    case undefined:
      return null;
    case 'add':
      return <RateDialog rate={undefined} currency={currency} onSaved={saved} onClose={onClose} />;
    case 'edit':
      return <EditDialog row={dialog.row} currency={currency} onSaved={saved} onClose={onClose} />;
    case 'delete':
      return <DeleteDialog row={dialog.row} onClose={onClose} />;
    case 'withdraw':
      return <WithdrawDialog id={dialog.id} version={dialog.version} onClose={onClose} />;
  }
}

function EditDialog(props: {
  row: RateRow;
  currency: string;
  onSaved: () => void;
  onClose: () => void;
}) {
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

/** Loads the number of devices with the tariff first; deletion is blocked while there are any. */
function DeleteDialog({ row, onClose }: { row: RateRow; onClose: () => void }) {
  const { t } = useTranslation('rates');
  const { message } = App.useApp();
  const errorText = useErrorText();
  const rate = useWholeRate(row.id);
  const { remove, refetch } = useRateChanges();
  const { name } = row;
  const devices = rate.data?.id === row.id ? rate.data.devices : 0;
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title={t('rates:delete.title')}
      confirmLabel={t('rates:action.delete')}
      isBusy={remove.isPending}
      isBlocked={devices > 0}
      onCancel={onClose}
      onConfirm={() =>
        remove.mutate(
          { params: { id: String(row.id) } },
          {
            onSuccess: () => {
              void refetch();
              message.success(t('rates:delete.done', { name }));
              onClose();
            },
          },
        )
      }
    >
      <p>{t('rates:delete.body', { name })}</p>
      {devices > 0 && <p role="alert">{t('rates:delete.in-use', { count: devices })}</p>}
      {remove.error !== null && <p role="alert">{errorText(remove.error)}</p>}
    </ConfirmDialog>
  );
}

function WithdrawDialog(props: { id: number; version: RateVersion; onClose: () => void }) {
  const { id, version, onClose } = props;
  const { t } = useTranslation('rates');
  const isolated = useIsolated();
  const { message } = App.useApp();
  const errorText = useErrorText();
  const { withdraw, refetch } = useRateChanges();
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title={t('rates:withdraw.title', { day: isolated(version.start_day ?? '') })}
      confirmLabel={t('rates:action.withdraw')}
      isBusy={withdraw.isPending}
      onCancel={onClose}
      onConfirm={() =>
        withdraw.mutate(
          { params: { id: String(id), version: String(version.version) } },
          {
            onSuccess: () => {
              void refetch();
              message.success(t('rates:withdraw.done'));
              onClose();
            },
          },
        )
      }
    >
      <p>{t('rates:withdraw.body')}</p>
      {withdraw.error !== null && <p role="alert">{errorText(withdraw.error)}</p>}
    </ConfirmDialog>
  );
}
