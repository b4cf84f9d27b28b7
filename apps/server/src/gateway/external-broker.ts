/**
 * The connection to an external broker (`MQTT_URL`): readings come through a shared subscription,
 * so that several processes divide them, and are acknowledged by hand after their commit. The
 * broker checks who its devices are and what they may say; here only the topic names the device.
 *
 * Clean sessions and a new client at every connection (P10): nothing of an earlier connection, no
 * unacknowledged command above all, is ever sent again.
 */
import { MAX_DATA_BYTES } from '@busbar/device-protocol/payload';
import { commandTopic, parseTopic } from '@busbar/device-protocol/topics';
import mqtt, { type IPublishPacket, type MqttClient } from 'mqtt';
import type { Context } from '../context.ts';
import type { DeviceLink, SendResult } from '../modules/control/device-link.ts';

import type { KnownLinks } from './known-links.ts';

/** Everything devices say, divided among all processes that ask for it under this name. */
const FILTER = '$share/busbar/ep/1/+/up/#';
/** Messages unacknowledged at once: the broker sends no more until one is (back-pressure). */
const RECEIVE_MAXIMUM = 1_000;
const RECONNECT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 10_000;

export interface ExternalBroker extends DeviceLink {
  /** Takes nothing more; acknowledgements still go out. */
  freeze(): Promise<void>;
  close(): Promise<void>;
}

export function joinExternalBroker(ctx: Context, url: string, known: KnownLinks): ExternalBroker {
  const log = ctx.log.child({ part: 'external-broker' });
  let client: MqttClient;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;

  function connect(): void {
    const fresh = mqtt.connect(url, {
      protocolVersion: 5,
      clientId: `busbar-${ctx.processId}`,
      clean: true,
      reconnectPeriod: 0,
      connectTimeout: CONNECT_TIMEOUT_MS,
      resubscribe: false,
      properties: {
        receiveMaximum: RECEIVE_MAXIMUM,
        maximumPacketSize: MAX_DATA_BYTES + 512,
        sessionExpiryInterval: 0,
      },
    });
    client = fresh;
    acknowledgeAfterCommit(fresh, (packet, settled) => take(packet, settled));
    fresh.on('connect', () => {
      log.info('connected');
      fresh.subscribe(FILTER, { qos: 1 }, (error) => {
        if (error) log.error({ err: error }, 'the broker refused the subscription');
      });
    });
    fresh.on('error', (error) => log.warn({ reason: error.message }, 'the connection failed'));
    fresh.once('close', () => {
      fresh.end(true);
      if (isClosed || client !== fresh) return;
      retry = setTimeout(connect, RECONNECT_MS);
    });
  }

  function take(packet: IPublishPacket, settled: () => void): void {
    const topic = parseTopic(packet.topic);
    if (topic?.direction !== 'up' || packet.retain) {
      log.warn(
        { topic: packet.topic.slice(0, 100), retain: packet.retain },
        'a message was refused',
      );
      settled();
      return;
    }
    const payload =
      typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload;
    known.heard(topic.code, { kind: topic.kind, payload, receivedAt: ctx.clock.now(), settled });
  }

  connect();
  return {
    isConnected: () => client.connected,
    async send(deviceCode, payload, mayStillGo): Promise<SendResult> {
      if (!client.connected) return 'not-connected';
      if (!mayStillGo()) return 'too-late';
      client.publish(commandTopic(deviceCode), payload, {
        qos: 1,
        retain: false,
        properties: { messageExpiryInterval: secondsLeft(payload, ctx.clock.now()) },
      });
      return 'sent';
    },
    async freeze() {
      isClosed = true;
      clearTimeout(retry);
      if (client.connected) await client.unsubscribeAsync(FILTER);
    },
    async close() {
      isClosed = true;
      clearTimeout(retry);
      await client.endAsync();
    },
  };
}

/** The broker drops the command by itself when its time has passed; whole seconds, at least one. */
function secondsLeft(payload: string, now: number): number {
  const { exp } = JSON.parse(payload) as { exp?: unknown };
  const leftMs = typeof exp === 'number' ? exp - now : 0;
  return Math.max(1, Math.floor(leftMs / 1000));
}

/** The library's own way out for a packet; not in its types. */
interface Sender {
  _sendPacket(packet: { cmd: string; messageId?: number | undefined }, ...rest: unknown[]): unknown;
}

/**
 * Keeps each PUBACK back until the message is settled. NOTE: the library handles one message after
 * the other and would wait with the second for the acknowledgement of the first, fifty a second
 * with our batches; so it is told at once that it may go on, and its PUBACK is held here instead.
 */
function acknowledgeAfterCommit(
  client: MqttClient,
  take: (packet: IPublishPacket, settled: () => void) => void,
): void {
  const sender = client as unknown as Sender;
  const send = sender._sendPacket.bind(client);
  let isOpen = true;
  client.once('close', () => {
    isOpen = false;
  });
  sender._sendPacket = (packet, ...rest) => {
    if (packet.cmd !== 'puback') return send(packet, ...rest);
    const done = rest.find((each) => typeof each === 'function') as (() => void) | undefined;
    done?.();
    return client;
  };
  client.on('message', (_topic, _payload, packet) => {
    const { qos, messageId } = packet;
    take(packet, () => {
      if (isOpen && qos === 1) send({ cmd: 'puback', messageId });
    });
  });
}
