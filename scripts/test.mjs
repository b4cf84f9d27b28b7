// `npm test`: installs what is missing, checks, and runs every suite one after another. With a
// name (`unit`, `server`, `web`, `e2e`) only that one; `nightly` runs all of them at the sizes of
// the night (TEST_SIZE=nightly). The last line is the sum over all suites.
import { buildWhenNeeded } from './build.mjs';
import { check } from './check.mjs';
import { installDebianPackages } from './debian-packages.mjs';
import { installPackages } from './install.mjs';
import { main, seconds } from './run-step.mjs';
import { notRun, runSuite, suites, summary } from './test-suites.mjs';

await main(async () => {
  const asked = process.argv[2];
  const known = [...Object.keys(suites), 'nightly'];
  if (asked !== undefined && !known.includes(asked)) {
    process.stderr.write(`There is no suite "${asked}"; there are ${known.join(', ')}.\n`);
    return 1;
  }
  await installPackages();
  const all = asked === undefined || asked === 'nightly';
  if (all || asked === 'server' || asked === 'e2e') await installDebianPackages();

  const results = [];
  const record = async (name, work) => {
    const started = performance.now();
    process.stdout.write(`\n=== ${name} ===\n`);
    const result = await work();
    results.push({ name, took: seconds(started), ...result });
  };
  if (all) {
    await record('check', async () =>
      (await check()) ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 },
    );
  }
  const environment = asked === 'nightly' ? { TEST_SIZE: 'nightly' } : {};
  for (const [name, { needsBuild }] of Object.entries(suites)) {
    if (!all && name !== asked) continue;
    await record(name, async () => {
      try {
        if (needsBuild) await buildWhenNeeded();
      } catch (error) {
        process.stderr.write(`${error.message}\n`);
        return notRun('the build failed');
      }
      return runSuite(name, environment);
    });
  }
  process.stdout.write(`\n${summary(results)}\n`);
  return results.some(({ failed }) => failed > 0) ? 1 : 0;
});
