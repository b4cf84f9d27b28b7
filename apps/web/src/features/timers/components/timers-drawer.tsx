/** Drawer with the timers of a device: the list, or the form in its place. */
import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import type { TreeDevice } from '../../../components/device-tree/tree-device.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { TimersPanel } from './timers-panel.tsx';

export interface TimersDrawerProps {
  /** Undefined if the drawer is closed. */
  readonly device: TreeDevice | undefined;
  /** Slaves of a gateway. */
  readonly slaves: readonly TreeDevice[];
  readonly onClose: () => void;
}

export function TimersDrawer({ device, slaves, onClose }: TimersDrawerProps) {
  const { t } = useTranslation('timers');
  const { direction } = useLanguage();
  return (
    <Drawer
      open={device !== undefined}
      onClose={onClose}
      size={520}
      placement={direction === 'rtl' ? 'left' : 'right'}
      title={device === undefined ? '' : t('timers:title', { name: device.name })}
      destroyOnHidden
    >
      {device !== undefined && <TimersPanel key={device.code} device={device} slaves={slaves} />}
    </Drawer>
  );
}
