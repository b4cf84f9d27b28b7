/** Changes the limits of an existing key; they take effect with its next request. */

import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { type ApiKey, useApiKeyChanges } from '../api/use-api-keys.ts';
import type { DraftLimits } from '../key-draft.ts';
import { LimitFields } from './limit-fields.tsx';

interface LimitsDialogProps {
  apiKey: ApiKey;
  most: number;
  onClose: () => void;
}

export function LimitsDialog({ apiKey, most, onClose }: LimitsDialogProps) {
  const { t } = useTranslation('api-keys');
  const send = useApiKeyChanges();
  const form = useFormState<DraftLimits>(() => ({
    perMinute: apiKey.per_minute,
    perDay: apiKey.per_day,
  }));
  const { perMinute, perDay } = form.values;
  return (
    <FormDialog
      form={form}
      title={t('api-keys:limit.title')}
      saveLabel={t('api-keys:limit.save')}
      done={t('api-keys:limit.saved')}
      isBlocked={perMinute === null}
      onSave={() =>
        send('v2.api-keys.change', {
          params: { id: String(apiKey.id) },
          body: { per_minute: perMinute ?? Number.NaN, per_day: perDay },
        })
      }
      onClose={onClose}
    >
      <p>
        <bdi>{apiKey.name}</bdi> <bdi className="code ltr">{`${apiKey.prefix}…`}</bdi>
      </p>
      <LimitFields form={form} most={most} />
    </FormDialog>
  );
}
