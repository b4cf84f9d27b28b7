/** The stored readings of a meter by the settings that decoded them. */
import { formatCount } from '@busbar/domain/formats/number-format';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../../components/values/moment.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';
import type { Stretch } from './use-recompute.ts';

export function StretchList({ stretches }: { stretches: readonly Stretch[] }) {
  const { t } = useTranslation('serial-lines');
  const { tag } = useLanguage();
  return (
    <section className="stack gap-4" aria-label={t('serial-lines:recompute.stretches')}>
      <h3>{t('serial-lines:recompute.stretches')}</h3>
      <ul className="plain-list ruled">
        {stretches.map(({ first, last, readings, present }) => (
          <li key={first} className="row">
            <span className="grow-wide">
              {t(present ? 'serial-lines:recompute.present' : 'serial-lines:recompute.former')}
            </span>
            <span className="muted text-small ltr">
              <Moment at={first} /> – <Moment at={last} />
            </span>
            <span className="value">{formatCount(readings, tag)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
