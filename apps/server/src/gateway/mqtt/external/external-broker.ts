/**
 * The link to devices through an external broker (`MQTT_URL`). Messages come from durable sessions
 * with a shared subscription, so that several processes divide them and the broker stores them
 * while no process is running; they are acknowledged after their commit. The broker authenticates
 * the devices and restricts their topics; here only the topic identifies the device.
 */
import { MAX_DATA_BYTES } from '@busbar/device-protocol/payload';
import { commandTopic, parseTopic } from '@busbar/device-protocol/topics';
import type { DeviceLink, SendResult } from '../../../areas/control/commands/device-link.ts';
import type { Context } from '../../../context.ts';
import { encodeDeviceCommand } from '../encode-command.ts';
import { expiryInterval } from './expiry-interval.ts';
import type { KnownLinks } from './known-links.ts';
import type { OtherDevices } from './others/other-devices.ts';
import { SessionHolder, type SessionMessage } from './session-holder.ts';

export interface ExternalBroker extends DeviceLink {
  /** Requests the state of a device of another manufacturer again. */
  reset(deviceCode: string): void;
  /** Stops taking messages; acknowledgements are still sent. */
  freeze(): Promise<void>;
  close(): Promise<void>;
}

export function joinExternalBroker(
  ctx: Context,
  url: string,
  known: KnownLinks,
  others: OtherDevices,
): ExternalBroker {
  const sessions = new SessionHolder(ctx, url, take, others);
  others.useSession(sessions);

  function take(message: SessionMessage): void {
    const { packet, settled, backlog } = message;
    const topic = parseTopic(packet.topic);
    if (topic === undefined) {
      others.take(message);
      return;
    }
    if (topic.direction !== 'up' || packet.retain || others.has(topic.code)) {
      others.refused.count(packet.topic, packet.retain ? 'retained' : 'foreign-topic');
      settled();
      return;
    }
    const whole = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload;
    // Payloads are limited to one byte over the max size, which is enough for the decoder to reject
    // them.
    const payload = whole.subarray(0, MAX_DATA_BYTES + 1);
    known.heard(topic.code, {
      kind: topic.kind,
      topic: packet.topic,
      payload,
      receivedAt: ctx.clock.now(),
      settled,
      backlog,
    });
  }

  return {
    isConnected: (deviceCode) =>
      others.has(deviceCode) ? others.isConnected(deviceCode) : sessions.connection !== undefined,
    async send(deviceCode, command, remainingMs): Promise<SendResult> {
      if (others.has(deviceCode)) return others.send(deviceCode, command, remainingMs);
      const { connection } = sessions;
      if (connection === undefined) return 'not-connected';
      const payload = encodeDeviceCommand(command);
      const expiryS = expiryInterval(remainingMs());
      if (expiryS < 1) return 'too-late';
      connection.publish(commandTopic(deviceCode), payload, expiryS);
      return 'sent';
    },
    reset: (deviceCode) => others.reset(deviceCode),
    freeze: () => sessions.freeze(),
    close: () => sessions.close(),
  };
}
