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

  it('accepts DTUs, instead of devices unless both are given', () => {
    const { devices, dtu, faults } = read(
      '--dtus 3 --meters 4 --meter-profile abb-b23 --meter-profile eastron-sdm630 ' +
        '--dtu-url tcp://[::1]:4197 --heartbeat PING --heartbeat-interval 5 --fault line-noise:0.5',
    );
    expect(devices).toBe(0);
    expect(faults).toEqual([{ name: 'line-noise', share: 0.5 }]);
    expect(dtu).toMatchObject({
      dtus: 3,
      target: { host: '::1', port: 4197 },
      texts: { form: 'code-secret', end: 'crlf', heartbeat: 'PING', heartbeatMs: 5000 },
    });
    expect(dtu.stations.map(({ station, profile }) => `${station} ${profile.id}`)).toEqual([
      '1 abb-b23',
      '2 eastron-sdm630',
      '3 abb-b23',
      '4 eastron-sdm630',
    ]);
    expect(read('--dtus 3 --devices 5').devices).toBe(5);
    expect(read('--dtus 1').dtu.target).toEqual({ host: '127.0.0.1', port: 4196 });
    expect(read('--dtus 1 --dtu-listen 5020').dtu.target).toEqual({ listenFrom: 5020 });
  });

  it.each([
    ['--dtus -1', '--dtus'],
    ['--dtus 1 --meters 21', '--meters: 21 is not a number from 1 to 20'],
    ['--dtus 1 --meter-profile abb', 'there is no meter profile abb'],
    ['--dtus 1 --dtu-url http://x:1', 'tcp://'],
    ['--dtus 1 --dtu-url tcp://x', 'tcp://x has no port'],
    ['--dtus 1 --registration name', 'none of code-secret, hex, imei, iccid'],
    ['--dtus 1 --registration-end cr', 'neither crlf nor silence'],
    ['--dtus 1 --heartbeat ♥', '--heartbeat'],
    ['--dtus 1 --baud 3', '--baud'],
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
