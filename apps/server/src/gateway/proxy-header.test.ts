import { describe, expect, it } from 'vitest';
import { readProxyHeader } from './proxy-header.ts';

const SIGNATURE = '0d0a0d0a000d0a515549540a';
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const text = (line: string) => Buffer.from(line, 'latin1');

const IPV4 = hex(`${SIGNATURE} 21 11 000c c0000201 c6336407 d903 075b`);
const IPV6 = hex(
  `${SIGNATURE} 21 21 0024 20010db8000000000000000000000001 20010db8000000000000000000000002 d903 075b`,
);
const MAPPED = hex(
  `${SIGNATURE} 21 21 0024 00000000000000000000ffffc0000201 00000000000000000000ffffc6336407 d903 075b`,
);
const WITH_EXTENSION = hex(`${SIGNATURE} 21 11 0011 c0000201 c6336407 d903 075b 04 0002 0000`);
const LONGEST_V1 = text(
  'PROXY TCP6 ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff 65535 65535\r\n',
);

describe('readProxyHeader', () => {
  it.each([
    ['version 1 with IPv4', text('PROXY TCP4 192.0.2.1 198.51.100.7 55555 1883\r\n'), '192.0.2.1'],
    [
      'version 1 with IPv6',
      text('PROXY TCP6 2001:db8::1 2001:db8::2 55555 1883\r\n'),
      '2001:db8::1',
    ],
    ['the longest line of version 1', LONGEST_V1, 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['version 1 of an unknown client', text('PROXY UNKNOWN\r\n'), undefined],
    ['version 1 of an unknown client with more text', text('PROXY UNKNOWN a b 1 2\r\n'), undefined],
    ['version 2 with IPv4', IPV4, '192.0.2.1'],
    ['version 2 with IPv6', IPV6, '2001:db8::1'],
    ['version 2 with IPv4 in IPv6 form', MAPPED, '192.0.2.1'],
    ['version 2 with an extension', WITH_EXTENSION, '192.0.2.1'],
    ['version 2 of a health check', hex(`${SIGNATURE} 20 00 0000`), undefined],
    [
      'version 2 of a health check with addresses',
      hex(`${SIGNATURE} 20 11 000c ${'00'.repeat(12)}`),
      undefined,
    ],
    ['version 2 without an address', hex(`${SIGNATURE} 21 00 0000`), undefined],
    ['version 2 of a Unix socket', hex(`${SIGNATURE} 21 31 00d8 ${'00'.repeat(216)}`), undefined],
  ])('reads %s, in one chunk or byte by byte', (_, header, source) => {
    const expected = { state: 'complete', bytes: header.length, source };
    expect(readProxyHeader(header)).toEqual(expected);
    expect(readProxyHeader(Buffer.concat([header, hex('101200')]))).toEqual(expected);
    for (let length = 1; length < header.length; length += 1) {
      expect(readProxyHeader(header.subarray(0, length))).toEqual({ state: 'incomplete' });
    }
  });

  it.each([
    ['an MQTT CONNECT packet', hex('10 12 0004 4d515454 04 02 003c 0006 616263646566')],
    ['a TLS handshake', hex('16 0301 0200')],
    ['another word', text('PROXX TCP4 192.0.2.1 198.51.100.7 1 2\r\n')],
    ['another protocol', text('PROXY UDP4 192.0.2.1 198.51.100.7 1 2\r\n')],
    ['no protocol', text('PROXY \r\n')],
    ['an IPv6 address as IPv4', text('PROXY TCP4 2001:db8::1 198.51.100.7 1 2\r\n')],
    ['an IPv4 address as IPv6', text('PROXY TCP6 192.0.2.1 198.51.100.7 1 2\r\n')],
    ['a name instead of an address', text('PROXY TCP4 example.org 198.51.100.7 1 2\r\n')],
    ['one port', text('PROXY TCP4 192.0.2.1 198.51.100.7 1\r\n')],
    ['three ports', text('PROXY TCP4 192.0.2.1 198.51.100.7 1 2 3\r\n')],
    ['a port over 65535', text('PROXY TCP4 192.0.2.1 198.51.100.7 65536 2\r\n')],
    ['a port with a sign', text('PROXY TCP4 192.0.2.1 198.51.100.7 +1 2\r\n')],
    ['two spaces', text('PROXY TCP4  192.0.2.1 198.51.100.7 1 2\r\n')],
    ['a line without an end', text(`PROXY UNKNOWN ${'x'.repeat(100)}`)],
    ['version 3', hex(`${SIGNATURE} 31 11 000c c0000201 c6336407 d903 075b`)],
    ['an unknown command', hex(`${SIGNATURE} 22 11 000c c0000201 c6336407 d903 075b`)],
    ['an unknown family', hex(`${SIGNATURE} 21 41 000c c0000201 c6336407 d903 075b`)],
    ['a datagram protocol', hex(`${SIGNATURE} 21 12 000c c0000201 c6336407 d903 075b`)],
    ['too few bytes for IPv4', hex(`${SIGNATURE} 21 11 0004 c0000201`)],
    ['too few bytes for IPv6', hex(`${SIGNATURE} 21 21 0010 20010db8000000000000000000000001`)],
    ['more bytes than a balancer sends', hex(`${SIGNATURE} 21 11 ffff`)],
  ])('rejects %s', (_, data) => {
    expect(readProxyHeader(data)).toEqual({ state: 'malformed' });
  });
});
