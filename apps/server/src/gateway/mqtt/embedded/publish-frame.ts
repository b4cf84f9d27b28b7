/**
 * A PUBLISH packet of MQTT 3.1.1 (section 3.3) as bytes, never retained. The gateway writes
 * commands itself: the broker's library would defer the write to a later tick, and nothing may run
 * between the last check of a command's deadline and its first byte.
 */
export interface PublishFrame {
  readonly topic: string;
  readonly payload: string;
  /** If 1, the device acknowledges the packet under `messageId`; 0 if it subscribed with QoS 0. */
  readonly qos: 0 | 1;
  readonly messageId: number;
}

const PUBLISH = 0x30;

export function publishFrame({ topic, payload, qos, messageId }: PublishFrame): Buffer {
  const name = Buffer.from(topic);
  const body = Buffer.from(payload);
  const length = 2 + name.length + (qos === 1 ? 2 : 0) + body.length;
  const head = [
    PUBLISH | (qos << 1),
    ...variableLength(length),
    name.length >> 8,
    name.length & 0xff,
  ];
  const id = qos === 1 ? [messageId >> 8, messageId & 0xff] : [];
  return Buffer.concat([Buffer.from(head), name, Buffer.from(id), body]);
}

function variableLength(length: number): number[] {
  const bytes: number[] = [];
  let rest = length;
  do {
    const more = rest >= 128;
    bytes.push((rest & 0x7f) | (more ? 0x80 : 0));
    rest >>= 7;
  } while (rest > 0);
  return bytes;
}
