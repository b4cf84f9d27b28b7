/** Why a call failed, in the server's sentence, and the step that mends it beside the sentence. */
import { Alert, Button } from 'antd';
import { useErrorText } from '../i18n/error-text.ts';
import type { ApiError } from '../lib/api-error.ts';

interface ErrorAlertProps {
  /** There is none yet: nothing is shown. */
  error: ApiError | null | undefined;
  /** Mostly: read again what somebody else has changed meanwhile. */
  remedy?: {
    label: string;
    /** The one reason it helps with; absent: it helps with every error. */
    reason?: string;
    onClick: () => void;
  };
}

export function ErrorAlert({ error, remedy }: ErrorAlertProps) {
  const errorText = useErrorText();
  if (error == null) return null;
  const isOffered =
    remedy !== undefined && (remedy.reason === undefined || remedy.reason === error.reason);
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
