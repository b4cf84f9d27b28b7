import { describe, expect, it } from 'vitest';
import {
  dlt645ReadRequest,
  isWholeModbus,
  readRequest,
  registersIn,
  withCrc,
} from '../../../test/line-master.ts';
import { connectLine, createLine } from '../../../test/simulated-line.ts';
import { applyLineFault, heal } from './line-faults.ts';

const METERS = '1=eastron-sdm630,2=generic-modbus,42=dlt645-2007-three-phase';
const VOLTAGE = readRequest(1, 4, 0, 6);
const VOLTAGE_BYTES = 17;
const OTHER = readRequest(2, 3, 0, 12);
const OTHER_BYTES = 29;
const NO_EXPORT = readRequest(1, 4, 0x4a, 2);

describe('a healthy line', () => {
  it('answers each meter at its own station, and two requests in one segment', async () => {
    const { first } = await connectLine(METERS);
    const both = Uint8Array.of(...VOLTAGE, ...OTHER);
    const reply = await first.exchange(both, VOLTAGE_BYTES + OTHER_BYTES);
    expect(registersIn(reply.subarray(0, VOLTAGE_BYTES), 1, 4)).toHaveLength(6);
    expect(registersIn(reply.subarray(VOLTAGE_BYTES), 2, 3)).toHaveLength(12);
  });

  it.each([
    ['a register that the meter does not have', readRequest(1, 4, 0x0100, 2), [0x84, 2]],
    ['a block that ends after the last register', readRequest(1, 4, 0x4e, 4), [0x84, 2]],
    ['the registers of the other function', readRequest(1, 3, 0, 2), [0x83, 2]],
    ['more than 125 registers', readRequest(1, 4, 0, 126), [0x84, 3]],
    ['a write', withCrc(Uint8Array.of(1, 6, 0, 0, 0, 1)), [0x86, 1]],
    ['an unknown function', withCrc(Uint8Array.of(1, 0x11)), [0x91, 1]],
  ])('refuses %s', async (_name, request, [fn, exception]) => {
    const { first } = await connectLine(METERS);
    const reply = await first.exchange(request, 5);
    expect([...reply.subarray(0, 3)]).toEqual([1, fn, exception]);
    expect(isWholeModbus(reply)).toBe(true);
  });

  it('refuses an unknown identifier of DL/T 645, and opens the relay of its meter', async () => {
    const { first, stations, clock } = await connectLine(METERS);
    const reply = await first.exchange(dlt645ReadRequest('000000000042', '12345678'), 13);
    expect([reply[8], reply[10]]).toEqual([0xd1, 0x02 + 0x33]);
    const before = stations[2]!.values(clock.now).activeImport;
    await first.exchange(openRequest(), 12);
    clock.now += 3_600_000;
    expect(stations[2]!.closed).toBe(false);
    expect(stations[2]!.values(clock.now)).toMatchObject({ activeImport: before, currentA: 0 });
  });

  it('takes the time that its speed needs', async () => {
    const { first } = await connectLine(METERS, { baud: 300 });
    const from = performance.now();
    await first.exchange(VOLTAGE, VOLTAGE_BYTES);
    // 25 bytes of 11 bits, and 20 ms of the meter; timers round down.
    expect(performance.now() - from).toBeGreaterThan(935);
  });
});

