/** Result of each part. */
import { CheckCircleFilled, CloseCircleFilled, SyncOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { Answer } from '../../../lib/calls/call-types.ts';

type Result = Answer<'v2.device-deploy'>['data']['parts'][number];

export function CopyResults({ results }: { results: readonly Result[] }) {
  const { t, i18n } = useTranslation(['device-deploy', 'errors']);
  const reasonText = ({ reason, msg }: Result) => {
    const key = `errors:reason.${reason}`;
    return i18n.exists(key) ? t(key) : msg;
  };
  return (
    <ul
      className="deploy__results stack gap-8"
      role="status"
      aria-label={t('device-deploy:copy.results')}
    >
      {results.map((result) => (
        <li key={result.part} data-result={result.result}>
          {result.result === 'refused' ? (
            <CloseCircleFilled aria-hidden />
          ) : result.result === 'started' ? (
            <SyncOutlined aria-hidden />
          ) : (
            <CheckCircleFilled aria-hidden />
          )}{' '}
          {t(`device-deploy:part.${result.part}`)}: {t(`device-deploy:result.${result.result}`)}
          {result.result === 'refused' && ` – ${reasonText(result)}`}
        </li>
      ))}
    </ul>
  );
}
