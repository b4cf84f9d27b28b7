/**
 * docs/promises.md R1 and R3 over power cuts: the data folder is on a separate disk, a loop device,
 * which is copied while readings arrive. The copy is what a power cut at that moment leaves: all
 * that was written to the device so far, and nothing that the kernel had not yet written. The file
 * of the device is on a second file system that is frozen during the copy, so that the copy is
 * consistent.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '@busbar/domain/demand/seeded-noise';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/storage/open-database.ts';
import {
  mayMountDisks,
  mountDisk,
  mountNewDisk,
  unmount,
  whileFrozen,
} from '../support/programs/mounts.ts';
import { pollUntil } from '../support/programs/poll-until.ts';
import { type ServerProgram, serverProgram } from '../support/programs/server-program.ts';
import { SOAK_TIMEOUT_MS, seed, size } from '../support/sizes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { testLog } from '../support/test-log.ts';
import { checkReadings } from './readings/check-readings.ts';
import { ReadingDevice } from './readings/reading-device.ts';
import { readStoredReadings, registerReadingDevices } from './readings/reading-load.ts';

const GIB = 1024 ** 3;
const DEVICES = 20;
const LATEST_MS = 500;

describe.skipIf(!mayMountDisks())('a power cut under load', () => {
  const folder = temporaryFolder();
  const frozen = join(folder, 'frozen');
  const disk = join(frozen, 'disk.img');
  const live = join(folder, 'live');
  const copied = join(folder, 'copied');
  const devices: ReadingDevice[] = [];
  const undo: (() => unknown)[] = [];
  let program: ServerProgram | undefined;

  afterAll(async () => {
    for (const device of devices) device.stop();
    await program?.remove();
    for (const step of undo.toReversed()) step();
  });

  function prepareDisks(): string {
    mkdirSync(frozen);
    mountNewDisk(join(folder, 'outer.img'), frozen, 4 * GIB);
    undo.push(() => unmount(frozen));
    mkdirSync(live);
    mountNewDisk(disk, live, 2 * GIB);
    undo.push(() => unmount(live));
    const dataDir = join(live, 'data');
    mkdirSync(dataDir);
    return dataDir;
  }

  it(
    'loses no reading acknowledged before the cut',
    async () => {
      const cuts = size('powerCuts');
      const random = seededRandom(seed('powerCuts', 1));
      const dataDir = prepareDisks();
      const open = (where: string) =>
        openDatabase({ dataDir: where, unsafeDatabase: false, log: testLog });
      const before = await open(dataDir);
      const registered = await registerReadingDevices(before, DEVICES);
      await before.close();

      program = await serverProgram({ DEVICE_RATE: '100000', DATA_DIR: dataDir });
      await program.start();
      const { mqttPort } = program;
      devices.push(...registered.map((device) => new ReadingDevice(device, mqttPort, random)));
      for (const device of devices) device.connect();
      const sent = () => devices.flatMap((device) => device.ledger);
      const acknowledged = () => devices.reduce((sum, device) => sum + device.acknowledged, 0);

      let checked = 0;
      for (let cut = 0; cut < cuts; cut++) {
        const known = acknowledged();
        await pollUntil(acknowledged, (count) => count > known + DEVICES, 60_000);
        // This is not a wait for an event: the time of the cut is random.
        await new Promise((resolve) => setTimeout(resolve, random() * LATEST_MS));
        const inTime = new Set(sent().filter((entry) => entry.acknowledged));
        const image = join(folder, 'copied.img');
        whileFrozen(frozen, () => execFileSync('cp', ['--sparse=always', disk, image]));

        mountDisk(image, copied);
        try {
          const database = await open(join(copied, 'data'));
          const { counting, keptBeside } = await readStoredReadings(database);
          await database.close();
          const ledger = sent().map((entry) => ({ ...entry, acknowledged: inTime.has(entry) }));
          const findings = checkReadings(ledger, counting, keptBeside);
          expect(findings, `cut ${cut + 1}`).toEqual({
            lost: [],
            doubled: [],
            invented: [],
            miscounted: [],
          });
          checked += inTime.size;
        } finally {
          unmount(copied);
          rmSync(image);
        }
      }
      console.log(`${cuts} power cuts, ${checked} acknowledged readings looked for`);
      expect(checked).toBeGreaterThan(cuts * DEVICES);
    },
    SOAK_TIMEOUT_MS,
  );
});
