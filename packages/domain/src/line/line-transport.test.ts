import { describe, expect, it } from 'vitest';
import { checkAddress, isLinePort, type LineAddress } from './line-transport.ts';

const ADDRESS: LineAddress = { transport: 'modbus-tcp', host: 'meter.example.org', port: 502 };

describe('the address of a line', () => {
  it.each([
    ['a name', {}, {}],
    ['a name of one label', { host: 'gateway' }, {}],
    ['capitals, spaces and a final dot', { host: ' Meter.Example.ORG. ' }, ADDRESS],
    ['an IPv4 address', { host: '10.0.0.255' }, {}],
    ['an IPv6 address', { host: '2001:db8::1' }, {}],
    ['the highest port', { port: 65_535 }, {}],
    ['frames without a header', { transport: 'rtu-over-tcp' }, {}],
  ] as const)('is accepted with %s', (_, change, expected) => {
    const form = { ...ADDRESS, ...change };
    expect(checkAddress(form, 'modbus-rtu')).toEqual({ ok: true, value: { ...form, ...expected } });
  });

  it.each([
    ['no host', { host: null }, 'line-host-invalid', 'host'],
    ['an empty host', { host: ' ' }, 'line-host-invalid', 'host'],
    ['a URL', { host: 'http://meter' }, 'line-host-invalid', 'host'],
    ['a host with a port', { host: 'meter:502' }, 'line-host-invalid', 'host'],
    ['an address with three numbers', { host: '10.0.1' }, 'line-host-invalid', 'host'],
    ['an octet above 255', { host: '10.0.0.256' }, 'line-host-invalid', 'host'],
    ['an octet in another base', { host: '0x7f.0.0.1' }, 'line-host-invalid', 'host'],
    ['one number', { host: '2130706433' }, 'line-host-invalid', 'host'],
    ['a hexadecimal number', { host: '0x7f000001' }, 'line-host-invalid', 'host'],
    ['a label that begins with a hyphen', { host: '-a.example' }, 'line-host-invalid', 'host'],
    ['letters outside ASCII', { host: 'zähler.example' }, 'line-host-invalid', 'host'],
    ['a zone', { host: 'fe80::1%eth0' }, 'line-host-invalid', 'host'],
    ['a name of 254 characters', { host: `${'a.'.repeat(126)}ab` }, 'line-host-invalid', 'host'],
    ['no port', { port: null }, 'line-port-invalid', 'port'],
    ['the port 0', { port: 0 }, 'line-port-invalid', 'port'],
    ['a port above 65,535', { port: 65_536 }, 'line-port-invalid', 'port'],
    ['a fraction', { port: 502.5 }, 'line-port-invalid', 'port'],
  ] as const)('is refused with %s', (_, change, refusal, field) => {
    expect(checkAddress({ ...ADDRESS, ...change }, 'modbus-rtu')).toEqual({
      ...{ ok: false, refusal, field },
    });
  });

  it('has an MBAP header for Modbus only', () => {
    const outcome = checkAddress(ADDRESS, 'dlt645-2007');
    expect(outcome).toMatchObject({ refusal: 'line-transport-protocol', field: 'transport' });
    const raw = { ...ADDRESS, transport: 'rtu-over-tcp' } as const;
    expect(checkAddress(raw, 'dlt645-2007').ok).toBe(true);
  });

  it('is removed if the DTU dials in', () => {
    const value = { transport: 'dial-in', host: null, port: null };
    expect(checkAddress({ ...ADDRESS, transport: 'dial-in' }, 'modbus-rtu')).toEqual({
      ...{ ok: true, value },
    });
  });
});

describe('a port', () => {
  it.each([
    [502, [], true],
    [1_024, [], true],
    [65_535, [], true],
    [22, [], false],
    [1_023, [], false],
    [26, [26], true],
  ])('%i with the allowed ports %j may be used: %s', (port, others, isAllowed) => {
    expect(isLinePort(port, others)).toBe(isAllowed);
  });
});
