// `npm test`: installs what is missing, then runs the checks and every suite at the default sizes.
// `npm test -- full` (.ci/run) also runs every journey and every visual test, `npm test -- nightly`
// runs everything at the sizes of the promises, and `npm test -- server` runs one suite only. The
// last line is the sum over all suites.
import { randomInt } from 'node:crypto';
import { constants, setPriority } from 'node:os';
import { delimiter, join } from 'node:path';
import { check } from './check.mjs';
import { planStatements, runOnCitus } from './citus-suite.mjs';
import { installDebianPackages } from './debian-packages.mjs';
import { installHelm } from './helm.mjs';
import { installPackages } from './install.mjs';
import { databaseTests, installPostgresVersions, otherVersionTests } from './postgres-versions.mjs';
import { slowestFiles } from './report/file-times.mjs';
import { notRun, summary } from './report/test-report.mjs';
import { capture, isCi, main, record, root, seconds } from './run-step.mjs';
import { runSuite, suites } from './test-suites.mjs';

/** The environment of each tier; the suites read their sizes from it. */
const tiers = {
  day: () => ({}),
  full: () => ({ TEST_TIER: 'full' }),
  nightly: () => ({
    TEST_TIER: 'full',
    TEST_SIZE: 'nightly',
    TEST_SEED: process.env.TEST_SEED ?? String(randomInt(2 ** 31)),
  }),
};

await main(async () => {
  const requested = process.argv[2] ?? 'day';
  const known = [...Object.keys(suites), ...Object.keys(tiers), 'citus'];
  if (!known.includes(requested)) {
    process.stderr.write(
      `There is no suite or tier "${requested}"; there are ${known.join(', ')}.\n`,
    );
    return 1;
  }
  const started = performance.now();
  await installPackages();
  if (!['unit', 'web'].includes(requested)) await installDebianPackages();
  if (isCi && !['unit', 'web', 'e2e'].includes(requested)) await installHelm();
  const results = await runRequested(requested);
  const slowest = slowestFiles(results.flatMap(({ files = [] }) => files));
  process.stdout.write(`\n${slowest}\n\n${summary(results, seconds(started))}\n`);
  return results.some(({ failed }) => failed > 0) ? 1 : 0;
});

async function runRequested(name) {
  if (name === 'citus' && process.argv[3] === 'statements') return planStatements();
  if (name === 'citus') return runOnCitus({}, process.argv[3] === 'all');
  return name in suites ? [await runOne(name)] : runAll(tiers[name]());
}

async function runOne(name) {
  const build = suites[name].needsBuild ? startBuild() : undefined;
  return record(name, () => runBuilt(name, build));
}

/**
 * Steps run in parallel if they leave capacity to each other: the checks are single-threaded
 * programs, the build has a lower priority than the server tests, and the journeys mostly wait.
 */
async function runAll(environment) {
  for (const [name, value] of Object.entries(environment)) {
    process.stdout.write(`${name}=${value}\n`);
  }
  const beside = { environment, sharesTerminal: true };
  const first = await Promise.all([
    record('check', runChecks),
    record('unit', () => runSuite('unit', beside)),
  ]);
  const build = startBuild();
  const server = await record('server', () => runSuite('server', { environment }));
  const last = [
    await record('web', () => runSuite('web', beside)),
    await record('e2e', () => runBuilt('e2e', build, beside)),
  ];
  const older = environment.TEST_SIZE === 'nightly' ? await runOlderPostgres(environment) : [];
  const citus = environment.TEST_TIER === 'full' ? await runOnCitus(environment) : [];
  return [...first, server, ...last, ...older, ...citus];
}

/**
 * Runs the tests of the database on each version that an external server may have; backups of each
 * version, including the embedded one, are restored on every older one.
 */
async function runOlderPostgres(environment) {
  const older = await installPostgresVersions();
  const results = [
    await runOnPostgres('postgres 18 to older', otherVersionTests, {
      ...environment,
      TEST_OTHER_POSTGRES: older.map(({ native }) => native).join(delimiter),
    }),
  ];
  for (const { name, native } of older) {
    const others = older.filter((other) => other.native !== native);
    results.push(
      await runOnPostgres(name, databaseTests, {
        ...environment,
        TEST_POSTGRES: native,
        TEST_OTHER_POSTGRES: others.map((other) => other.native).join(delimiter),
      }),
    );
  }
  return results;
}

const runOnPostgres = (name, filters, environment) =>
  record(name, () => runSuite('server', { environment, filters }));

async function runChecks() {
  const passed = await check();
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 };
}

async function runBuilt(name, build, options) {
  const { code, output } = (await build) ?? { code: 0 };
  if (code === 0) return runSuite(name, options);
  return { ...notRun('the build failed'), failures: [output] };
}

/** Builds with low priority, in a separate process. */
function startBuild() {
  const program = join(root, 'scripts', 'build.mjs');
  return capture(process.execPath, [program, '--when-needed'], {
    onStart: ({ pid }) => setPriority(pid, constants.priority.PRIORITY_LOW),
  });
}
