/** Reasons why a day may still change, as text with an icon. */
import { ClockCircleOutlined, QuestionCircleOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../../components/states/state-tag.tsx';

export function DayMarks({ day }: { day: { provisional: boolean; estimated: boolean } }) {
  const { t } = useTranslation('fees');
  return (
    <span className="row inline gap-text">
      {day.provisional && (
        <StateTag
          tone="late"
          icon={<ClockCircleOutlined />}
          isPlain
          title={t('fees:provisional-why')}
        >
          {t('fees:provisional')}
        </StateTag>
      )}
      {day.estimated && (
        <StateTag
          tone="warning"
          icon={<QuestionCircleOutlined />}
          isPlain
          title={t('fees:estimated-why')}
        >
          {t('fees:estimated')}
        </StateTag>
      )}
      {!day.provisional && !day.estimated && '–'}
    </span>
  );
}
