/** All details of one entry: user, address, session, and the values before and after. */

import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { DeviceName } from '../../../components/device-tree/device-name.tsx';
import { SideDrawer } from '../../../components/dialogs/side-drawer.tsx';
import type { SearchChange } from '../../../components/table/use-list-search.ts';
import { Facts } from '../../../components/values/facts.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { LogStatus } from '../../log/components/log-status.tsx';
import { useLogTexts } from '../../log/use-log-texts.ts';
import { type AuditEntry, statusOf } from '../api/use-audit.ts';
import type { AuditSearch } from '../audit-search.ts';
import { changedFields, otherFields } from '../changed-fields.ts';

interface AuditDrawerProps {
  entry: AuditEntry | undefined;
  onClose: () => void;
  onFilter: (part: SearchChange<AuditSearch>) => void;
}

export function AuditDrawer({ entry, onClose, onFilter }: AuditDrawerProps) {
  const { t } = useTranslation(['audit', 'log']);
  const texts = useLogTexts();
  const title =
    entry === undefined ? '' : t('audit:drawer.title', { command: texts.command(entry.command) });
  return (
    <SideDrawer open={entry !== undefined} onClose={onClose} size={480} title={title}>
      {entry !== undefined && (
        <>
          <Facts rows={factsOf(entry)} />
          <div className="audit-drawer-ways row">
            {entry.user_id !== null && (
              <Button onClick={() => onFilter({ user: entry.user_id! })}>
                {t('audit:drawer.user')}
              </Button>
            )}
            {entry.session !== '' && (
              <Button onClick={() => onFilter({ text: entry.session })}>
                {t('audit:drawer.session')}
              </Button>
            )}
          </div>
          <Changes entry={entry} />
          <Others entry={entry} />
        </>
      )}
    </SideDrawer>
  );

  function factsOf(row: AuditEntry) {
    const refusal = texts.refusal(row.status);
    return [
      [t('audit:column.seq'), <Code key="seq" text={row.seq === null ? '' : String(row.seq)} />],
      [t('log:column.time'), <Moment key="time" at={row.ts} />],
      [t('log:column.user'), <bdi key="user">{row.user_name || t('audit:platform')}</bdi>],
      [t('log:column.address'), <Code key="address" text={row.client_address} />],
      [t('audit:column.session'), <Code key="session" text={row.session} />],
      [t('log:column.module'), texts.module(row.module)],
      [t('log:column.status'), <LogStatus key="status" status={statusOf(row)} />],
      ...(statusOf(row) === row.status
        ? []
        : [[t('audit:drawer.written'), texts.status(row.status)] as const]),
      ...(refusal === undefined ? [] : [[t('log:drawer.refusal'), refusal] as const]),
      ...(row.device_code === ''
        ? []
        : ([
            [t('log:column.device'), <Code key="device" text={row.device_code} />],
            [
              t('log:column.device-name'),
              <DeviceName key="name" name={row.device_name} code={row.device_code} />,
            ],
          ] as const)),
      ...(row.command_id === null
        ? []
        : [[t('log:drawer.command-id'), <Code key="id" text={row.command_id} />] as const]),
    ] as const;
  }
}

function Code({ text }: { text: string }) {
  return <bdi className="code ltr">{text === '' ? '–' : text}</bdi>;
}

function Changes({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  const fields = changedFields(entry.detail);
  if (fields.length === 0) return null;
  return (
    <table className="plain-table audit-changes">
      <caption>{t('audit:drawer.changes')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('audit:drawer.field')}</th>
          <th scope="col">{t('audit:drawer.before')}</th>
          <th scope="col">{t('audit:drawer.after')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, before, after, isChanged }) => (
          <tr key={name} data-changed={isChanged}>
            <th scope="row">
              <bdi className="code">{name === '' ? t('audit:drawer.state') : name}</bdi>
            </th>
            <td>
              <bdi>{before ?? '–'}</bdi>
            </td>
            <td>
              <bdi>{after ?? '–'}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Others({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  const fields = otherFields(entry.detail);
  if (fields.length === 0) return null;
  return (
    <section className="audit-others">
      <h2>{t('audit:drawer.more')}</h2>
      <dl className="facts">
        {fields.map(([name, text]) => (
          <div key={name}>
            <dt>
              <bdi className="code">{name}</bdi>
            </dt>
            <dd>
              <bdi>{text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
