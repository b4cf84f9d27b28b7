/** Result of the last check of a lamp group: icon, text and colour. */
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
import { StateTag, type StateTone } from '../../../../components/states/state-tag.tsx';
import { useDetailTexts } from '../../../../device-kit/use-detail-texts.ts';
import { type BoardRow, isInOrder } from '../../board/board-rows.ts';

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

/** The verdict if this version knows it; undefined for others and before the first check. */
export function knownVerdict(verdict: string | null): LampVerdict | undefined {
  return verdict !== null && Object.hasOwn(LOOKS, verdict) ? (verdict as LampVerdict) : undefined;
}

export function verdictTone(verdict: string | null): StateTone {
  const known = knownVerdict(verdict);
  return known === undefined ? 'unknown' : LOOKS[known][0];
}

interface VerdictTagProps {
  verdict: string | null;
  /**
   * Findings of earlier checks that the latest check could not decide again: lamps that failed at
   * night cannot be counted during the day. They are shown instead of a verdict that needs no
   * attention.
   */
  findings?: BoardRow['findings'];
  isPlain?: boolean;
}

export function VerdictTag({ verdict, findings = {}, isPlain = true }: VerdictTagProps) {
  const { t } = useTranslation('projects');
  const findingText = useFindingText();
  const known = knownVerdict(verdict);
  const open = Object.entries(findings);
  if (open.length > 0 && isInOrder(verdict)) {
    return (
      <StateTag tone="warning" icon={<WarningFilled />} isPlain={isPlain}>
        {open.map(findingText).join(t('alarms:finding-join'))}
      </StateTag>
    );
  }
  const [tone, Icon] =
    known === undefined ? (['unknown', QuestionCircleOutlined] as const) : LOOKS[known];
  return (
    <StateTag tone={tone} icon={<Icon />} isPlain={isPlain}>
      {t(`projects:verdict.${known ?? 'none'}`)}
    </StateTag>
  );
}

function useFindingText() {
  const detail = useDetailTexts();
  return ([word, value]: [word: string, value: number]): string => detail({ word, value });
}
