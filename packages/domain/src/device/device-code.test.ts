import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDeviceCode, isGatewayCode, parseSlaveCode, slaveCode } from './device-code.ts';
import { isReservedCode, isSimulatedCode, simulatedCode } from './simulated-code.ts';

describe('device codes', () => {
  it.each([
    ['867530901234567', true],
    ['A-0123456z', true],
    ['a'.repeat(10), true],
    ['a'.repeat(30), true],
    ['a'.repeat(9), false],
    ['a'.repeat(31), false],
    ['86753090123456/', false],
    ['86753090 1234567', false],
    ['8675309012345+7', false],
    ['867530901234567\n', false],
    ['８６７５３０９０１２３４５６７', false],
    [867530901234567, false],
    [undefined, false],
  ])('validates %j: %s', (value, valid) => {
    expect(isDeviceCode(value)).toBe(valid);
  });
});

describe('codes of simulated breakers', () => {
  it.each([
    ['SIM-BREAKER-7K3M9QXA', true],
    ['sim-breaker-7k3m9qxa', true],
    ['SIM-BREAKER-', true],
    ['SIM-000001', false],
    ['867530901234567', false],
  ])('are reserved: %s %s', (code, reserved) => {
    expect(isReservedCode(code)).toBe(reserved);
  });

  it.each([
    ['SIM-BREAKER-7K3M9QXA', true],
    ['sim-breaker-7k3m9qxa', false],
    ['SIM-BREAKER-01', false],
    ['SIM-BREAKER-7K3M9QXA-1', false],
    ['SIM-BREAKER-7K3M9QX1', false],
  ])('mark a device as simulated only in full: %s %s', (code, simulated) => {
    expect(isSimulatedCode(code)).toBe(simulated);
  });

  it('are reserved device codes and never the code of a slave', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 8, maxLength: 8 }), (random) => {
        const code = simulatedCode(random);
        expect(isDeviceCode(code)).toBe(true);
        expect(isReservedCode(code)).toBe(true);
        expect(isSimulatedCode(code)).toBe(true);
        expect(parseSlaveCode(code)).toBeUndefined();
      }),
    );
  });
});

describe('slave codes', () => {
  const gateway = fc.stringMatching(/^[A-Za-z0-9-]{10,27}$/);

  it('are device codes and can be parsed again', () => {
    fc.assert(
      fc.property(gateway, fc.integer({ min: 1, max: 20 }), (code, address) => {
        const slave = slaveCode(code, address);
        expect(isDeviceCode(slave)).toBe(true);
        expect(parseSlaveCode(slave)).toEqual({ gateway: code, address });
      }),
    );
  });

  it.each([
    'GATEWAY0001',
    'GATEWAY0001-0',
    'GATEWAY0001-21',
    'GATEWAY0001-01',
    'SHORT-1',
    '-1',
    '',
  ])('do not include %s', (code) => {
    expect(parseSlaveCode(code)).toBeUndefined();
  });

  it.each([0, 21, 1.5, Number.NaN])('throw for the address %s', (address) => {
    expect(() => slaveCode('GATEWAY0001', address)).toThrow(RangeError);
  });

  it('require a gateway code that leaves room for the address', () => {
    expect(isGatewayCode('G'.repeat(27))).toBe(true);
    expect(isGatewayCode('G'.repeat(28))).toBe(false);
  });
});
