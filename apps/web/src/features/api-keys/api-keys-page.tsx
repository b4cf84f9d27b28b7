/** API keys for the customer's programs to read its data: created, shown once and revoked here. */

import { API_SCOPES, type ApiScope } from '@busbar/domain/access/api-scope';
import { KEY_PER_MINUTE } from '@busbar/domain/access/key-limit';
import { Link } from '@tanstack/react-router';
import { Switch } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SecretOnce } from '../../components/fields/secret-once.tsx';
import { AddButton } from '../../components/forms/add-button.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { PageHeading } from '../../components/menu/page-heading.tsx';
import { ErrorAlert } from '../../components/states/error-alert.tsx';
import { RootGroupNote } from '../../components/states/root-group-note.tsx';
import { localPages } from '../../components/table/local-pages.ts';
import { QueryTable } from '../../components/table/query-table.tsx';
import { useTable } from '../../components/table/use-table.ts';
import { PATHS } from '../../config/paths.ts';
import { useIsInRootGroup } from '../../lib/session/use-may.ts';
import { type ApiKey, useApiKeyChanges, useApiKeys } from './api/use-api-keys.ts';
import { LimitsDialog } from './components/limits-dialog.tsx';
import { NewKeyDialog } from './components/new-key-dialog.tsx';
import { RevokeDialog } from './components/revoke-dialog.tsx';
import { useKeyColumns } from './use-key-columns.tsx';

/** A key that was just created. Its plain text exists only here. */
interface CreatedKey {
  readonly key: string;
  readonly scopes: readonly ApiScope[];
}

const EXAMPLES: Readonly<Record<ApiScope, string>> = {
  'read:devices': '/api/v2/devices',
  'read:readings': '/api/v2/energy?date_type=day',
  'read:alarms': '/api/v2/alarms',
};

export function ApiKeysPage() {
  const { t } = useTranslation('api-keys');
  const table = useTable('api-keys');
  const keys = useApiKeys();
  const [isAdding, setAdding] = useState(false);
  const [created, setCreated] = useState<CreatedKey>();
  const [revoked, setRevoked] = useState<ApiKey>();
  const [limited, setLimited] = useState<ApiKey>();
  const columns = useKeyColumns({ onLimit: setLimited, onRevoke: setRevoked });
  const pace = {
    usual: keys.data?.usual_per_minute ?? KEY_PER_MINUTE.usual,
    most: keys.data?.most_per_minute ?? KEY_PER_MINUTE.most,
  };
  return (
    <>
      <PageHeading />
      {created !== undefined && (
        <SecretOnce
          key={created.key}
          title={t('api-keys:made')}
          secret={created.key}
          onStored={() => setCreated(undefined)}
        >
          <p>{t('api-keys:use')}</p>
          <pre className="code ltr">{exampleCall(created)}</pre>
        </SecretOnce>
      )}
      {(keys.data !== undefined || keys.error === null) && (
        <AllowSwitch isOn={keys.data?.use_platform_api_flag} />
      )}
      <QueryTable
        label={t('api-keys:title')}
        table={table}
        columns={columns}
        rowKey={(row) => row.id}
        query={localPages({ ...keys, data: keys.data?.list }, table)}
        actions={
          <AddButton disabled={keys.data === undefined} onClick={() => setAdding(true)}>
            {t('api-keys:add')}
          </AddButton>
        }
        empty={{ title: t('api-keys:empty'), body: t('api-keys:empty-body') }}
        exportName={t('api-keys:file')}
      />
      {isAdding && (
        <NewKeyDialog
          pace={pace}
          onCreated={({ key }, scopes) => {
            setCreated({ key, scopes });
            setAdding(false);
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {limited !== undefined && (
        <LimitsDialog
          key={limited.id}
          apiKey={limited}
          most={pace.most}
          onClose={() => setLimited(undefined)}
        />
      )}
      {revoked !== undefined && (
        <RevokeDialog key={revoked.id} apiKey={revoked} onClose={() => setRevoked(undefined)} />
      )}
    </>
  );
}

/** An example call that the key authorizes, ready to paste. */
function exampleCall({ key, scopes }: CreatedKey): string {
  const scope = API_SCOPES.find((one) => scopes.includes(one)) ?? 'read:devices';
  const address = `${window.location.origin}${EXAMPLES[scope]}`;
  return `curl -H "Authorization: Bearer ${key}" "${address}"`;
}

/** The customer's main switch: if off, no key is accepted. Reserves its space while loading. */
function AllowSwitch({ isOn }: { isOn: boolean | undefined }) {
  const { t } = useTranslation('api-keys');
  const send = useApiKeyChanges();
  const { run, isBusy, error } = useAction({ showsError: true });
  const isInRootGroup = useIsInRootGroup();
  const id = useId();
  const set = (next: boolean) =>
    run(
      () => send('v2.forwarding.change', { body: { use_platform_api_flag: next } }),
      t(next ? 'api-keys:turned-on' : 'api-keys:turned-off'),
    );
  return (
    <div
      className="stack gap-8 panel below"
      style={{ visibility: isOn === undefined ? 'hidden' : 'visible' }}
    >
      <label htmlFor={id} className="line">
        <Switch
          id={id}
          checked={isOn === true}
          loading={isBusy}
          disabled={!isInRootGroup}
          aria-describedby={`${id}-about`}
          onChange={set}
        />
        {t('api-keys:allow')}
      </label>
      <p id={`${id}-about`} className="muted prose">
        {t(isOn === true ? 'api-keys:allow-on' : 'api-keys:allow-off')}
      </p>
      <RootGroupNote />
      <p className="prose">
        <Link to={PATHS.apiReference}>{t('api-keys:reference')}</Link>
      </p>
      <ErrorAlert error={error} />
    </div>
  );
}
