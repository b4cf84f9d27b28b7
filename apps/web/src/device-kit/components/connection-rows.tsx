/** Connection parameters as rows, each with a copy button. */
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../components/fields/copy-button.tsx';
import './connection-rows.css';

type ConnectionRow = readonly [label: string, value: string];

export function ConnectionRows({ rows }: { rows: readonly ConnectionRow[] }) {
  return (
    <dl className="connection">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="line spread">
            <bdi className="code ltr breakable">{value}</bdi>
            <CopyButton text={value} what={label} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface DtuParameters {
  readonly code: string;
  /** Null if the platform accepts no DTUs. */
  readonly port: number | null;
  readonly secret: string;
  /** Empty if the DTU sends none. */
  readonly heartbeat: string;
}

/** Settings of a DTU in transparent mode; undefined if the platform accepts none. */
export function useDtuRows({ code, port, secret, heartbeat }: DtuParameters) {
  const { t } = useTranslation('devices');
  if (port === null) return undefined;
  const rows: ConnectionRow[] = [
    [t('devices:connection.host'), location.hostname],
    [t('devices:connection.port'), String(port)],
    [t('devices:connection.registration'), `${code}:${secret}`],
  ];
  if (heartbeat !== '') rows.push([t('devices:connection.heartbeat'), heartbeat]);
  return rows;
}
