/** State of one set of one device relative to the template: icon, text and colour. */
import {
  CheckCircleFilled,
  CloseCircleFilled,
  DiffOutlined,
  DisconnectOutlined,
  HourglassOutlined,
  SendOutlined,
  StopOutlined,
} from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { StateTag, type StateTone } from '../../../components/states/state-tag.tsx';
import type { StepState } from '../template-report.ts';

const LOOKS = {
  waiting: { tone: 'neutral', Icon: HourglassOutlined },
  asked: { tone: 'info', Icon: SendOutlined },
  same: { tone: 'good', Icon: CheckCircleFilled },
  different: { tone: 'warning', Icon: DiffOutlined },
  refused: { tone: 'alarm', Icon: CloseCircleFilled },
  'not-answered': { tone: 'unknown', Icon: DisconnectOutlined },
  cancelled: { tone: 'neutral', Icon: StopOutlined },
} as const satisfies Record<StepState, { tone: StateTone; Icon: typeof SendOutlined }>;

export function StepTag({ state, count }: { state: StepState; count?: number }) {
  const { t } = useTranslation('protection-templates');
  const { tone, Icon } = LOOKS[state];
  return (
    <StateTag tone={tone} icon={<Icon />} isPlain={count === undefined}>
      {t(`protection-templates:step.${state}`)}
      {count !== undefined && (
        <>
          {' '}
          <bdi>{count}</bdi>
        </>
      )}
    </StateTag>
  );
}
