import { describe, expect, it } from 'vitest';
import {
  ZIGBEE_BREAKER,
  ZIGBEE_BREAKER_OPENED,
  ZIGBEE_BREAKER_STATE,
} from '../../test/captured-messages.ts';
import { definitionOfExposes, type ZigbeeDefinition } from './zigbee-exposes.ts';
import { encodeZigbeeGet, encodeZigbeeSwitch, readZigbeeState } from './zigbee-state.ts';

const BREAKER = definitionOfExposes(ZIGBEE_BREAKER.definition.exposes)!;
const read = (message: Record<string, unknown>, definition: ZigbeeDefinition = BREAKER) => {
  const { values, isClosed } = readZigbeeState(definition, message);
  return {
    measurement: values.measurement,
    registers: values.registers,
    reasons: values.rejected.map(({ reason }) => reason),
    isClosed,
  };
};

describe('the message of a Zigbee device', () => {
  it('has its values and its position', () => {
    expect(read(ZIGBEE_BREAKER_STATE)).toEqual({
      measurement: { voltageA: 225, currentA: 3.61, activePower: 0.703 },
      registers: { activeTotal: 0.09 },
      reasons: [],
      isClosed: true,
    });
    expect(read(ZIGBEE_BREAKER_OPENED).isClosed).toBe(false);
  });

  it('has only the values that it contains', () => {
    expect(read({ power: 1, voltage: null })).toEqual({
      measurement: { activePower: 0.001 },
      registers: {},
      reasons: [],
      isClosed: undefined,
    });
  });

  it.each([
    [{ power: '703' }, 'wrong-type'],
    [{ energy: -1 }, 'out-of-bounds'],
    [{ energy: 1e300 }, 'out-of-bounds'],
    [{ voltage: 5000 }, 'out-of-bounds'],
    [{ state: 'TOGGLE' }, 'unknown-word'],
    [{ state: true }, 'unknown-word'],
  ])('%j is rejected as %s', (message, reason) => {
    expect(read(message)).toEqual({
      measurement: {},
      registers: {},
      reasons: [reason],
      isClosed: undefined,
    });
  });

  it('has the sum of the powers of three phases, if the device has none', () => {
    const measured = (['A', 'B', 'C'] as const).map((phase) => ({
      property: phase,
      places: -3,
      field: `activePower${phase}` as const,
    }));
    const definition = { output: undefined, measured, counted: [] };
    expect(read({ A: 100.1, B: 200.2, C: -0.3 }, definition).measurement.activePower).toBe(0.3);
    expect(read({ A: 100.1, B: 200.2 }, definition).measurement.activePower).toBeUndefined();
  });
});

describe('a request to a Zigbee device', () => {
  it('names its property', () => {
    const output = { property: 'state_l1', isReadable: true };
    expect(encodeZigbeeSwitch(output, true)).toBe('{"state_l1":"ON"}');
    expect(encodeZigbeeSwitch(output, false)).toBe('{"state_l1":"OFF"}');
    expect(encodeZigbeeGet(output)).toBe('{"state_l1":""}');
  });
});
