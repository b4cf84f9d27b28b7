/** Link to the timers of a device: an icon on its card, a label in the page toolbar. */
import { FieldTimeOutlined } from '@ant-design/icons';
import { Link } from '@tanstack/react-router';
import type { TreeDevice } from '../../../components/device-tree/tree-device.ts';
import { useTimerTitles } from '../use-timer-titles.ts';
import './timers-link.css';

interface TimersLinkProps {
  device: TreeDevice;
  /** Slaves of a gateway, or further channels of a breaker. */
  slaves?: readonly TreeDevice[];
  /** Shows only the icon where there is no space for the label. */
  isSmall?: boolean;
}

export function TimersLink({ device, slaves = [], isSmall = false }: TimersLinkProps) {
  const { title, short } = useTimerTitles()(device, slaves);
  return (
    <Link
      from="/devicecontrol"
      to="/devicecontrol"
      search={(old) => ({ ...old, timers: device.code })}
      className="timers-link line inline"
      data-small={isSmall}
      aria-label={title}
      title={title}
    >
      <FieldTimeOutlined aria-hidden /> {!isSmall && short}
    </Link>
  );
}
