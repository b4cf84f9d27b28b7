/**
 * `npm run soak -- --hours N`: the server program on PostgreSQL with devices, alarms, timers,
 * commands, reports, browsers and scripted faults. It samples memory, sockets, files, tables and
 * delays, prints the curve, and checks at the end that nothing was lost, doubled or late, that the
 * ledger equals a rebuild, and that memory, sockets and files are flat. Exits with 1 otherwise.
 *
 * `--hours 2` or `--minutes N`, `--devices 2000`, `--browsers 20` (a user has at most 20 sockets),
 * `--interval 60` seconds between the readings of a device, `--sample 60` seconds,
 * `--fault-every 240` seconds, `--out FILE` (CSV; the same name with .json has the findings too).
 */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '../../../apps/server/test/support/programs/server-program.ts';
import { startServerProgram, withEngine } from '../engine/bench-engine.ts';
import { printTable } from '../engine/print-table.ts';
import { commandFindings, ledgerFindings, lostReadings, timerFindings } from './soak-checks.ts';
import { FAULTS } from './soak-faults.ts';
import { SoakFleet } from './soak-fleet.ts';
import { createSampler } from './soak-samples.ts';
import { openBrowsers, requestReport, sendCommand } from './soak-users.ts';
import { curve, growthFindings, type SoakSample } from './soak-verdict.ts';
import { createSoakWorld } from './soak-world.ts';

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '2' },
    minutes: { type: 'string' },
    devices: { type: 'string', default: '2000' },
    browsers: { type: 'string', default: '20' },
    interval: { type: 'string', default: '60' },
    sample: { type: 'string', default: '60' },
    'fault-every': { type: 'string', default: '240' },
    /** The run lasts until so many faults have happened, however slow the machine is. */
    'min-faults': { type: 'string', default: '0' },
    /** Uses the PostgreSQL of the packages instead of the system's. */
    bundled: { type: 'boolean', default: false },
    out: { type: 'string', default: join(tmpdir(), 'busbar-soak.csv') },
  },
});
const minutes = Number(values.minutes ?? Number(values.hours) * 60);
const TIMED = Math.min(20, Math.ceil(Number(values.devices) / 4));
/** Commands, alarms and reports each this often, in ms. */
const COMMAND_EVERY_MS = 1_000;
const ALARM_EVERY_MS = 2_000;
const REPORT_EVERY_MS = Math.min(300_000, minutes * 15_000);
/** Below this length caches are still filled, so the growth of memory is printed but not checked. */
const MEMORY_CHECKED_MINUTES = 30;
const DRAIN_MS = 120_000;
/** A timer that is due so shortly before the end may run after it. */
const TIMER_GRACE_MS = 90_000;

