/** Shows the time before which only quarter hours are stored (platform retention setting). */

import { ltrText } from '@busbar/domain/formats/ltr-text';
import { formatMoment } from '@busbar/domain/formats/time-format';
import { useTranslation } from 'react-i18next';
import { useRequiredSession } from '../../../../lib/session/use-session.ts';

/** `before`: epoch ms; renders nothing if undefined. */
export function ThinnedNote({ before }: { readonly before: number | undefined }) {
  const { t } = useTranslation('analysis');
  const { zone } = useRequiredSession().user;
  if (before === undefined) return null;
  const moment = ltrText(formatMoment(before, zone).slice(0, 16));
  return <p className="hint">{t('analysis:thinned', { moment })}</p>;
}
