import { describe, expect, it } from 'vitest';
import { Circuits } from './circuit.ts';

const OPEN_MS = 30_000;

function openCircuit(): Circuits {
  const circuits = new Circuits();
  for (let i = 0; i < 5; i += 1) {
    circuits.begin('smtp');
    circuits.failed('smtp', 0);
    circuits.end('smtp');
  }
  return circuits;
}

describe('circuit breaker of a receiver', () => {
  it('stays closed until five failures in a row', () => {
    const circuits = new Circuits();
    for (let i = 0; i < 4; i += 1) circuits.failed('smtp', 0);
    expect(circuits.closedTo(0)).toEqual([]);
    circuits.failed('smtp', 0);
    expect(circuits.closedTo(0)).toEqual(['smtp']);
    expect(circuits.nextOpening()).toBe(OPEN_MS);
  });

  it('admits one trial item after half a minute', () => {
    const circuits = openCircuit();
    expect(circuits.closedTo(OPEN_MS)).toEqual([]);
    expect([circuits.begin('smtp'), circuits.begin('smtp')]).toEqual([true, false]);
    expect(circuits.closedTo(OPEN_MS)).toEqual(['smtp']);
  });

  it('reopens for half a minute if the trial item fails', () => {
    const circuits = openCircuit();
    circuits.begin('smtp');
    circuits.failed('smtp', OPEN_MS);
    circuits.end('smtp');
    expect(circuits.closedTo(2 * OPEN_MS - 1)).toEqual(['smtp']);
    expect(circuits.closedTo(2 * OPEN_MS)).toEqual([]);
  });

  it('admits another trial item if the attempt ended without a result', () => {
    const circuits = openCircuit();
    circuits.begin('smtp');
    circuits.end('smtp');
    expect(circuits.closedTo(OPEN_MS)).toEqual([]);
    expect(circuits.begin('smtp')).toBe(true);
  });

  it('closes when an item is delivered', () => {
    const circuits = openCircuit();
    circuits.begin('smtp');
    circuits.succeeded('smtp');
    circuits.end('smtp');
    expect([circuits.begin('smtp'), circuits.begin('smtp')]).toEqual([true, true]);
  });
});
