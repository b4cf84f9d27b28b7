import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SecretOnce } from '../../../components/fields/secret-once.tsx';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { QueryState } from '../../../components/states/loaded.tsx';
import type { useForwarding } from '../api/use-forwarding.ts';
import { ForwardingFacts } from './forwarding-facts.tsx';
import { ForwardingTest } from './forwarding-test.tsx';
import { SecretRow } from './secret-row.tsx';
import { TargetForm } from './target-form.tsx';

export function TargetTab({ status }: { status: ReturnType<typeof useForwarding> }) {
  const { t } = useTranslation('forwarding');
  const [secret, setSecret] = useState<string>();
  const { data, error } = status;
  if (data === undefined) return <QueryState query={status} lines={8} />;
  const keepSecret = (created: string | null) => {
    if (created !== null) setSecret(created);
  };
  return (
    <>
      {error !== null && (
        <ErrorState error={error} onRetry={() => void status.refetch()} isCompact />
      )}
      {secret !== undefined && (
        <SecretOnce
          key={secret}
          title={t('forwarding:secret.new')}
          secret={secret}
          onStored={() => setSecret(undefined)}
        >
          <p>{t('forwarding:secret.use')}</p>
        </SecretOnce>
      )}
      <p className="muted prose below">{t('forwarding:about')}</p>
      <div className="forwarding__parts sides">
        <div className="forwarding__forms stack">
          <TargetForm status={data} onSecret={keepSecret} />
          <SecretRow status={data} onSecret={keepSecret} />
          <ForwardingTest status={data} />
        </div>
        <ForwardingFacts status={data} />
      </div>
    </>
  );
}
