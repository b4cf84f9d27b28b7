// Checks Node's version and installs the packages; every other script requires this first.
import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root, run, StepFailed, step } from './run-step.mjs';

const oldestNode = [20, 19];

/** Returns true if `version` ('20.19.0') is new enough for the workspace. */
export function isSupportedNode(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
}

/** Installs exactly the lock file's packages if none are installed or the lock file has changed. */
export async function installPackages() {
  if (!isSupportedNode(process.versions.node)) {
    throw new StepFailed(
      `Busbar needs Node.js ${oldestNode.join('.')} or newer; this is ${process.versions.node}.`,
    );
  }
  if (!isInstallNeeded(root)) {
    linkWorkspaces(root);
    return;
  }
  await step('Installing packages', () =>
    run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
      shell: process.platform === 'win32',
    }),
  );
}

/** npm records the installed packages; a record older than the lock file may be out of date. */
export function isInstallNeeded(folder) {
  const lock = join(folder, 'package-lock.json');
  const record = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return true;
  if (statSync(lock).mtimeMs <= statSync(record).mtimeMs) return false;
  // A checkout may update the lock file's time without changing the required packages.
  const wanted = JSON.parse(readFileSync(lock, 'utf8')).packages;
  const present = JSON.parse(readFileSync(record, 'utf8')).packages;
  return Object.entries(wanted).some(
    ([path, { version, link, optional }]) =>
      path.startsWith('node_modules/') &&
      !link &&
      !(optional && present[path] === undefined) &&
      present[path]?.version !== version,
  );
}

/** Links workspaces that were added after the last installation, which requires no registry. */
export function linkWorkspaces(folder) {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  for (const [path, { link, resolved }] of Object.entries(packages)) {
    const place = join(folder, path);
    if (!link || existsSync(place)) continue;
    symlinkSync(relative(dirname(place), join(folder, resolved)), place, 'junction');
  }
}
