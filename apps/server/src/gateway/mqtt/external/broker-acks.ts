/**
 * PUBACKs to an external broker. Each is sent after its message is settled, in the order in which
 * the messages were received (MQTT 5, section 4.6).
 *
 * NOTE: `customHandleAcks` of the library can delay a PUBACK too, but the library then handles one
 * message after the other: with a batch every 20 ms, this limits it to fifty messages a second. So
 * the library's own PUBACKs are withheld where it writes its packets, and are written here.
 */
import type { IPublishPacket, MqttClient } from 'mqtt';

export interface AckedMessage {
  /** The caller calls this once, when the message is committed. */
  readonly settled: () => void;
}

/** The library's method that sends a packet, which its types do not declare. */
interface Sender {
  _sendPacket(packet: { cmd: string; messageId?: number | undefined }, ...rest: unknown[]): unknown;
}

interface PendingAck {
  readonly messageId: number | undefined;
  isSettled: boolean;
}

export function acknowledgeAfterCommit(
  client: MqttClient,
  take: (packet: IPublishPacket, message: AckedMessage) => void,
): { allSent(): Promise<void> } {
  const sender = client as unknown as Sender;
  const send = sender._sendPacket.bind(client);
  const pending: PendingAck[] = [];
  const waiting: (() => void)[] = [];
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

  function sendSettled(): void {
    const open = pending.findIndex(({ isSettled }) => !isSettled);
    for (const { messageId } of pending.splice(0, open === -1 ? pending.length : open)) {
      if (isOpen) send({ cmd: 'puback', messageId });
    }
    if (pending.length === 0) for (const resolve of waiting.splice(0)) resolve();
  }

  client.on('message', (_topic, _payload, packet) => {
    if (packet.qos !== 1) {
      take(packet, { settled: () => undefined });
      return;
    }
    const ack: PendingAck = { messageId: packet.messageId, isSettled: false };
    pending.push(ack);
    take(packet, {
      settled: () => {
        ack.isSettled = true;
        sendSettled();
      },
    });
  });

  return {
    allSent: () =>
      pending.length === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiting.push(resolve);
          }),
  };
}
