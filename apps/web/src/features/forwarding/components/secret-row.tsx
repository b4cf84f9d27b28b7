/** The secret that signs the batches, and its replacement. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { type ForwardingStatus, useForwardingChange } from '../api/use-forwarding.ts';

interface SecretRowProps {
  status: ForwardingStatus;
  onSecret: (secret: string | null) => void;
}

export function SecretRow({ status, onSecret }: SecretRowProps) {
  const { t } = useTranslation('forwarding');
  const change = useForwardingChange();
  const [isAsking, setAsking] = useState(false);
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
            <span className="hint prose">
              {t('forwarding:secret.since')} <Moment at={status.secret_changed_at} />
            </span>
          </p>
          <Button onClick={() => setAsking(true)}>{t('forwarding:secret.rotate')}</Button>
        </>
      )}
      {isAsking && (
        <FormDialog
          isDanger
          title={t('forwarding:secret.rotate')}
          saveLabel={t('forwarding:secret.confirm')}
          onSave={() => change({ rotate_secret: true })}
          onSaved={({ secret }) => {
            setAsking(false);
            onSecret(secret);
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t('forwarding:secret.rotate-body')}</p>
        </FormDialog>
      )}
    </section>
  );
}
