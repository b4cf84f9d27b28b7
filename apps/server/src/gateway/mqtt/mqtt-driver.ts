/** The driver of the device protocol over MQTT (docs/protocol/device.md). */
import { OPS } from '@busbar/device-protocol/down/down-command';
import type { CommandKind } from '../../storage/schema/schema.ts';
import type { GatewayDriver } from '../gateway-driver.ts';
import type { BrokerCounters } from './embedded/broker.ts';

export interface MqttDriver extends GatewayDriver {
  /** Port that devices connect to; undefined with an external broker. */
  readonly port: number | undefined;
  /** Port that devices connect to over TLS; undefined without a certificate. */
  readonly tlsPort: number | undefined;
  /** The embedded broker; undefined with an external broker. */
  readonly counters: BrokerCounters | undefined;
}

export const MQTT_CARRIES: ReadonlySet<CommandKind> = new Set(OPS);
