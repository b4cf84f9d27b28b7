/** An error in the user's words: by its reason, else the server's own sentence, else by its kind. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../lib/api-error.ts';

/** Answers the sentence for an error; the only place that turns errors into words. */
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
  // Who is signed in typed no name: the sentence of the sign-in is not theirs.
  const isOwnPassword = error.reason === 'bad-credentials' && error.field === 'password';
  if (isOwnPassword) return t('errors:own-password-wrong');
  const key = `errors:reason.${error.reason}`;
  if (error.reason !== undefined && exists(key)) return t(key);
  if (error.kind === 'refused' && error.msg !== '') return error.msg;
  // A proxy in front of the server answers without the server's envelope.
  const status = `errors:status.${error.status}`;
  return exists(status) ? t(status) : t(`errors:kind.${error.kind}`);
}
