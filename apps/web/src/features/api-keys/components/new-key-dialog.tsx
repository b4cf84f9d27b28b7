/** Creates a key: name, scopes, expiry and rate limits. */
import { API_SCOPES, type ApiScope } from '@busbar/domain/access/api-scope';
import { Alert, Checkbox, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { DateField } from '../../../components/fields/date-field.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { type NewApiKey, useApiKeyChanges } from '../api/use-api-keys.ts';
import { dayBounds, type KeyDraft, keyProblems, newDraft, wireOf } from '../key-draft.ts';
import { LimitFields } from './limit-fields.tsx';

interface NewKeyDialogProps {
  /** Default and maximum requests per minute of this installation. */
  pace: { readonly usual: number; readonly most: number };
  onMade: (key: NewApiKey, scopes: readonly ApiScope[]) => void;
  onCancel: () => void;
}

const MOST_NAME = 100;

export function NewKeyDialog({ pace, onMade, onCancel }: NewKeyDialogProps) {
  const { t } = useTranslation(['api-keys', 'errors']);
  const { zone } = useRequiredSession().user;
  const errorText = useErrorText();
  const { add, followed } = useApiKeyChanges();
  const [now] = useState(() => Date.now());
  const [draft, setDraft] = useState<KeyDraft>(() => newDraft(now, zone, pace.usual));
  const id = useId();
  const bounds = dayBounds(now, zone);
  const problems = keyProblems(draft, bounds);
  const edit = (part: Partial<KeyDraft>) => setDraft({ ...draft, ...part });
  const confirm = () =>
    add.mutate(
      { body: wireOf(draft) },
      { onSuccess: ({ data }) => onMade(data, draft.scopes), onSettled: () => void followed() },
    );
  const isDayWrong = problems.lastDay !== undefined;
  return (
    <ConfirmDialog
      isOpen
      title={t('api-keys:add')}
      confirmLabel={t('api-keys:make')}
      isBusy={add.isPending}
      isBlocked={Object.keys(problems).length > 0}
      onConfirm={confirm}
      onCancel={onCancel}
    >
      <div className="alarm-form stack">
        <label className="stack gap-4" htmlFor={`${id}-name`}>
          {t('api-keys:column.name')}
          <Input
            dir="auto"
            id={`${id}-name`}
            value={draft.name}
            maxLength={MOST_NAME}
            aria-required
            placeholder={t('api-keys:name-example')}
            onChange={({ target }) => edit({ name: target.value })}
          />
        </label>
        <fieldset className="api-keys__scopes stack gap-8 box">
          <legend>{t('api-keys:column.scopes')}</legend>
          {API_SCOPES.map((scope) => (
            <Checkbox
              key={scope}
              checked={draft.scopes.includes(scope)}
              onChange={({ target }) =>
                edit({
                  scopes: target.checked
                    ? [...draft.scopes, scope]
                    : draft.scopes.filter((one) => one !== scope),
                })
              }
            >
              {t(`api-keys:scope.${scope.slice('read:'.length)}`)}
            </Checkbox>
          ))}
          <span className="hint">{t('api-keys:scopes-about')}</span>
        </fieldset>
        <label className="stack gap-4" htmlFor={`${id}-day`}>
          {t('api-keys:last-day')}
          <DateField
            id={`${id}-day`}
            value={draft.lastDay}
            isWrong={isDayWrong}
            aria-describedby={`${id}-day-said`}
            onChange={(lastDay) => edit({ lastDay })}
          />
          <span id={`${id}-day-said`} className="hint" data-wrong={isDayWrong}>
            {isDayWrong ? t('errors:reason.key-expiry-invalid') : t('common:range.zone', { zone })}
          </span>
        </label>
        <LimitFields value={draft} most={pace.most} onChange={edit} />
        {add.error !== null && (
          <Alert type="error" showIcon role="alert" title={errorText(add.error)} />
        )}
      </div>
    </ConfirmDialog>
  );
}
