/** Changes the limits of an existing key; they take effect with its next request. */
import { Alert, App } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { type ApiKey, useApiKeyChanges } from '../api/use-api-keys.ts';
import type { DraftLimits } from '../key-draft.ts';
import { LimitFields } from './limit-fields.tsx';

interface LimitsDialogProps {
  apiKey: ApiKey;
  most: number;
  onDone: () => void;
}

export function LimitsDialog({ apiKey, most, onDone }: LimitsDialogProps) {
  const { t } = useTranslation('api-keys');
  const { message } = App.useApp();
  const errorText = useErrorText();
  const { change, followed } = useApiKeyChanges();
  const [draft, setDraft] = useState<DraftLimits>({
    perMinute: apiKey.per_minute,
    perDay: apiKey.per_day,
  });
  const { perMinute, perDay } = draft;
  const save = () => {
    if (perMinute === null) return;
    change.mutate(
      { params: { id: String(apiKey.id) }, body: { per_minute: perMinute, per_day: perDay } },
      {
        onSuccess: () => {
          message.success(t('api-keys:limit.saved'));
          onDone();
        },
        onSettled: () => void followed(),
      },
    );
  };
  return (
    <ConfirmDialog
      isOpen
      title={t('api-keys:limit.title')}
      confirmLabel={t('api-keys:limit.save')}
      isBusy={change.isPending}
      isBlocked={perMinute === null}
      onConfirm={save}
      onCancel={onDone}
    >
      <div className="alarm-form stack">
        <p>
          <bdi>{apiKey.name}</bdi> <bdi className="code ltr">{`${apiKey.prefix}…`}</bdi>
        </p>
        <LimitFields
          value={draft}
          most={most}
          onChange={(part) => setDraft({ ...draft, ...part })}
        />
        {change.error !== null && (
          <Alert type="error" showIcon role="alert" title={errorText(change.error)} />
        )}
      </div>
    </ConfirmDialog>
  );
}