const findings = await withEngine(
  'external',
  async (engine) => {
    const database = await engine.open();
    const world = await createSoakWorld(database, Number(values.devices), {
      timed: TIMED,
      minutes,
    });
    const env = {
      PORT: String(await freePort()),
      MQTT_PORT: String(await freePort()),
      CONTROL_GAP_S: '0',
      CONTROL_PER_MINUTE: '100000',
      CONTROL_GROUP_PERCENT: '100',
    };
    let server = await startServerProgram(engine, env);
    const { userId, token } = world.tenant.users.operator;
    const user = { url: server.url, token, userId };
    const fleet = new SoakFleet(world.devices, server.mqttPort);
    fleet.start(Number(values.interval) * 1000);
    const browsers = openBrowsers(user, Number(values.browsers));

    const counts = { commands: 0, refused: 0, reports: 0, reportsDone: 0, alarms: 0 };
    let turn = 0;
    const switched = fleet.devices.slice(TIMED);
    const pick = () => switched[turn++ % switched.length]!;
    const opened = new Set<string>();
    const timers = [
      setInterval(async () => {
        const device = pick();
        const command = opened.has(device.code) ? 'close' : 'open';
        if (!(await sendCommand(user, device, command))) counts.refused += 1;
        else {
          counts.commands += 1;
          if (command === 'open') opened.add(device.code);
          else opened.delete(device.code);
        }
      }, COMMAND_EVERY_MS),
      setInterval(() => {
        counts.alarms += 1;
        fleet.alarm(fleet.devices[Math.floor(counts.alarms / 2) % fleet.devices.length]!);
      }, ALARM_EVERY_MS),
      setInterval(async () => {
        const isDone = await requestReport(user);
        counts.reports += 1;
        if (isDone) counts.reportsDone += 1;
      }, REPORT_EVERY_MS),
    ];

    const beganAt = performance.now();
    const endsAt = beganAt + minutes * 60_000;
    const sample = createSampler(database, fleet, beganAt);
    const samples: SoakSample[] = [];
    let faults: string[] = [];
    let nextFaultAt = beganAt + Number(values['fault-every']) * 500;
    let faultTurn = 0;
    const targets = {
      fleet,
      database,
      async restartServer() {
        await server.kill();
        server = await startServerProgram(engine, env);
      },
    };
    while (performance.now() < endsAt) {
      await sleep(Math.min(Number(values.sample) * 1000, endsAt - performance.now()));
      samples.push(await sample(server, faults.join(', ')));
      faults = [];
      const last = samples.at(-1)!;
      console.log(
        `${last.minute} min: ${last.rssMiB} MiB, ${last.sockets} sockets, ${last.readingsPerS} readings/s, ack p95 ${last.ackP95Ms} ms ${last.fault}`,
      );
      if (performance.now() < nextFaultAt) continue;
      nextFaultAt += Number(values['fault-every']) * 1000;
      const isFirstHalf = performance.now() < (beganAt + endsAt) / 2;
      let fault = FAULTS[faultTurn++ % FAULTS.length]!;
      if (fault.endsProcess && !isFirstHalf && faultTurn > 1)
        fault = FAULTS[faultTurn++ % FAULTS.length]!;
      faults.push(fault.name);
      await fault.run(targets);
    }
    const endedAt = Date.now();

    for (const timer of timers) clearInterval(timer);
    fleet.finish();
    const drainUntil = performance.now() + DRAIN_MS;
    while (fleet.pending > 0 && performance.now() < drainUntil) await sleep(100);
    const pending = fleet.pending;
    for (const browser of browsers) browser.stop();
    fleet.stop();
    await server.stop();

    const deviceIds = world.devices.slice(TIMED).map(({ id }) => id);
    const commands = await commandFindings(database, world.tenant, fleet);
    const due = world.timers.filter(({ at }) => at < endedAt - TIMER_GRACE_MS);
    const found = [
      ...(pending > 0 ? [`${pending} messages were not acknowledged`] : []),
      ...(samples.length === 0 ? ['there is no sample'] : []),
      ...(fleet.acknowledgedCount === 0 ? ['no reading was acknowledged'] : []),
      ...(fleet.executions.length === 0 ? ['no command was executed'] : []),
      ...(counts.reportsDone === 0 ? ['no report was done'] : []),
      ...(await lostReadings(database, fleet)),
      ...commands.findings,
      ...(await timerFindings(database, world.tenant, due)),
      ...(await ledgerFindings(database, world.tenant, deviceIds)),
      ...growthFindings(samples, minutes >= MEMORY_CHECKED_MINUTES),
    ];
    await database.close();

    printTable(
      'Samples',
      samples.map((one) => ({ ...one })),
    );
    for (const of of [
      'rssMiB',
      'heapMiB',
      'sockets',
      'files',
      'databaseMiB',
      'deadRows',
    ] as const) {
      const line = samples.map((one) => one[of]);
      console.log(`${of.padEnd(12)} ${curve(line)} ${Math.min(...line)} to ${Math.max(...line)}`);
    }
    console.log(
      `${fleet.acknowledgedCount} of ${fleet.sentCount} readings acknowledged; ${counts.commands} commands accepted (${commands.summary}), ${counts.refused} refused;` +
        ` ${due.length} timers due; ${counts.alarms} alarm events; ${counts.reportsDone} of ${counts.reports} reports done.`,
    );
    const heads = Object.keys(samples[0] ?? {}) as (keyof SoakSample)[];
    const csv = [heads, ...samples.map((one) => heads.map((head) => one[head]))];
    writeFileSync(values.out, `${csv.map((row) => row.join(';')).join('\n')}\n`);
    const json = { findings: found, counts, samples };
    writeFileSync(values.out.replace(/(\.csv)?$/, '.json'), JSON.stringify(json, null, 1));
    return found;
  },
  { isBundled: values.bundled },
);

for (const finding of findings) console.log(`NOT MET: ${finding}`);
console.log(findings.length === 0 ? 'The soak found nothing.' : `${findings.length} findings.`);
process.exit(findings.length === 0 ? 0 : 1);
