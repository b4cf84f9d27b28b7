/**
 * Four hundred spellings of an internal address (docs/promises.md H6): every non-public block, in
 * every spelling that a resolver, a browser or a careless parser accepts as an address.
 */

/** One or more addresses of each block, including the metadata services of clouds. */
const INSIDE_4 = [
  '127.0.0.1',
  '127.0.0.2',
  '127.255.255.254',
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.254',
  '169.254.169.254',
  '169.254.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.0.170',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.255.255',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
];

const INSIDE_6 = [
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  'fe80::1',
  'febf::1',
  'fec0::1',
  'fc00::1',
  'fd12:3456:789a::1',
  'ff02::1',
  'ff0e::1',
  '100::1',
  '2001:db8::1',
  '2001::1',
  '2001:10::1',
  '2001:20::1',
  '3fff::1',
  '5f00::1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::a00:1',
];

function bytes(address: string): number[] {
  return address.split('.').map(Number);
}

function hexPairs(address: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = bytes(address);
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}

/**
 * Returns the same IPv4 address in the legacy forms that resolvers accept, and embedded in IPv6.
 */
function spellings(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = bytes(address);
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  return [
    address,
    `${address}.`,
    String(whole),
    `0x${whole.toString(16)}`,
    `0${whole.toString(8)}`,
    bytes(address)
      .map((byte) => `0x${byte.toString(16)}`)
      .join('.'),
    bytes(address)
      .map((byte) => `0${byte.toString(8)}`)
      .join('.'),
    `${a}.${b}.${c * 256 + d}`,
    `[::ffff:${address}]`,
    `[::ffff:${hexPairs(address)}]`,
    `[::${address}]`,
    `[2002:${hexPairs(address)}::1]`,
    `[64:ff9b::${address}]`,
  ];
}

const HOSTS = [...INSIDE_4.flatMap(spellings), ...INSIDE_6.map((address) => `[${address}]`)];

/** URLs that lead to another host by components other than the host itself. */
const TRICKS = [
  'https://user@example.org/',
  'https://user:word@example.org/',
  'https://example.org@127.0.0.1/',
  'https://127.0.0.1:443@example.org/',
  'https://example.org\\@127.0.0.1/',
  'https://example.org:22/',
  'https://example.org:25/',
  'https://example.org:5432/',
  'https://example.org:6379/',
  'https://example.org:0/',
  'https://example.org:99999/',
  'http://example.org/',
  'http://example.org:443/',
  'file:///etc/passwd',
  'gopher://example.org:6379/_INFO',
  'ftp://example.org/',
  'javascript:alert(1)',
  'data:text/plain,x',
  'dict://example.org:11211/stats',
  'ws://example.org/',
  '//example.org/',
  'https:example.org',
  'https:/example.org',
  'https:///example.org',
  'https://',
  ' https://example.org/',
  'https://exa mple.org/',
  'https://example.org/\n',
  'https://exa\tmple.org/',
  'https://１２７.0.0.1/',
  'https://127。0。0。1/',
  'https://①②⑦.0.0.1/',
  'https://ｅxample.org/',
  'https://%31%32%37.0.0.1/',
  'https://127.0.0.1%2f@example.org/',
  'https://[::1%25lo]/',
  'https://[fe80::1%eth0]/',
  'https://[::ffff:127.0.0.1/',
  'https://0/',
  'https://127.1/',
];

export const INSIDE_URLS: readonly string[] = [
  ...HOSTS.map((host) => `https://${host}/in`),
  ...TRICKS,
];

/** Legitimate names: they pass the spelling check and are validated when they are resolved. */
export const GOOD_URLS: readonly string[] = [
  'https://example.org/',
  'https://EXAMPLE.org:8443/path?x=1#part',
  'https://example.org:443/',
  'https://bücher.example/',
  'https://xn--bcher-kva.example/',
  'https://8.8.8.8/',
  'https://[2606:4700::1111]/in',
  'https://a-b.c1.example:8080/@here',
];
