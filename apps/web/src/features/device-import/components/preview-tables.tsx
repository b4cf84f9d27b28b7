/** The two tables of a preview; on a narrow screen they scroll separately. */
import { useTranslation } from 'react-i18next';
import type { Preview } from '../api/use-import.ts';

export function ProblemTable({ preview }: { preview: Preview }) {
  const { t, i18n } = useTranslation('device-import');
  const title = t('device-import:problem.title', { count: preview.problem_count });
  const more = preview.problem_count - preview.problems.length;
  // A newer server may return unknown keys.
  const textOf = (key: string, plain: string) => (i18n.exists(key) ? t(key) : plain);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className="import__scroll panel" aria-label={title} tabIndex={0}>
        <table className="plain-table">
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t('device-import:problem.row')}</th>
              <th scope="col">{t('device-import:problem.column')}</th>
              <th scope="col">{t('device-import:problem.value')}</th>
              <th scope="col">{t('device-import:problem.why')}</th>
            </tr>
          </thead>
          <tbody>
            {preview.problems.map(({ row, column, reason, value, other_row: other }) => (
              <tr key={`${row} ${column} ${reason}`}>
                <th scope="row" className="ltr">
                  {row}
                </th>
                <td>{textOf(`device-import:column.${column}`, column)}</td>
                <td>
                  {value === '' ? '–' : <bdi className="import__value breakable">{value}</bdi>}
                </td>
                <td>
                  {other === null
                    ? textOf(`device-import:reason.${reason}`, reason)
                    : t('device-import:reason.code-repeated', { row: other })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {more > 0 && <p>{t('device-import:problem.more', { count: more })}</p>}
    </>
  );
}

export function DeviceTable({ preview }: { preview: Preview }) {
  const { t } = useTranslation(['device-import', 'devices']);
  const title = t('device-import:device.title', {
    shown: preview.devices.length,
    all: preview.good,
  });
  const kinds = Object.entries(preview.kinds);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className="import__scroll panel" aria-label={title} tabIndex={0}>
        <table className="plain-table">
          <caption>
            {title}{' '}
            <span className="muted plain">
              {kinds
                .map(([kind, count]) => `${t(`device-import:kind.${kind}`)}: ${count}`)
                .join(' · ')}
            </span>
          </caption>
          <thead>
            <tr>
              <th scope="col">{t('device-import:problem.row')}</th>
              {(['code', 'name', 'type', 'group', 'rate', 'address'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`device-import:column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.devices.map((device) => (
              <tr key={device.row}>
                <td className="ltr">{device.row}</td>
                <th scope="row">
                  <bdi className="code ltr">{device.device_code}</bdi>
                </th>
                <td dir="auto">{device.device_name}</td>
                <td>
                  {device.kind === 'slave' ? t('device-import:kind.slave') : device.device_type}
                </td>
                <td dir="auto">{device.group_name}</td>
                <td dir="auto">{device.rate_name}</td>
                <td dir="auto">{device.address === '' ? '–' : device.address}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
