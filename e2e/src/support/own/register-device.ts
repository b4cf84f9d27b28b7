/** Registers a device over the API as an administrator would; returns its secret. */
import type { ApiClient } from '../ask.ts';

interface NewDevice {
  readonly code: string;
  readonly name: string;
  readonly type: string;
  /** Defaults to our own. */
  readonly protocol?: string;
}

/** Registers the device in the caller's own group, with its first tariff. */
export async function registerDevice(
  client: ApiClient,
  { code, name, type, protocol }: NewDevice,
): Promise<string> {
  const { id: groupId } = await client.call('GET', '/api/v2/group');
  const [rate] = await client.call('GET', '/api/v2/rates');
  const { device_secret: secret } = await client.call('POST', '/device/addOrUpdate', {
    ...{ deviceName: name, deviceSymbolCode: code, deviceType: type, manufactureName: '' },
    ...{ rate: rate.id, groupId },
    ...(protocol !== undefined && { protocol }),
  });
  return secret;
}
