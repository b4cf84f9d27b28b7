/** Error texts in the user's language: by reason, else the server's message, else by error kind. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../lib/calls/api-error.ts';

/** Returns the text of an error; the only place that converts errors to text. */
export function useErrorText(): (error: unknown) => string {
  const { t, i18n } = useTranslation('errors');
  return useCallback((error: unknown) => errorText(error, t, (key) => i18n.exists(key)), [t, i18n]);
}

export function errorText(
  error: unknown,
  t: (key: string) => string,
  exists: (key: string) => boolean,
): string {
  if (!isApiError(error)) return t('errors:kind.failed');
  // If a signed-in user enters a wrong password, the sign-in message about user name and password
  // does not apply.
  const isOwnPassword = error.reason === 'bad-credentials' && error.field === 'password';
  if (isOwnPassword) return t('errors:own-password-wrong');
  const key = `errors:reason.${error.reason}`;
  if (error.reason !== undefined && exists(key)) return t(key);
  if (error.kind === 'refused' && error.msg !== '') return error.msg;
  // A proxy in front of the server responds without the server's JSON envelope.
  const status = `errors:status.${error.status}`;
  return exists(status) ? t(status) : t(`errors:kind.${error.kind}`);
}
