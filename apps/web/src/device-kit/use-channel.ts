/** Channels of a device of another manufacturer: its first one is the device, the others its slaves. */
import { FIRST_CHANNEL, hasChannels } from '@busbar/domain/device/protocol/device-channels';
import { useTranslation } from 'react-i18next';
import { useFleet } from '../components/device-tree/use-fleet.ts';
import type { DeviceDetail } from './api/device-detail.ts';

type ChannelFields = Pick<
  DeviceDetail,
  'kind' | 'protocol' | 'code' | 'name' | 'slaveAddress' | 'action'
>;

const isFurtherChannel = ({ kind, protocol }: Pick<ChannelFields, 'kind' | 'protocol'>): boolean =>
  kind === 'slave' && hasChannels(protocol, 'main');

/** Number of the channel; undefined for a device that has only one. */
export function useChannel(device: ChannelFields): number | undefined {
  const { data: fleet } = useFleet();
  if (isFurtherChannel(device)) return device.slaveAddress ?? undefined;
  if (!hasChannels(device.protocol, device.kind)) return undefined;
  return fleet?.some(({ parentCode }) => parentCode === device.code) ? FIRST_CHANNEL : undefined;
}

/** Name of what a command switches: the device has the name of all channels, and is the first. */
export function useSwitchedName(device: ChannelFields): string {
  const { t } = useTranslation('control');
  const { name } = device;
  return useChannel(device) === FIRST_CHANNEL
    ? t('control:confirm.of-channel', { name, number: FIRST_CHANNEL })
    : name;
}

/** True for a channel that has never reported a position: it is a meter. */
export function isMeterChannel(
  device: Pick<ChannelFields, 'kind' | 'protocol' | 'action'>,
): boolean {
  return isFurtherChannel(device) && device.action === undefined;
}