describe('the relay of a meter', () => {
  const STATE_WORD = dlt645ReadRequest('000000000042', '04000503');
  const connected = async () => {
    const line = await connectLine(METERS);
    const switched = async (request: Uint8Array) => (await line.first.exchange(request, 12))[8];
    const stateOf = async () => (await line.first.exchange(STATE_WORD, 18))[14]! - 0x33;
    return { ...line, station: line.stations[2]!, switched, stateOf };
  };

  it('closes by its button after 1B, and by 1C without it', async () => {
    const { station, switched, stateOf, clock } = await connected();
    expect(await switched(switchRequest(0x1a))).toBe(0x9c);
    expect(await stateOf()).toBe(0x50);
    station.pressButton(clock.now);
    expect(station.closed).toBe(false);
    expect(await switched(switchRequest(0x1b))).toBe(0x9c);
    expect([station.closed, await stateOf()]).toEqual([false, 0x10]);
    station.pressButton(clock.now);
    expect([station.closed, await stateOf()]).toEqual([true, 0]);
    await switched(switchRequest(0x1a));
    await switched(switchRequest(0x1c));
    expect([station.closed, await stateOf()]).toEqual([true, 0]);
  });

  it('does not move for another operator, if the meter knows its own', async () => {
    const { station, first } = await connected();
    station.access = { password: '000000', operator: '00000042' };
    const refused = await first.exchange(switchRequest(0x1a), 13);
    expect([refused[8], refused[10]! - 0x33]).toEqual([0xdc, 0x04]);
    const known = [0x42, 0, 0, 0];
    const obeyed = await first.exchange(switchRequest(0x1a, undefined, known), 12);
    expect([obeyed[8], station.closed]).toEqual([0x9c, false]);
  });

  it('is stuck with stuck-relay, although the command is accepted', async () => {
    const { line, station, switched, stateOf } = await connected();
    applyLineFault('stuck-relay', line, '000000000042');
    expect(await switched(switchRequest(0x1a))).toBe(0x9c);
    expect([station.closed, await stateOf()]).toEqual([true, 0x40]);
    heal(line);
    await switched(switchRequest(0x1a));
    expect(station.closed).toBe(false);
  });

  it('moves with switch-answer-lost, and other answers arrive', async () => {
    const { line, station, first, stateOf } = await connected();
    applyLineFault('switch-answer-lost', line, '000000000042');
    first.send(switchRequest(0x1a));
    expect(await stateOf()).toBe(0x50);
    expect(station.closed).toBe(false);
  });

  it('sends a value in several frames with chained-answers', async () => {
    const { line, first } = await connected();
    const request = (number?: number) => dlt645ReadRequest('000000000042', '00010000', number);
    const value = [...(await first.exchange(request(), 20)).subarray(14, 18)];
    applyLineFault('chained-answers', line, '000000000042');
    const start = await first.exchange(request(), 18);
    const rest = await first.exchange(request(1), 19);
    expect([start[8], rest[8], rest[16]! - 0x33]).toEqual([0xb1, 0x92, 1]);
    expect([...start.subarray(14, 16), ...rest.subarray(14, 16)]).toEqual(value);
    const refused = await first.exchange(request(2), 13);
    expect([refused[8], refused[10]! - 0x33]).toEqual([0xd2, 0x02]);
  });

  it('does not move with other-password', async () => {
    const { line, station, first } = await connected();
    applyLineFault('other-password', line, '000000000042');
    const refused = await first.exchange(switchRequest(0x1a), 13);
    expect([refused[8], refused[10]! - 0x33]).toEqual([0xdc, 0x04]);
    expect(station.closed).toBe(true);
  });

  it.each([
    ['meter-clock-slow', 0x17, 0x9c],
    ['meter-clock-fast', 0x18, 0xdc],
  ] as const)('obeys the clock of the meter with %s', async (fault, hour, control) => {
    const { line, first } = await connected();
    applyLineFault(fault, line, '000000000042');
    // In Shanghai it is 18:20:30.
    const until = [0x00, 0x30, hour, 0x29, 0x11, 0x26];
    const reply = await first.exchange(switchRequest(0x1a, until), control === 0x9c ? 12 : 13);
    expect(reply[8]).toBe(control);
  });
});

