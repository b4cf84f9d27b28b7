/** State tags of mains and users: text with icon and colour. */
import {
  CheckCircleFilled,
  ClockCircleOutlined,
  MinusCircleOutlined,
  PoweroffOutlined,
  QuestionCircleOutlined,
  ThunderboltFilled,
  UserOutlined,
  WarningFilled,
} from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StateTag, type StateTone } from '../../../components/states/state-tag.tsx';

const MAINS: Readonly<Record<string, { tone: StateTone; icon: ReactNode }>> = {
  present: { tone: 'good', icon: <ThunderboltFilled /> },
  failing: { tone: 'warning', icon: <WarningFilled /> },
  absent: { tone: 'alarm', icon: <PoweroffOutlined /> },
  returning: { tone: 'info', icon: <ClockCircleOutlined /> },
};
const UNKNOWN = { tone: 'unknown' as const, icon: <QuestionCircleOutlined /> };

export function MainsTag({ mains, isPlain = false }: { mains: string; isPlain?: boolean }) {
  const { t } = useTranslation('towers');
  const known = Object.hasOwn(MAINS, mains) ? mains : 'unknown';
  return (
    <StateTag {...(MAINS[mains] ?? UNKNOWN)} isPlain={isPlain}>
      {t(`towers:mains.${known}`)}
    </StateTag>
  );
}

const USER: Readonly<Record<string, { tone: StateTone; icon: ReactNode }>> = {
  on: { tone: 'good', icon: <CheckCircleFilled /> },
  'off-period': { tone: 'neutral', icon: <ClockCircleOutlined /> },
  cut: { tone: 'alarm', icon: <PoweroffOutlined /> },
  held: { tone: 'warning', icon: <ClockCircleOutlined /> },
  queued: { tone: 'info', icon: <ClockCircleOutlined /> },
  'manual-on': { tone: 'info', icon: <UserOutlined /> },
  'manual-off': { tone: 'warning', icon: <UserOutlined /> },
};

export function UserStateTag({ state }: { state: string }) {
  const { t } = useTranslation('towers');
  const shown = USER[state] ?? { tone: 'neutral' as const, icon: <MinusCircleOutlined /> };
  return <StateTag {...shown}>{t(`towers:state.${state}`)}</StateTag>;
}
