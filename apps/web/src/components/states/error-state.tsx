import { WarningOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../i18n/error-text.ts';
import type { ApiError } from '../../lib/calls/api-error.ts';

interface ErrorStateProps {
  error: ApiError;
  onRetry: () => void;
  /** A single line above outdated content that is still displayed. */
  isCompact?: boolean;
}

/** Error with its request id for support, and a retry button. */
export function ErrorState({ error, onRetry, isCompact = false }: ErrorStateProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (
    <div className={isCompact ? 'state state-error is-compact' : 'state state-error'} role="alert">
      <WarningOutlined className="state-icon" aria-hidden="true" />
      <p className="state-title">{errorText(error)}</p>
      {error.requestId !== undefined && (
        <p className="state-body">
          {t('error.request-id')} <bdi className="code ltr">{error.requestId}</bdi>
        </p>
      )}
      <div className="state-action">
        <Button size="small" onClick={onRetry}>
          {t('error.retry')}
        </Button>
      </div>
    </div>
  );
}
