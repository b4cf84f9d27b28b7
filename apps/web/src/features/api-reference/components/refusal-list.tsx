/** The complete list of refusals: machine-readable reason, codes, and the sentence for users. */
import type { RefusalRow } from '@busbar/contract/openapi';
import { useTranslation } from 'react-i18next';

interface RefusalListProps {
  refusals: readonly RefusalRow[];
  textOf: (reason: string) => string;
}

export function RefusalList({ refusals, textOf }: RefusalListProps) {
  const { t } = useTranslation('api-reference');
  return (
    <section className="stack gap-8" aria-labelledby="refusals">
      <h2 id="refusals">{t('api-reference:refusals.title')}</h2>
      <p>{t('api-reference:refusals.about')}</p>
      <dl className="reference__fields">
        {refusals.map(({ reason, code, status }) => (
          <div key={reason}>
            <dt className="row gap-text">
              <bdi className="code ltr">{reason}</bdi>
              <bdi className="code ltr muted text-tiny strong">
                {code} · HTTP {status}
              </bdi>
            </dt>
            <dd>{textOf(reason)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
