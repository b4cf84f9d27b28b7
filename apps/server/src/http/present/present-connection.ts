/** The broker address of a device, returned together with its secret. */
import type { BrokerAddress } from '@busbar/contract/v2/fleet/devices';
import type { Static } from 'typebox';
import type { Config } from '../../config/config.ts';

/** Default ports of an external broker whose URL contains none. */
const PORTS: Readonly<Record<string, number>> = { 'mqtt:': 1883, 'mqtts:': 8883 };

/**
 * The embedded broker has the same host as the web server, so no host is returned for it: the
 * caller knows the name under which it reached us. An external broker is returned with its host.
 */
export function presentConnection(config: Config): Static<typeof BrokerAddress> {
  const dtu = { dtu_port: config.dtu?.port ?? null };
  if (config.mqttUrl === undefined) {
    return { host: null, port: config.mqttPort, tls_port: config.mqttTls?.port ?? null, ...dtu };
  }
  const { hostname, port, protocol } = new URL(config.mqttUrl);
  const number = port === '' ? (PORTS[protocol] ?? 1883) : Number(port);
  return { host: hostname, port: number, tls_port: protocol === 'mqtts:' ? number : null, ...dtu };
}
