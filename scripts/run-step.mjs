// Runs one step of a script: prints a line with its duration, and the output of a program only if
// it fails.
import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root folder, in which every script runs regardless of the current folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** True in continuous integration, where every required program must be present. */
export const isCi = /^(1|true)$/.test(process.env.CI ?? '');

/** Error of a program that exited with a code other than 0; its output is the message. */
export class StepFailed extends Error {
  name = 'StepFailed';
}

/** Runs `work`, prints its name and duration; on a terminal the time is updated while it runs. */
export async function step(name, work) {
  const started = performance.now();
  const terminal = process.stdout.isTTY === true;
  process.stdout.write(`${name} ...${terminal ? '' : '\n'}`);
  const ticking = setInterval(() => {
    if (terminal) process.stdout.write(`\r${name} ... ${seconds(started)}`);
  }, 1000);
  try {
    const result = await work();
    process.stdout.write(`${terminal ? '\r' : ''}${name}: done in ${seconds(started)}\n`);
    return result;
  } catch (error) {
    if (terminal) process.stdout.write('\n');
    throw error;
  } finally {
    clearInterval(ticking);
  }
}

export function seconds(started) {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`;
}

/**
 * Runs a program and resolves with its exit code and its complete output. The program is terminated
 * if the script ends before it.
 */
export function capture(command, parameters, { onStart, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...options,
    });
    if (child.pid !== undefined) onStart?.(child);
    const endWithScript = () => child.kill('SIGTERM');
    process.once('exit', endWithScript);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => {
      process.off('exit', endWithScript);
      resolve({ code, output });
    });
  });
}

/** Like `capture`, but throws StepFailed on failure. */
export async function run(command, parameters, options) {
  const { code, output } = await capture(command, parameters, options);
  if (code !== 0) {
    throw new StepFailed(`${command} ${parameters.join(' ')} ended with ${code}:\n${output}`);
  }
  return output;
}

/** Returns true if the module was started as a program, not imported by another. */
export function isProgram(moduleUrl) {
  const started = process.argv[1];
  return started !== undefined && realpathSync(started) === realpathSync(fileURLToPath(moduleUrl));
}

/** Runs a script's work; a failed step is printed without a stack trace of the script. */
export async function main(work) {
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    process.stderr.write(`${error instanceof StepFailed ? error.message : error.stack}\n`);
    process.exitCode = 1;
  }
}

/** Prints the name of a step, runs it and returns its result with the name and the time. */
export async function record(name, work) {
  const started = performance.now();
  process.stdout.write(`\n=== ${name} ===\n`);
  const result = await work();
  return { name, took: seconds(started), ...result };
}
