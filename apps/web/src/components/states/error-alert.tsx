/** Error of a failed call: the server's message, with a button for the remedy. */
import { Alert, Button } from 'antd';
import { useErrorText } from '../../i18n/error-text.ts';
import { isApiError } from '../../lib/calls/api-error.ts';

interface ErrorAlertProps {
  /** Renders nothing without an error. */
  error: unknown;
  /** A button that usually refetches data which another user has changed. */
  remedy?: {
    label: string;
    /** The reason to which the remedy applies; defaults to every error. */
    reason?: string;
    onClick: () => void;
  };
}

export function ErrorAlert({ error, remedy }: ErrorAlertProps) {
  const errorText = useErrorText();
  if (error == null) return null;
  const isOffered =
    remedy !== undefined &&
    (remedy.reason === undefined || (isApiError(error) && remedy.reason === error.reason));
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={errorText(error)}
      action={
        isOffered && (
          <Button size="small" onClick={remedy.onClick}>
            {remedy.label}
          </Button>
        )
      }
    />
  );
}
