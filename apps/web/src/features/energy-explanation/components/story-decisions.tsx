/** Corrections in force that administrators made to readings of these days. */

import { ltrText } from '@busbar/domain/formats/ltr-text';
import { formatMoment } from '@busbar/domain/formats/time-format';
import { useTranslation } from 'react-i18next';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import type { Explanation } from '../api/use-explanation.ts';
import { useAmountText } from '../use-step-texts.ts';

export function StoryDecisions({ story }: { story: Explanation }) {
  const { t } = useTranslation('explanation');
  const { zone } = useRequiredSession().user;
  const { energy } = useAmountText();
  const moment = (at: number) => ltrText(formatMoment(at, zone));
  return (
    <section className="stack gap-8">
      <h2>{t('explanation:decisions.title')}</h2>
      {story.overrides.length === 0 ? (
        <p>{t('explanation:decisions.none')}</p>
      ) : (
        <ul className="why__list stack">
          {story.overrides.map((override) => (
            <li key={override.id} className="stack gap-4">
              <p>
                {t(`explanation:decision.${override.decision}`, {
                  reading: moment(override.register_ts),
                  energy: energy(override.energy ?? 0),
                })}{' '}
                {t(
                  override.channel === null
                    ? 'explanation:decisions.all-channels'
                    : 'explanation:decisions.one-channel',
                )}
              </p>
              <p className="faint">
                {t('explanation:decisions.by', {
                  user: override.decided_by,
                  at: moment(override.decided_at),
                })}{' '}
                <q>{override.reason}</q>
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
