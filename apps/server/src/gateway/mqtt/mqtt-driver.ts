/** The driver of the device protocol over MQTT (docs/protocol/device.md). */
import { OPS } from '@busbar/device-protocol/down/down-command';
import type { CommandKind } from '../../storage/schema/schema.ts';
import type { GatewayDriver } from '../gateway-driver.ts';

/** Counters since the start of the process. */
export interface MqttCounters {
  /** Number of connections closed because of their PROXY header; only of the embedded broker. */
  readonly refusedProxyHeaders?: number;
  /** Number of messages that belong to no device; only of an external broker. */
  readonly refusedMessages?: number;
}

export interface MqttDriver extends GatewayDriver {
  /** Port that devices connect to; undefined with an external broker. */
  readonly port: number | undefined;
  /** Port that devices connect to over TLS; undefined without a certificate. */
  readonly tlsPort: number | undefined;
  readonly counters: MqttCounters;
}

export const MQTT_CARRIES: ReadonlySet<CommandKind> = new Set(OPS);
