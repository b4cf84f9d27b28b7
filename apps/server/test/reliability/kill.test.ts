/**
 * docs/promises.md R1 and R2: the server, its embedded database or both are killed repeatedly under
 * load; every reading that was acknowledged is stored, and none is stored twice.
 */
import { seededRandom } from '@busbar/domain/demand/seeded-noise';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/storage/open-database.ts';
import { freshDatabase } from '../support/databases.ts';
import { killPostmaster } from '../support/programs/embedded-processes.ts';
import { pollUntil } from '../support/programs/poll-until.ts';
import { type ServerProgram, serverProgram } from '../support/programs/server-program.ts';
import { SOAK_TIMEOUT_MS, seed, size } from '../support/sizes.ts';
import { testLog } from '../support/test-log.ts';
import { checkReadings } from './readings/check-readings.ts';
import { ReadingDevice } from './readings/reading-device.ts';
import { readStoredReadings, registerReadingDevices } from './readings/reading-load.ts';

const KILLS = size('kills');
const SEED = seed('kills', 1);
const DEVICES = 20;
/** The time of a kill, relative to the first acknowledgement of its round. */
const SOONEST_MS = 50;
const LATEST_MS = 900;

const VICTIMS = { external: ['server'], embedded: ['server', 'database', 'both'] } as const;

describe.each(['external', 'embedded'] as const)(
  'a program killed under load (on the %s database)',
  (kind) => {
    let program: ServerProgram | undefined;
    const devices: ReadingDevice[] = [];
    afterAll(async () => {
      for (const device of devices) device.stop();
      await program?.remove();
    });

    it(
      `loses nothing it acknowledged in ${KILLS} kills`,
      async () => {
        const random = seededRandom(SEED);
        const databaseUrl = kind === 'external' ? (await freshDatabase()).databaseUrl : undefined;
        program = await serverProgram({
          DEVICE_RATE: '100000',
          ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
        });
        const { dataDir, mqttPort } = program;
        const open = () =>
          openDatabase({
            ...(databaseUrl === undefined ? {} : { databaseUrl }),
            dataDir,
            unsafeDatabase: false,
            log: testLog,
          });

        const before = await open();
        const registered = await registerReadingDevices(before, DEVICES);
        await before.close();
        devices.push(...registered.map((device) => new ReadingDevice(device, mqttPort, random)));
        const acknowledged = () => devices.reduce((sum, device) => sum + device.acknowledged, 0);

        for (const device of devices) device.connect();
        const starts: number[] = [await program.start()];
        for (let kill = 0; kill < KILLS; kill++) {
          const known = acknowledged();
          await pollUntil(acknowledged, (count) => count > known, 60_000);
          // This is not a wait for an event: the time of the kill is random.
          const delayMs = SOONEST_MS + random() * (LATEST_MS - SOONEST_MS);
          await new Promise((resolve) => setTimeout(resolve, delayMs));
          const victim = VICTIMS[kind][kill % VICTIMS[kind].length];
          if (victim !== 'server') await killPostmaster(dataDir);
          if (victim === 'database') continue;
          await program.end('SIGKILL');
          starts.push(await program.start());
        }

        // A slow machine needs longer for the same number of readings.
        await pollUntil(acknowledged, (count) => count > KILLS * DEVICES, SOAK_TIMEOUT_MS);
        for (const device of devices) device.finish();
        await pollUntil(
          () => devices.filter((device) => !device.isDone).length,
          (left) => left === 0,
          60_000,
        );
        await program.end('SIGTERM');

        const after = await open();
        const sent = devices.flatMap((device) => device.ledger);
        const stored = await readStoredReadings(after);
        await after.close();
        const slowest = starts.toSorted((a, b) => a - b).at(Math.floor(starts.length * 0.95) - 1);
        console.log(
          `${kind}: ${KILLS} kills, ${sent.length} readings sent, ${stored.counting.length} count,` +
            ` ${stored.keptBeside.length} kept beside, ready again p95 ${Math.round(slowest ?? 0)} ms`,
        );
        expect(sent.length).toBeGreaterThan(KILLS * DEVICES);
        expect(stored.rejected).toEqual([]);
        const findings = checkReadings(sent, stored.counting, stored.keptBeside);
        expect(findings).toEqual({ lost: [], doubled: [], invented: [], miscounted: [] });
      },
      SOAK_TIMEOUT_MS,
    );
  },
);
