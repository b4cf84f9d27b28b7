/** Titles of the timers of a device, which name the channels if it has several. */
import { useTranslation } from 'react-i18next';
import type { TreeDevice } from '../../components/device-tree/tree-device.ts';
import { useSwitchedName } from '../../device-kit/use-channel.ts';
import { timedDevices } from './timed-devices.ts';
import type { Timer } from './timer.ts';

interface TimerTitles {
  readonly title: string;
  /** Label of a button on the page of the device. */
  readonly short: string;
}

/** `slaves` as in `timedDevices`. */
export function useTimerTitles(): (
  device: TreeDevice,
  slaves: readonly TreeDevice[],
) => TimerTitles {
  const { t } = useTranslation('timers');
  const switchedName = useSwitchedName();
  return (device, slaves) => {
    const { name, channel } = device;
    const title = t('timers:title', { name: switchedName(device) });
    if (channel === null) return { title, short: t('timers:word') };
    return timedDevices(device, slaves).length > 1
      ? { title: t('timers:channels.title', { name }), short: t('timers:channels.all') }
      : { title, short: t('timers:channels.one', { number: channel }) };
  };
}

/** Returns a function for the name of what a timer switches. */
export function useTimerDeviceName(): (timer: Pick<Timer, 'deviceName' | 'channel'>) => string {
  const switchedName = useSwitchedName();
  return ({ deviceName: name, channel }) => switchedName({ name, channel });
}
