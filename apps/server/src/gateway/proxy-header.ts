/**
 * The header that a TCP balancer sends before the bytes of a connection: PROXY protocol, versions 1
 * (text) and 2 (binary), as HAProxy's proxy-protocol.txt specifies them.
 */
import { isIPv4, isIPv6 } from 'node:net';

export type ProxyHeader =
  | { readonly state: 'incomplete' | 'malformed' }
  | {
      readonly state: 'complete';
      /** Length of the header; the connection's own bytes follow it. */
      readonly bytes: number;
      /** Client address; undefined if the balancer itself connected, such as for a health check. */
      readonly source: string | undefined;
    };

const INCOMPLETE: ProxyHeader = { state: 'incomplete' };
const MALFORMED: ProxyHeader = { state: 'malformed' };

const V1_START = Buffer.from('PROXY ', 'latin1');
/** The longest line that version 1 allows, with its CR LF. */
const V1_MAX_BYTES = 107;
const V2_START = Buffer.from('0d0a0d0a000d0a515549540a', 'hex');
const V2_FIXED_BYTES = 16;
/** Max length of the addresses and extensions of version 2; balancers send less than 300 bytes. */
const V2_MAX_LENGTH = 2_048;
const LOCAL = 0x20;
const PROXY = 0x21;
const IPV4_STREAM = 0x11;
const IPV6_STREAM = 0x21;
/** Address families without a usable address: unspecified, Unix socket. */
const WITHOUT_ADDRESS = [0x00, 0x31];
const IPV4_MAPPED = Buffer.from('00000000000000000000ffff', 'hex');

export function readProxyHeader(data: Buffer): ProxyHeader {
  if (startsLike(data, V2_START)) return readVersion2(data);
  if (startsLike(data, V1_START)) return readVersion1(data);
  return MALFORMED;
}

/** Also true if `data` contains only the first bytes of `start`. */
function startsLike(data: Buffer, start: Buffer): boolean {
  const length = Math.min(data.length, start.length);
  return data.subarray(0, length).equals(start.subarray(0, length));
}

function readVersion1(data: Buffer): ProxyHeader {
  const end = data.subarray(0, V1_MAX_BYTES).indexOf('\r\n');
  if (end === -1) return data.length < V1_MAX_BYTES ? INCOMPLETE : MALFORMED;
  const [, protocol, source = '', target = '', ...ports] = data
    .toString('latin1', 0, end)
    .split(' ');
  const bytes = end + 2;
  if (protocol === 'UNKNOWN') return { state: 'complete', bytes, source: undefined };
  const isAddress = { TCP4: isIPv4, TCP6: isIPv6 }[protocol ?? ''];
  if (isAddress === undefined || !isAddress(source) || !isAddress(target)) return MALFORMED;
  if (ports.length !== 2 || !ports.every(isPort)) return MALFORMED;
  return { state: 'complete', bytes, source };
}

function isPort(text: string): boolean {
  return /^(?:0|[1-9]\d{0,4})$/.test(text) && Number(text) < 65_536;
}

function readVersion2(data: Buffer): ProxyHeader {
  if (data.length < V2_FIXED_BYTES) return INCOMPLETE;
  const command = data[12]!;
  const family = data[13]!;
  const length = data.readUInt16BE(14);
  if ((command !== LOCAL && command !== PROXY) || length > V2_MAX_LENGTH) return MALFORMED;
  const bytes = V2_FIXED_BYTES + length;
  if (data.length < bytes) return INCOMPLETE;
  if (command === LOCAL || WITHOUT_ADDRESS.includes(family)) {
    return { state: 'complete', bytes, source: undefined };
  }
  const source = sourceOf(family, data.subarray(V2_FIXED_BYTES, bytes));
  return source === undefined ? MALFORMED : { state: 'complete', bytes, source };
}

/** The source address; the block also holds the target address and both ports. */
function sourceOf(family: number, block: Buffer): string | undefined {
  if (family === IPV4_STREAM && block.length >= 12) return block.subarray(0, 4).join('.');
  if (family !== IPV6_STREAM || block.length < 36) return undefined;
  if (block.subarray(0, 12).equals(IPV4_MAPPED)) return block.subarray(12, 16).join('.');
  const groups = Array.from({ length: 8 }, (_, i) => block.readUInt16BE(i * 2).toString(16));
  // A URL writes an IPv6 address in its shortest form.
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}
