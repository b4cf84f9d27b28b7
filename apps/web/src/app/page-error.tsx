/** Error page: the error, the request id for support, and a link to continue. */
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../i18n/error-text.ts';
import { isApiError } from '../lib/calls/api-error.ts';

export function PageError({ error }: ErrorComponentProps) {
  const { t } = useTranslation();
  const router = useRouter();
  const errorText = useErrorText();
  const requestId = isApiError(error) ? error.requestId : undefined;
  return (
    <div className="plain-page" role="alert">
      <h1>{t('page-error.title')}</h1>
      <p>{errorText(error)}</p>
      {requestId !== undefined && (
        <p>
          {t('error.request-id')} <bdi className="code ltr">{requestId}</bdi>
        </p>
      )}
      <button type="button" onClick={() => void router.invalidate()}>
        {t('error.retry')}
      </button>
    </div>
  );
}
