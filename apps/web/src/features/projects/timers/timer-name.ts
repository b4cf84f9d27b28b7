/** Description of a timer: "Close, 15 min before sunset". */
import { useTranslation } from 'react-i18next';
import type { ProjectTimer } from '../api/use-project-timers.ts';

export function useTimerName() {
  const { t } = useTranslation(['timers', 'control', 'project-timers']);
  return ({ op, sun, offset, time }: ProjectTimer): string => {
    const name = t(`control:order.${op}`);
    if (sun !== 'sunrise' && sun !== 'sunset') {
      return t('project-timers:name', { order: name, when: time });
    }
    const key = offset === 0 ? sun : (`${offset < 0 ? 'before' : 'after'}-${sun}` as const);
    const when = t(`timers:sun.${key}`, { minutes: Math.abs(offset) });
    return t('project-timers:name', { order: name, when });
  };
}
