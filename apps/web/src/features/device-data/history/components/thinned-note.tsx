/** Shows the time before which only quarter hours are stored (platform retention setting). */
import { useTranslation } from 'react-i18next';
import { ltrText } from '../../../../lib/formats/ltr-text.ts';
import { formatMoment } from '../../../../lib/formats/time-format.ts';
import { useRequiredSession } from '../../../../lib/session/use-session.ts';

/** `before`: epoch ms; renders nothing if undefined. */
export function ThinnedNote({ before }: { readonly before: number | undefined }) {
  const { t } = useTranslation('analysis');
  const { zone } = useRequiredSession().user;
  if (before === undefined) return null;
  const moment = ltrText(formatMoment(before, zone).slice(0, 16));
  return <p className="hint">{t('analysis:thinned', { moment })}</p>;
}
