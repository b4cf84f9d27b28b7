import { formatCount } from '@busbar/domain/formats/number-format';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/use-language.ts';
import type { Health } from '../health.ts';

/** Device messages of the last day that were rejected as implausible, by reason. */
export function RejectedTable({ rejected }: { rejected: Health['rejected'] }) {
  const { tag } = useLanguage();
  const { t } = useTranslation(['operations', 'log']);
  if (rejected.length === 0) return <p>{t('operations:rejected-none')}</p>;
  return (
    <table className="plain-table">
      <thead>
        <tr>
          <th scope="col">{t('operations:reason')}</th>
          <th scope="col" className="is-amount">
            {t('operations:count')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rejected.map(({ reason, count }) => (
          <tr key={reason}>
            <th scope="row">{t(`log:rejected.reason.${reason}`, { defaultValue: reason })}</th>
            <td className="is-amount">{formatCount(count, tag)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
