/** Label of a step with its icon. */
import {
  CheckOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  EditOutlined,
  ExclamationCircleOutlined,
  FlagOutlined,
  MinusCircleOutlined,
  ReloadOutlined,
  RollbackOutlined,
  SwapOutlined,
} from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../../components/states/state-tag.tsx';
import type { ShownKind } from '../step-kind.ts';

const LOOKS = {
  normal: { tone: 'good', Icon: CheckOutlined },
  first: { tone: 'neutral', Icon: FlagOutlined },
  corrected: { tone: 'info', Icon: EditOutlined },
  gap: { tone: 'late', Icon: MinusCircleOutlined },
  long: { tone: 'neutral', Icon: ClockCircleOutlined },
  glitch: { tone: 'warning', Icon: ExclamationCircleOutlined },
  jitter: { tone: 'neutral', Icon: ExclamationCircleOutlined },
  rollover: { tone: 'info', Icon: ReloadOutlined },
  reset: { tone: 'warning', Icon: RollbackOutlined },
  swap: { tone: 'warning', Icon: SwapOutlined },
  impossible: { tone: 'alarm', Icon: CloseCircleOutlined },
} as const;

export function StepKindTag({ kind }: { kind: ShownKind }) {
  const { t } = useTranslation('explanation');
  const { tone, Icon } = LOOKS[kind];
  return (
    <StateTag tone={tone} icon={<Icon />}>
      {t(`explanation:kind.${kind}`)}
    </StateTag>
  );
}
