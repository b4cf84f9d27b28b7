/** Requires the password, and optionally a code, before a critical change to the user's account. */

import { useTranslation } from 'react-i18next';
import { FormDialog, type FormDialogProps } from '../../../components/forms/form-dialog.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { FormText } from '../../../components/forms/form-text.tsx';

type PasswordDialogProps<A> = Omit<FormDialogProps<A>, 'saveLabel' | 'onSave' | 'children'> & {
  about: string;
  /** Also requires a code of the second factor. */
  asksCode?: boolean;
  onSave: (typed: { password: string; code: string }) => Promise<A>;
};

export function PasswordDialog<A>(props: PasswordDialogProps<A>) {
  const { about, asksCode = false, onSave, ...rest } = props;
  const { t } = useTranslation('account');
  const form = useFormState({ password: '', code: '' });
  const { password, code } = form.values;
  return (
    <FormDialog
      {...rest}
      form={form}
      saveLabel={t('account:go-on')}
      isBlocked={password === '' || (asksCode && code.trim() === '')}
      onSave={() => onSave(form.values)}
    >
      <p>{about}</p>
      <FormText
        label={t('account:password')}
        type="password"
        isRequired
        maxLength={200}
        autoComplete="current-password"
        {...form.field('password')}
      />
      {asksCode && (
        <FormText
          label={t('account:code')}
          help={t('account:code-hint')}
          isRequired
          dir="ltr"
          maxLength={40}
          autoComplete="one-time-code"
          {...form.field('code')}
        />
      )}
    </FormDialog>
  );
}
