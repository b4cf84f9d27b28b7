/** Channels of a device of another manufacturer: its first one is the device, the others its slaves. */
import { FIRST_CHANNEL } from '@busbar/domain/device/protocol/device-channels';
import { useTranslation } from 'react-i18next';
import type { TreeDevice } from '../components/device-tree/tree-device.ts';

type Channel = Pick<TreeDevice, 'channel'>;

/**
 * Returns a function for the name of what is switched. The first channel has the name of the whole
 * device, so its number is added; the others have names of their own.
 */
export function useSwitchedName(): (device: Channel & { readonly name: string }) => string {
  const { t } = useTranslation('control');
  return ({ name, channel }) =>
    channel === FIRST_CHANNEL
      ? t('control:confirm.of-channel', { name, number: FIRST_CHANNEL })
      : name;
}

/** True for a channel that has never reported a position: it is a meter. */
export function isMeterChannel({
  kind,
  channel,
  action,
}: Channel & Pick<TreeDevice, 'kind' | 'action'>): boolean {
  return kind === 'slave' && channel !== null && action === undefined;
}
