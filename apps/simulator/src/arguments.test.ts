import { describe, expect, it } from 'vitest';
import { readArguments } from './arguments.ts';

const now = Date.UTC(2026, 4, 5);
const read = (line: string) => readArguments(line.split(' ').filter(Boolean), {}, now);

describe('command line', () => {
  it('uses the defaults if no option is given', () => {
    expect(read('')).toMatchObject({
      devices: 20,
      intervalMs: 60_000,
      url: 'mqtt://127.0.0.1:1883',
      server: 'http://127.0.0.1:8080',
      user: 'demo',
      password: undefined,
      countsFrom: Date.UTC(2026, 0, 1),
      endWithParent: false,
    });
  });

  it('divides the report interval by the speed', () => {
    expect(read('--devices 200 --interval 60 --speed 10')).toMatchObject({
      devices: 200,
      intervalMs: 6000,
    });
  });

  it('reads the password from the environment unless the command line contains it', () => {
    const environment = { DEMO_PASSWORD: 'from outside' };
    expect(readArguments([], environment, now).password).toBe('from outside');
    expect(readArguments(['--password', 'x'], environment, now).password).toBe('x');
  });

  it('accepts several faults, each with its share', () => {
    expect(read('--fault late-reply --fault counter-reset:0.1').faults).toEqual([
      { name: 'late-reply', share: 1 },
      { name: 'counter-reset', share: 0.1 },
    ]);
  });

  it.each([
    ['--devices 0', '--devices: 0 is not a number from 1 to 100000'],
    ['--devices 2.5', 'not a whole number'],
    ['--devices many', 'not a number'],
    ['--interval 0', '--interval'],
    ['--speed -1', '--speed'],
    ['--url http://x', 'mqtt://'],
    ['--url nonsense', 'mqtt://'],
    ['--server 127.0.0.1', 'http://'],
    ['--zone Mars/Base', 'no time zone Mars/Base'],
    ['--counts-from yesterday', 'YYYY-MM-DD'],
    ['--counts-from 2027-01-01', 'not a past day'],
    ['--fault on-fire', 'there is no fault on-fire'],
    ['--fault late-reply:2', 'not a number from 0 to 1'],
    ['--state a.json --replay b.csv', '--state'],
    ['--scenario a.json --replay b.csv', '--scenario'],
    ['--frobnicate', '--frobnicate'],
    ['stray', 'stray'],
    ['--devices', '--devices'],
  ])('rejects %j with one sentence', (line, sentence) => {
    expect(() => read(line)).toThrow(sentence);
  });
});
