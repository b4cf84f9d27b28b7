/** Name of a device, with a badge if it is simulated; the form of its code shows that it is. */
import { ExperimentOutlined } from '@ant-design/icons';
import { isSimulatedCode } from '@busbar/domain/device/simulated-code';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../states/state-tag.tsx';

interface DeviceNameProps {
  readonly name: string;
  readonly code: string;
}

export function DeviceName({ name, code }: DeviceNameProps) {
  return (
    <>
      <bdi>{name}</bdi>
      <SimulatedTag code={code} />
    </>
  );
}

/** Returns the name as one text, where there is no place for a badge. */
export function useDeviceLabel(): (code: string, name: string) => string {
  const { t } = useTranslation('devices');
  return useCallback(
    (code, name) => (isSimulatedCode(code) ? `${name} (${t('devices:simulated.badge')})` : name),
    [t],
  );
}

/** The icon of the badge, where its text would leave no place for the name. */
export function SimulatedMark({ code }: Pick<DeviceNameProps, 'code'>) {
  const { t } = useTranslation('devices');
  if (!isSimulatedCode(code)) return null;
  const text = t('devices:simulated.badge');
  return (
    <span className="inline" title={text}>
      <ExperimentOutlined aria-hidden />
      <span className="visually-hidden">{text}</span>
    </span>
  );
}

/** The badge alone, for a name that is shortened to its line; null for a real device. */
export function SimulatedTag({ code }: Pick<DeviceNameProps, 'code'>) {
  if (!isSimulatedCode(code)) return null;
  return (
    <>
      {' '}
      <Badge />
    </>
  );
}

function Badge() {
  const { t } = useTranslation('devices');
  return (
    <StateTag tone="info" icon={<ExperimentOutlined />}>
      {t('devices:simulated.badge')}
    </StateTag>
  );
}
