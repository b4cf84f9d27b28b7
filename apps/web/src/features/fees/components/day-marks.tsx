/** Reasons why a day may still change; an estimate leads administrators to its correction. */
import { ClockCircleOutlined, QuestionCircleOutlined } from '@ant-design/icons';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../../components/states/state-tag.tsx';
import { PATHS } from '../../../config/paths.ts';
import { useMay } from '../../../lib/session/use-may.ts';

interface DayMarksProps {
  readonly day: {
    readonly date: string;
    readonly device_code: string;
    readonly provisional: boolean;
    readonly estimated: boolean;
  };
}

export function DayMarks({ day }: DayMarksProps) {
  const { t } = useTranslation('fees');
  const mayCorrect = useMay('energy.correct');
  const estimated = (
    <StateTag
      tone="warning"
      icon={<QuestionCircleOutlined />}
      isPlain
      title={t('fees:estimated-why')}
    >
      {t('fees:estimated')}
    </StateTag>
  );
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
      {day.estimated &&
        (mayCorrect ? (
          <Link
            to={PATHS.energyRepair}
            search={{ device: day.device_code, start: day.date, end: day.date }}
          >
            {estimated}
          </Link>
        ) : (
          estimated
        ))}
      {!day.provisional && !day.estimated && '–'}
    </span>
  );
}
