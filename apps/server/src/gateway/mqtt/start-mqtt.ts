import type { DriverHost } from '../gateway-driver.ts';
import { startEmbedded } from './embedded/start-embedded.ts';
import { startExternal } from './external/start-external.ts';
import type { MqttDriver } from './mqtt-driver.ts';

/** Starts the embedded broker, or connects to the external one that is configured. */
export function startMqtt(host: DriverHost): Promise<MqttDriver> {
  const { mqttUrl } = host.ctx.config;
  return mqttUrl === undefined ? startEmbedded(host) : startExternal(host, mqttUrl);
}
