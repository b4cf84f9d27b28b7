/** Where a device connects, told beside its secret. */
import type { BrokerAddress } from '@busbar/contract/v2/devices';
import type { Static } from 'typebox';
import type { Config } from '../config/config.ts';

/** Usual ports of an external broker whose address names none. */
const PORTS: Readonly<Record<string, number>> = { 'mqtt:': 1883, 'mqtts:': 8883 };

/**
 * The embedded broker stands where the web does, so no host is named for it: the caller knows
 * better under which name it reached us. An external one is named in full.
 */
export function presentConnection(config: Config): Static<typeof BrokerAddress> {
  if (config.mqttUrl === undefined) {
    return { host: null, port: config.mqttPort, tls_port: config.mqttTls?.port ?? null };
  }
  const { hostname, port, protocol } = new URL(config.mqttUrl);
  const number = port === '' ? (PORTS[protocol] ?? 1883) : Number(port);
  return { host: hostname, port: number, tls_port: protocol === 'mqtts:' ? number : null };
}