describe('a breaker that says why it has tripped', () => {
  const STATE = readRequest(7, 4, 100, 2);
  const stateOf = async (breakers: Awaited<ReturnType<typeof connectLine>>) =>
    registersIn(await breakers.first.exchange(STATE, 9), 7, 4);

  it.each([
    ['over-current-trip', 1],
    ['leakage-trip', 2],
  ] as const)('has the reason in its register with %s', async (fault, reason) => {
    const breakers = await connectLine('7=generic-modbus-breaker-trip');
    expect(await stateOf(breakers)).toEqual([1, 0]);
    applyLineFault(fault, breakers.line);
    expect(await stateOf(breakers)).toEqual([2, reason]);
    expect(breakers.stations[0]!.closed).toBe(false);
    heal(breakers.line);
    expect(await stateOf(breakers)).toEqual([0, 0]);
  });
});

describe('faults of a line', () => {
  it('line-noise surrounds the answer with other bytes', async () => {
    const { first, line } = await connectLine(METERS);
    applyLineFault('line-noise', line);
    const reply = await first.exchange(VOLTAGE, VOLTAGE_BYTES + 10);
    expect(isWholeModbus(reply.subarray(0, VOLTAGE_BYTES))).toBe(false);
    expect(registersIn(reply.subarray(5, 5 + VOLTAGE_BYTES), 1, 4)).toHaveLength(6);
  });

  it('cut-frames ends every second answer before its end', async () => {
    const { first, line } = await connectLine(METERS);
    applyLineFault('cut-frames', line);
    const reply = await first.exchange(VOLTAGE, 9);
    expect([...reply.subarray(0, 3)]).toEqual([1, 4, 12]);
    expect(first.bytes).toHaveLength(9);
    expect(isWholeModbus(await first.exchange(VOLTAGE, VOLTAGE_BYTES))).toBe(true);
  });

  it('line-echo returns the request before the answer', async () => {
    const { first, line } = await connectLine(METERS);
    applyLineFault('line-echo', line);
    const reply = await first.exchange(VOLTAGE, VOLTAGE.length + VOLTAGE_BYTES);
    expect(new Uint8Array(reply.subarray(0, VOLTAGE.length))).toEqual(VOLTAGE);
    expect(isWholeModbus(reply.subarray(VOLTAGE.length))).toBe(true);
  });

  it('merged-frames sends two answers in one segment', async () => {
    const { line } = createLine(METERS);
    applyLineFault('merged-frames', line);
    const segment = await new Promise<Uint8Array>((resolve) => {
      line.open(resolve);
      line.receive(VOLTAGE);
      line.receive(OTHER);
    });
    expect(segment).toHaveLength(VOLTAGE_BYTES + OTHER_BYTES);
  });

  it('split-bytes sends each byte in a segment of its own', async () => {
    const { line } = createLine(METERS);
    applyLineFault('split-bytes', line);
    const segments = await new Promise<readonly Uint8Array[]>((resolve) => {
      const sent: Uint8Array[] = [];
      line.open((bytes) => {
        sent.push(bytes);
        if (sent.length === VOLTAGE_BYTES) resolve(sent);
      });
      line.receive(VOLTAGE);
    });
    expect(isWholeModbus(Uint8Array.from(segments.flatMap((bytes) => [...bytes])))).toBe(true);
  });

  it('heartbeat-in-reply inserts the heartbeat into the answer', async () => {
    const { first, line } = await connectLine(METERS, { heartbeat: Buffer.from('PING') });
    applyLineFault('heartbeat-in-reply', line);
    const reply = await first.exchange(VOLTAGE, VOLTAGE_BYTES + 4);
    const at = reply.indexOf('PING');
    expect(at).toBeGreaterThan(0);
    expect(at).toBeLessThan(VOLTAGE_BYTES);
    const rest = Buffer.concat([reply.subarray(0, at), reply.subarray(at + 4)]);
    expect(isWholeModbus(rest)).toBe(true);
  });

  it('silent-meter and slow-answers leave the other meters as they are', async () => {
    const { first, line } = await connectLine(METERS, { slowMs: 300 });
    applyLineFault('silent-meter', line);
    first.send(VOLTAGE);
    expect(registersIn(await first.exchange(OTHER, OTHER_BYTES), 2, 3)).toHaveLength(12);
    heal(line);
    applyLineFault('slow-answers', line);
    first.send(VOLTAGE);
    const reply = await first.exchange(OTHER, OTHER_BYTES + VOLTAGE_BYTES);
    expect(registersIn(reply.subarray(OTHER_BYTES), 1, 4)).toHaveLength(6);
  });

  it('wrong-crc damages the check of the named meter only', async () => {
    const { first, line } = await connectLine(METERS);
    applyLineFault('wrong-crc', line, '2');
    expect(isWholeModbus(await first.exchange(OTHER, OTHER_BYTES))).toBe(false);
    expect(isWholeModbus(await first.exchange(VOLTAGE, VOLTAGE_BYTES))).toBe(true);
    applyLineFault('wrong-crc', line, '000000000042');
    const reply = await first.exchange(dlt645ReadRequest('000000000042', '02010100'), 18);
    const sum = reply.subarray(0, 16).reduce((total, byte) => (total + byte) & 0xff, 0);
    expect(reply[16]).not.toBe(sum);
    expect(reply[17]).toBe(0x16);
  });

  it('registers-absent refuses optional registers until the line is healthy', async () => {
    const { first, line } = await connectLine(METERS);
    applyLineFault('registers-absent', line, '*');
    const reply = await first.exchange(NO_EXPORT, 5);
    expect([...reply.subarray(0, 3)]).toEqual([1, 0x84, 2]);
    expect(isWholeModbus(await first.exchange(VOLTAGE, VOLTAGE_BYTES))).toBe(true);
    heal(line);
    expect(registersIn(await first.exchange(NO_EXPORT, 9), 1, 4)).toEqual([0, 0]);
  });

  it.each([
    [0, 2 * OTHER_BYTES],
    [0.9, OTHER_BYTES],
  ])(
    'address-clash lets two meters answer, one after the other or together',
    async (random, bytes) => {
      const { first, line } = await connectLine('1=generic-modbus,2=generic-modbus', {
        random: () => random,
      });
      applyLineFault('address-clash', line);
      const reply = await first.exchange(readRequest(1, 3, 0, 12), bytes);
      const start = reply.subarray(0, OTHER_BYTES);
      expect(isWholeModbus(start)).toBe(bytes > OTHER_BYTES);
      expect(reply[0]).toBe(1);
      if (bytes > OTHER_BYTES) {
        const second = registersIn(reply.subarray(OTHER_BYTES), 1, 3);
        expect(second).not.toEqual(registersIn(start, 1, 3));
      }
    },
  );

  it('dtu-hangs answers nothing until the line is healthy', async () => {
    const { first, line } = await connectLine(METERS);
    applyLineFault('dtu-hangs', line);
    line.receive(VOLTAGE);
    expect(line.answers).toBe(0);
    heal(line);
    expect(isWholeModbus(await first.exchange(VOLTAGE, VOLTAGE_BYTES))).toBe(true);
    expect(line.answers).toBe(1);
  });
});

/** Control code 1C with the factory password and the command 1A. */
function openRequest(): Uint8Array {
  return switchRequest(0x1a);
}

/** `until` has six pairs of digits, second first; `operator` four. */
function switchRequest(
  command: number,
  until = [0, 0, 0, 0x31, 0x12, 0x99],
  operator = [0, 0, 0, 0],
): Uint8Array {
  const data = [0x02, 0, 0, 0, ...operator, command, 0, ...until];
  const head = [0x68, 0x42, 0, 0, 0, 0, 0, 0x68, 0x1c, data.length];
  const bytes = [...head, ...data.map((byte) => (byte + 0x33) & 0xff)];
  return Uint8Array.of(
    ...bytes,
    bytes.reduce((sum, byte) => (sum + byte) & 0xff, 0),
    0x16,
  );
}
