/** The tariff versions in force on the days, with their prices. */

import { ltrText } from '@busbar/domain/formats/ltr-text';
import { formatUnitPrice } from '@busbar/domain/formats/money-format';
import { TARIFF_BANDS } from '@busbar/domain/tariff/band';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/use-language.ts';
import type { Explanation, FeeLine } from '../api/use-explanation.ts';
import { isBilled } from '../step-kind.ts';

export function StoryTariffs({ story, currency }: { story: Explanation; currency: string }) {
  const { t } = useTranslation(['explanation', 'common']);
  const { tag } = useLanguage();
  if (!isBilled(story)) return null;
  const versions = versionsOf(story);
  return (
    <section className="stack gap-8">
      <h2>{t('explanation:tariff.title')}</h2>
      {versions.length === 0 && <p>{t('explanation:tariff.none')}</p>}
      {versions.map(([version, prices]) => (
        <div key={`${version.rate_name} ${version.rate_version}`}>
          <p>
            {version.rate_start_day === null
              ? t('explanation:tariff.always', {
                  name: version.rate_name,
                  version: version.rate_version,
                })
              : t('explanation:tariff.since', {
                  name: version.rate_name,
                  version: version.rate_version,
                  date: ltrText(version.rate_start_day),
                })}
          </p>
          {prices === null ? (
            <p>{t('common:no-tariff')}</p>
          ) : (
            <dl className="row gap-wide">
              {TARIFF_BANDS.map((band, at) => (
                <div key={band} className="line">
                  <dt>{t(`explanation:register.${band}`)}</dt>
                  <dd className="ltr">{formatUnitPrice(prices.get(at + 1) ?? 0, currency, tag)}</dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      ))}
      {versions.length > 0 && <p className="faint">{t('explanation:tariff.unit')}</p>}
    </section>
  );
}

/** Lists each version once, with its prices by band number; null for a version without prices. */
function versionsOf(story: Explanation): [FeeLine, Map<number, number> | null][] {
  const versions = new Map<string, [FeeLine, Map<number, number> | null]>();
  for (const line of story.days.flatMap((day) => day.lines)) {
    const key = `${line.rate_name} ${line.rate_version}`;
    const known = versions.get(key) ?? [line, line.price === null ? null : new Map()];
    if (line.price !== null) known[1]?.set(line.band, line.price);
    versions.set(key, known);
  }
  return [...versions.values()];
}
