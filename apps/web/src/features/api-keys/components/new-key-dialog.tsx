/** Creates a key: name, scopes, expiry and rate limits. */

import { API_SCOPES, type ApiScope } from '@busbar/domain/access/api-scope';
import { Checkbox } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { FormDay } from '../../../components/forms/form-moment.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { FormText } from '../../../components/forms/form-text.tsx';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { type NewApiKey, useApiKeyChanges } from '../api/use-api-keys.ts';
import { dayBounds, keyProblems, newDraft, wireOf } from '../key-draft.ts';
import { LimitFields } from './limit-fields.tsx';

interface NewKeyDialogProps {
  /** Default and maximum requests per minute of this installation. */
  pace: { readonly usual: number; readonly most: number };
  onCreated: (key: NewApiKey, scopes: readonly ApiScope[]) => void;
  onClose: () => void;
}

export function NewKeyDialog({ pace, onCreated, onClose }: NewKeyDialogProps) {
  const { t } = useTranslation(['api-keys', 'errors', 'shell']);
  const { zone } = useRequiredSession().user;
  const send = useApiKeyChanges();
  const [now] = useState(() => Date.now());
  const form = useFormState(() => newDraft(now, zone, pace.usual));
  const problems = keyProblems(form.values, dayBounds(now, zone));
  const scopes = form.field('scopes');
  return (
    <FormDialog
      form={form}
      title={t('api-keys:add')}
      saveLabel={t('api-keys:make')}
      isBlocked={Object.keys(problems).length > 0}
      onSave={() => send('v2.api-keys.add', { body: wireOf(form.values) })}
      onSaved={({ data }) => onCreated(data, scopes.value)}
      onClose={onClose}
    >
      <FormText
        label={t('api-keys:column.name')}
        isRequired
        maxLength={100}
        placeholder={t('api-keys:name-example')}
        {...form.field('name')}
      />
      <fieldset className="api-keys__scopes stack gap-8 box">
        <legend>{t('api-keys:column.scopes')}</legend>
        <Checkbox.Group<ApiScope>
          value={[...scopes.value]}
          options={API_SCOPES.map((value) => ({
            value,
            label: t(`api-keys:scope.${value.slice('read:'.length)}`),
          }))}
          onChange={scopes.onChange}
        />
        <span className="hint prose">{t('api-keys:scopes-about')}</span>
      </fieldset>
      <FormDay
        label={t('api-keys:last-day')}
        help={t('shell:range.zone', { zone })}
        {...form.field('lastDay')}
        problem={problems.lastDay && t('errors:reason.key-expiry-invalid')}
      />
      <LimitFields form={form} most={pace.most} />
    </FormDialog>
  );
}
