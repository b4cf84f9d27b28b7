/** What the last check of a lamp group says: icon, word and colour. */
import {
  BulbFilled,
  BulbOutlined,
  CheckCircleFilled,
  ClockCircleOutlined,
  CloseCircleFilled,
  DisconnectOutlined,
  MinusCircleOutlined,
  PoweroffOutlined,
  QuestionCircleOutlined,
  SunFilled,
  WarningFilled,
} from '@ant-design/icons';
import type { LampVerdict } from '@busbar/domain/project/lamp-check';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { StateTag, type StateTone } from '../../../components/state-tag.tsx';

const LOOKS: Readonly<Record<LampVerdict, readonly [StateTone, ComponentType]>> = {
  good: ['good', CheckCircleFilled],
  failed: ['alarm', CloseCircleFilled],
  over: ['warning', WarningFilled],
  dark: ['alarm', BulbOutlined],
  'day-burning': ['warning', SunFilled],
  off: ['neutral', BulbOutlined],
  warming: ['info', ClockCircleOutlined],
  dimmed: ['info', BulbFilled],
  edge: ['neutral', ClockCircleOutlined],
  'no-supply': ['alarm', PoweroffOutlined],
  'no-report': ['late', ClockCircleOutlined],
  offline: ['neutral', DisconnectOutlined],
  'not-in-use': ['neutral', MinusCircleOutlined],
};

/** The verdict if this version knows it; undefined before the first check too. */
export function knownVerdict(verdict: string | null): LampVerdict | undefined {
  return verdict !== null && Object.hasOwn(LOOKS, verdict) ? (verdict as LampVerdict) : undefined;
}

export function verdictTone(verdict: string | null): StateTone {
  const known = knownVerdict(verdict);
  return known === undefined ? 'unknown' : LOOKS[known][0];
}

export function VerdictTag({
  verdict,
  isPlain = true,
}: {
  verdict: string | null;
  isPlain?: boolean;
}) {
  const { t } = useTranslation('projects');
  const known = knownVerdict(verdict);
  const [tone, Icon] =
    known === undefined ? (['unknown', QuestionCircleOutlined] as const) : LOOKS[known];
  return (
    <StateTag tone={tone} icon={<Icon />} isPlain={isPlain}>
      {t(`projects:verdict.${known ?? 'none'}`)}
    </StateTag>
  );
}
