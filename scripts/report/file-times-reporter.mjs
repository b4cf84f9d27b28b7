// Vitest reporter that writes the set-up time and the test time of every file to TEST_FILE_TIMES.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from '../run-step.mjs';

// biome-ignore lint/style/noDefaultExport: Vitest loads a reporter by its default export.
export default class FileTimesReporter {
  onTestRunEnd(testModules) {
    writeFileSync(process.env.TEST_FILE_TIMES, JSON.stringify(testModules.map(timesOf)));
  }
}

/**
 * Returns the times of one file in seconds. Set-up is everything except the tests: the environment,
 * set-up files, imports, and the hooks of the file, which start servers and browsers.
 */
export function timesOf(testModule) {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    testModule.diagnostic();
  let tests = 0;
  for (const test of testModule.children.allTests()) tests += test.diagnostic()?.duration ?? 0;
  // The sum of concurrent tests can exceed the time of the file.
  tests = Math.min(tests, duration);
  const beforeTests = environmentSetupDuration + prepareDuration + collectDuration + setupDuration;
  return {
    file: relative(root, testModule.moduleId).replaceAll('\\', '/'),
    setUp: (beforeTests + duration - tests) / 1000,
    tests: tests / 1000,
  };
}
