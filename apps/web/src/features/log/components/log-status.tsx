import {
  CheckCircleFilled,
  ClockCircleOutlined,
  CloseCircleFilled,
  FieldTimeOutlined,
  MinusCircleOutlined,
  QuestionCircleFilled,
  SendOutlined,
  StopOutlined,
} from '@ant-design/icons';
import type { ComponentType } from 'react';
import { StateTag, type StateTone } from '../../../components/states/state-tag.tsx';
import { useLogTexts } from '../use-log-texts.ts';

const LOOKS: Readonly<Record<string, readonly [StateTone, ComponentType]>> = {
  done: ['good', CheckCircleFilled],
  confirmed: ['good', CheckCircleFilled],
  queued: ['info', ClockCircleOutlined],
  sent: ['info', SendOutlined],
  acknowledged: ['info', SendOutlined],
  refused: ['warning', StopOutlined],
  missed: ['alarm', FieldTimeOutlined],
  rejected: ['alarm', CloseCircleFilled],
  expired: ['warning', FieldTimeOutlined],
  cancelled: ['neutral', MinusCircleOutlined],
  unknown: ['unknown', QuestionCircleFilled],
};

/** Final or current status of an operation: icon, text and colour; the refusal reason on hover. */
export function LogStatus({ status }: { status: string }) {
  const texts = useLogTexts();
  const [tone, Icon] = LOOKS[status.replace(/:.*/, '')] ?? ['neutral', MinusCircleOutlined];
  const refusal = texts.refusal(status);
  return (
    <StateTag tone={tone} icon={<Icon />} {...(refusal === undefined ? {} : { title: refusal })}>
      {texts.status(status)}
    </StateTag>
  );
}
