/** State of a device as text with an icon: the position of its breaker, or that it only measures. */
import { DashboardOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../components/states/state-tag.tsx';
import type { DeviceDetail } from '../api/device-detail.ts';
import { isMeterChannel } from '../use-channel.ts';
import { StateText } from './state-text.tsx';

export function DeviceState({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation('control');
  if (!isMeterChannel(device)) return <StateText action={device.action} />;
  return (
    <StateTag tone="neutral" icon={<DashboardOutlined aria-hidden />}>
      {t('control:state.meter')}
    </StateTag>
  );
}
