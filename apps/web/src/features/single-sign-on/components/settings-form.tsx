/** The form of the settings, with the test of the provider and the deletion. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormSwitch } from '../../../components/forms/form-checkbox.tsx';
import { FormPanel } from '../../../components/forms/form-panel.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { FormText } from '../../../components/forms/form-text.tsx';
import { useRoles } from '../../roles/api/use-roles.ts';
import { roleKey } from '../../roles/use-role-name.ts';
import { type SsoSettings, useSettingsChange } from '../api/use-settings.ts';
import { bodyOf, draftOf, fieldOf } from '../settings-draft.ts';
import { DeleteProvider } from './delete-provider.tsx';
import { GroupRows } from './group-rows.tsx';
import { ProviderTest } from './provider-test.tsx';

/** Not translated: the same in every language. */
const ISSUER_START = 'https://';

export function SettingsForm({ settings }: { settings: SsoSettings }) {
  const { t } = useTranslation('users');
  const send = useSettingsChange();
  const roles = useRoles();
  const [isDeleting, setDeleting] = useState(false);
  const form = useFormState(draftOf(settings), { fieldOf });
  const isNew = settings.revision === 0;
  const roleOf = (key: string) => {
    const role = roles.data?.find((one) => roleKey(one) === key);
    const id = role?.id ?? null;
    return { role: role?.role ?? key, own_role_id: id === null ? null : String(id) };
  };
  return (
    <div className="stack gap-16 shrink">
      <FormPanel
        form={form}
        label={t('users:sso.provider')}
        saveLabel={t('users:sso.save')}
        done={t('users:sso.saved')}
        onSave={() =>
          send('v2.sso.settings.change', { body: bodyOf(form.values, settings.revision, roleOf) })
        }
      >
        <FormText
          label={t('users:sso.name')}
          help={t('users:sso.name-about')}
          isRequired
          maxLength={40}
          {...form.field('name')}
        />
        <FormText
          label={t('users:sso.issuer')}
          help={t('users:sso.issuer-about')}
          isRequired
          dir="ltr"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          placeholder={ISSUER_START}
          {...form.field('issuer')}
        />
        <FormText
          label={t('users:sso.client-id')}
          isRequired
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          {...form.field('client_id')}
        />
        <FormText
          label={t('users:sso.client-secret')}
          help={t(settings.has_secret ? 'users:sso.secret-stored' : 'users:sso.secret-about')}
          isRequired={!settings.has_secret}
          type="password"
          autoComplete="new-password"
          maxLength={500}
          {...form.field('client_secret')}
        />
        <ProviderTest values={form.values} />
        <FormText
          label={t('users:sso.claim')}
          help={t('users:sso.claim-about')}
          isRequired
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          {...form.field('group_claim')}
        />
        <GroupRows form={form} roles={roles.data ?? []} />
        <FormSwitch
          label={t('users:sso.creates')}
          help={t('users:sso.creates-about')}
          {...form.field('creates_users')}
        />
        <FormSwitch
          label={t('users:sso.passwords')}
          help={t('users:sso.passwords-about')}
          {...form.field('allows_passwords')}
        />
      </FormPanel>
      {!isNew && (
        <div className="row">
          <Button danger onClick={() => setDeleting(true)}>
            {t('users:sso.delete')}
          </Button>
        </div>
      )}
      {isDeleting && <DeleteProvider settings={settings} onClose={() => setDeleting(false)} />}
    </div>
  );
}
