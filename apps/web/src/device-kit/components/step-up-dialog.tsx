/**
 * Password dialog after many commands or writes in a short time; then repeats the request. It is part
 * of the confirmation: it shows no state itself, so the caller withdraws it if the state changes.
 */
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { FormText } from '../../components/forms/form-text.tsx';
import { ErrorAlert } from '../../components/states/error-alert.tsx';
import type { ApiError } from '../../lib/calls/api-error.ts';
import type { CommandRequest } from '../api/command-request.ts';

export interface StepUpDialogProps {
  readonly stepUp: {
    /** The command to submit; undefined if the request writes parameters. */
    readonly request?: Pick<CommandRequest, 'command'>;
    /** Reason why the last password was refused. */
    readonly error: ApiError | undefined;
  };
  readonly deviceName: string;
  readonly isSending: boolean;
  /** True while the state on which the user decided is read again. */
  readonly isOld?: boolean;
  /** Message if the state has changed, after which the request can only be cancelled. */
  readonly changed?: string | undefined;
  readonly onPassword: (password: string) => void;
  readonly onCancel: () => void;
}

export function StepUpDialog(props: StepUpDialogProps) {
  const { t } = useTranslation('control');
  const { request, error } = props.stepUp;
  const isBlocked = props.isOld === true || props.changed !== undefined;
  const [password, setPassword] = useState('');
  const [isTried, setTried] = useState(false);
  return (
    <Dialog
      open
      title={t('control:step-up.title')}
      onCancel={props.onCancel}
      footer={null}
      width={420}
    >
      <form
        className="stack gap-16"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // React propagates the event to a form around the dialog, although the DOM does not.
          event.stopPropagation();
          setTried(true);
          if (password !== '' && !props.isSending && !isBlocked) props.onPassword(password);
        }}
      >
        <p>
          {request === undefined
            ? t('control:step-up.body-write', { name: props.deviceName })
            : t('control:step-up.body', {
                order: t(`control:order.${request.command}`),
                name: props.deviceName,
              })}
        </p>
        <FormText
          label={t('control:step-up.password')}
          type="password"
          autoComplete="current-password"
          value={password}
          problem={isTried && password === '' ? t('control:step-up.password-required') : undefined}
          onChange={setPassword}
        />
        <ErrorAlert error={error} />
        {props.changed !== undefined && (
          <Alert type="warning" showIcon title={props.changed} role="alert" />
        )}
        <div className="line to-end">
          <Button onClick={props.onCancel}>{t('common:cancel')}</Button>
          <Button type="primary" htmlType="submit" loading={props.isSending} disabled={isBlocked}>
            {t('control:step-up.confirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
