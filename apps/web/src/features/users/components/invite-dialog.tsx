/** New user dialog: name, group, role with a preview of permissions; the password is shown once. */

import { useTranslation } from 'react-i18next';
import { FormCheckbox } from '../../../components/forms/form-checkbox.tsx';
import { FormDialog, WIDE } from '../../../components/forms/form-dialog.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { FormText } from '../../../components/forms/form-text.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { useRoles } from '../../roles/api/use-roles.ts';
import { useUserChanges } from '../api/use-users.ts';
import type { GeneratedPassword } from '../made-password.ts';
import { isMail, roleOf, type UserDraft, UserFields } from './user-fields.tsx';

const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._@+-]{2,63}$/u;

const isNameWrong = (name: string) => !NAME.test(name) || name.toLowerCase() === 'admin';

interface InviteDialogProps {
  onCreated: (password: GeneratedPassword) => void;
  onClose: () => void;
}

export function InviteDialog({ onCreated, onClose }: InviteDialogProps) {
  const { t } = useTranslation(['users', 'errors']);
  const { language } = useLanguage();
  const { group_id: ownGroup } = useRequiredSession().user;
  const roles = useRoles().data ?? [];
  const send = useUserChanges();
  const form = useFormState<UserDraft & { name: string; sendMail: boolean }>(
    () => ({ name: '', role: 'viewer', group: ownGroup, mail: '', sendMail: false }),
    {
      isEager: true,
      problems: ({ name }) =>
        isNameWrong(name.trim()) ? { name: t('errors:reason.user-name-invalid') } : undefined,
    },
  );
  const { role, group, sendMail } = form.values;
  const name = form.values.name.trim();
  const mail = form.values.mail.trim();
  const { problem: nameProblem, ...nameField } = form.field('name');
  return (
    <FormDialog
      form={form}
      width={WIDE}
      title={t('users:invite')}
      saveLabel={t('users:give')}
      isBlocked={!isMail(mail) || (sendMail && mail === '')}
      onSave={() =>
        send('v2.users.add', {
          body: {
            name,
            ...roleOf(role, roles),
            group_id: String(group),
            mail,
            ...(sendMail && { send_mail: true, language }),
          },
        })
      }
      onSaved={({ data }) =>
        onCreated({
          name,
          password: data.initial_password,
          mail: sendMail ? { to: mail, isSent: data.mailed } : null,
        })
      }
      onClose={onClose}
    >
      <FormText
        label={t('users:column.name')}
        help={t('users:name-hint')}
        isRequired
        maxLength={64}
        autoComplete="off"
        problem={name === '' ? undefined : nameProblem}
        {...nameField}
      />
      <UserFields form={form} />
      <FormCheckbox
        label={t('users:send-mail')}
        isDisabled={mail === ''}
        {...form.field('sendMail')}
      />
    </FormDialog>
  );
}
