/**
 * `npm run soak` at a small size, and its checks of growth: they find the leaks they were written
 * for.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { growthFindings, type SoakSample } from '../../../../bench/src/soak/soak-verdict.ts';
import { isNightly, SOAK_TIMEOUT_MS, size } from '../support/sizes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SECONDS = size('soakSeconds');
const DEVICES = size('soakDevices');

const sampleAt = (minute: number): SoakSample => ({
  minute,
  rssMiB: 200 + (minute % 7),
  heapMiB: 90 + (minute % 11),
  sockets: 2_040 + (minute % 3),
  files: 20,
  databaseMiB: 100 + minute,
  deadShare: 0.1,
  deadRows: 50_000,
  readingsPerS: 33,
  commands: minute * 60,
  ackP95Ms: 30,
  loopP99Ms: 5,
  fault: '',
});
const samples = (change: (sample: SoakSample) => Partial<SoakSample>) =>
  Array.from({ length: 120 }, (_, minute) => sampleAt(minute)).map((sample) => ({
    ...sample,
    ...change(sample),
  }));

describe('the checks of growth', () => {
  it('find nothing if memory, sockets and files are flat', () => {
    expect(
      growthFindings(
        samples(() => ({})),
        true,
      ),
    ).toEqual([]);
  });

  it('ignore growth in the first half, in which caches are filled', () => {
    const filling = samples(({ minute }) => ({ rssMiB: 100 + Math.min(minute, 60) * 2 }));
    expect(growthFindings(filling, true)).toEqual([]);
  });

  it.each([
    ['a megabyte a minute', ({ minute }: SoakSample) => ({ rssMiB: 200 + minute }), 'rssMiB'],
    ['heap', ({ minute }: SoakSample) => ({ heapMiB: 90 + minute }), 'heapMiB'],
    ['a socket a minute', ({ minute }: SoakSample) => ({ sockets: 2_040 + minute }), 'sockets'],
    [
      'a file every third minute',
      ({ minute }: SoakSample) => ({ files: 20 + minute / 3 }),
      'files',
    ],
    ['dead rows', () => ({ deadShare: 0.5 }), '50 % of the rows are dead'],
  ])('find a leak of %s', (_, leak, finding) => {
    expect(growthFindings(samples(leak), true).join()).toContain(finding);
  });
});

describe('a soak', () => {
  it(
    `finds nothing in ${SECONDS} s with ${DEVICES} devices`,
    async () => {
      const out = join(temporaryFolder(), 'soak.csv');
      const program = fileURLToPath(new URL('../../../../bench/src/soak/soak.ts', import.meta.url));
      const options = {
        minutes: SECONDS / 60,
        devices: DEVICES,
        browsers: isNightly ? 20 : 3,
        interval: isNightly ? 60 : 2,
        sample: isNightly ? 60 : 3,
        'fault-every': isNightly ? 240 : 4,
        // The fault before the last one has been sampled.
        'min-faults': 4,
        out,
      };
      const { stdout } = await promisify(execFile)(process.execPath, [
        '--import',
        'tsx',
        program,
        '--bundled',
        ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
      ]).catch((error: { stdout: string; stderr: string; code: number }) => ({
        stdout: `${error.stdout}\n${error.stderr}\nended with ${error.code}`,
      }));
      console.log(stdout);
      expect(stdout).toContain('The soak found nothing.');
      const written = JSON.parse(readFileSync(out.replace('.csv', '.json'), 'utf8'));
      const faults = written.samples.map(({ fault }: SoakSample) => fault).join();
      for (const fault of ['server killed', 'a tenth cut', 'database crashed']) {
        expect(faults).toContain(fault);
      }
    },
    SOAK_TIMEOUT_MS,
  );
});
