/** Time of a sun timer as text: "Sunset", "15 min before sunset". */
import type { SunEvent } from '@busbar/domain/timer/sun-time';
import { useTranslation } from 'react-i18next';

export function SunTimeTexts({ sun, offset }: { sun: SunEvent; offset: number }) {
  const { t } = useTranslation('timers');
  if (offset === 0) return t(`timers:sun.${sun}`);
  const side = offset < 0 ? 'before' : 'after';
  return t(`timers:sun.${side}-${sun}`, { minutes: Math.abs(offset) });
}
