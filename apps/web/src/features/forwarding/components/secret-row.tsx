/** The secret that signs the batches, and its replacement. */
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { type ForwardingStatus, useForwardingChanges } from '../api/use-forwarding.ts';

interface SecretRowProps {
  status: ForwardingStatus;
  onSecret: (secret: string | null) => void;
}

export function SecretRow({ status, onSecret }: SecretRowProps) {
  const { t } = useTranslation('forwarding');
  const errorText = useErrorText();
  const { change, keep } = useForwardingChanges();
  const [isAsking, setAsking] = useState(false);
  const rotate = () =>
    change.mutate(
      { body: { rotate_secret: true } },
      {
        onSuccess: (answer) => {
          keep(answer);
          setAsking(false);
          onSecret(answer.data.secret);
        },
      },
    );
  return (
    <section
      className="forwarding__secret stack gap-8 to-start"
      aria-label={t('forwarding:secret.title')}
    >
      <h2>{t('forwarding:secret.title')}</h2>
      {status.secret_prefix === null ? (
        <p>{t('forwarding:secret.none')}</p>
      ) : (
        <>
          <p>
            <bdi className="code ltr">{`${status.secret_prefix}…`}</bdi>{' '}
            <span className="hint">
              {t('forwarding:secret.since')} <Moment at={status.secret_changed_at} />
            </span>
          </p>
          <Button onClick={() => setAsking(true)}>{t('forwarding:secret.rotate')}</Button>
        </>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        isDanger
        title={t('forwarding:secret.rotate')}
        confirmLabel={t('forwarding:secret.confirm')}
        isBusy={change.isPending}
        onConfirm={rotate}
        onCancel={() => setAsking(false)}
      >
        <p>{t('forwarding:secret.rotate-body')}</p>
        {change.error !== null && (
          <Alert type="error" showIcon role="alert" title={errorText(change.error)} />
        )}
      </ConfirmDialog>
    </section>
  );
}
