/** The most serious open alarm of a device, and how many more there are. */
import { ExclamationCircleFilled } from '@ant-design/icons';
import { formatNumber } from '@busbar/domain/formats/number-format';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../components/states/state-tag.tsx';
import { useLanguage } from '../../i18n/use-language.ts';
import { alarmTypeOf } from '../alarm.ts';

interface OpenAlarmProps {
  readonly alarm: { readonly alarmCount: number; readonly alarmType: string | null };
}

export function OpenAlarm({ alarm: { alarmCount, alarmType } }: OpenAlarmProps) {
  const { t } = useTranslation(['devices', 'alarms']);
  const { tag } = useLanguage();
  if (alarmCount === 0 || alarmType === null) return '–';
  const more = alarmCount - 1;
  return (
    <span className="line inline gap-text">
      <StateTag tone="alarm" icon={<ExclamationCircleFilled />} isPlain>
        {openAlarmName(alarmType, t)}
      </StateTag>
      {more > 0 && (
        <span className="muted text-small" title={t('devices:load.more-alarms', { count: more })}>
          <bdi className="ltr" aria-hidden="true">
            +{formatNumber(more, 0, tag)}
          </bdi>
          <span className="visually-hidden">{t('devices:load.more-alarms', { count: more })}</span>
        </span>
      )}
    </span>
  );
}

/** Name of an alarm type; a type of another version is shown as it is. */
export function openAlarmName(type: string, t: TFunction): string {
  const known = alarmTypeOf(type);
  return known === undefined ? type : t(`alarms:type.${known}`);
}
