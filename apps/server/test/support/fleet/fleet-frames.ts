/** MQTT 3.1.1 packets of a fleet device, built without a library so that ten thousand fit one process. */

const PUBLISH_QOS_1 = 0x32;
const SUBSCRIBE = 0x82;
const CONNECT = 0x10;
const PUBACK = 0x40;
const PINGREQ = 0xc0;
/** CONNECT flags: user name, password, clean session. */
const CONNECT_FLAGS = 0xc2;
const LEVEL_3_1_1 = 4;

export interface FleetCredentials {
  readonly code: string;
  readonly secret: string;
}

export function connectPacket({ code, secret }: FleetCredentials, keepAliveS: number): Buffer {
  return packet(CONNECT, [
    text('MQTT'),
    Buffer.from([LEVEL_3_1_1, CONNECT_FLAGS, keepAliveS >> 8, keepAliveS & 0xff]),
    text(code),
    text(code),
    text(secret),
  ]);
}

export function subscribePacket(topic: string): Buffer {
  return packet(SUBSCRIBE, [number(1), text(topic), Buffer.from([1])]);
}

export function publishPacket(topic: string, messageId: number, payload: string): Buffer {
  return packet(PUBLISH_QOS_1, [text(topic), number(messageId), Buffer.from(payload)]);
}

export const pubackPacket = (messageId: number): Buffer => packet(PUBACK, [number(messageId)]);

export const pingPacket = (): Buffer => packet(PINGREQ, []);

/** Returns the packet identifier and the payload of a PUBLISH at QoS 1. */
export function readPublish(bytes: Buffer): { messageId: number; payload: string } {
  let at = 1;
  while ((bytes[at++]! & 0x80) !== 0);
  at += 2 + bytes.readUInt16BE(at);
  return { messageId: bytes.readUInt16BE(at), payload: bytes.toString('utf8', at + 2) };
}

function packet(head: number, parts: readonly Buffer[]): Buffer {
  let rest = parts.reduce((sum, part) => sum + part.length, 0);
  const length: number[] = [];
  do {
    const more = rest >> 7;
    length.push((rest & 0x7f) | (more > 0 ? 0x80 : 0));
    rest = more;
  } while (rest > 0);
  return Buffer.concat([Buffer.from([head, ...length]), ...parts]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([number(bytes.length), bytes]);
}
