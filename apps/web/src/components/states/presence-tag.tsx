import { CheckCircleFilled, ClockCircleOutlined, DisconnectOutlined } from '@ant-design/icons';
import { formatAge } from '@busbar/domain/formats/time-format';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language.ts';
import { useAgeMs } from '../values/age.tsx';
import { StateTag, type StateTone } from './state-tag.tsx';

const LOOKS = {
  online: { tone: 'good', Icon: CheckCircleFilled },
  late: { tone: 'late', Icon: ClockCircleOutlined },
  offline: { tone: 'neutral', Icon: DisconnectOutlined },
} as const satisfies Record<string, { tone: StateTone; Icon: typeof CheckCircleFilled }>;

interface PresenceTagProps {
  /** Presence as returned by the API: online, late or offline. */
  presence: string;
  /** Time the device was last seen, ms; displayed on hover. */
  heardAt?: number | null;
  isPlain?: boolean;
}

/** Presence of a device: online, late or offline, with the time since it was last seen on hover. */
export function PresenceTag({ presence, heardAt, isPlain = true }: PresenceTagProps) {
  const { t } = useTranslation();
  const { tag } = useLanguage();
  const age = useAgeMs(heardAt);
  const shown = presence === 'online' || presence === 'late' ? presence : 'offline';
  const { tone, Icon } = LOOKS[shown];
  return (
    <StateTag
      tone={tone}
      icon={<Icon />}
      isPlain={isPlain}
      title={age === null ? t('age.never') : formatAge(age, tag)}
    >
      {t(`presence.${shown}`)}
    </StateTag>
  );
}
