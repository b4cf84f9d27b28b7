/** How an operator runs a command of this installation: sentences and usage texts name that line. */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The script of npm in a checkout, and the name after `busbar` in the Debian package. */
const COMMANDS = {
  backup: { script: 'backup', name: 'backup' },
  restore: { script: 'restore', name: 'restore' },
  distribute: { script: 'db:distribute', name: 'distribute' },
  'secrets-rotate': { script: 'secrets:rotate', name: 'secrets-rotate' },
  'audit-verify': { script: 'audit:verify', name: 'verify-audit' },
} as const;

export type OperatorCommand = keyof typeof COMMANDS;

export interface Installation {
  /** Set by the starter of the Debian package (scripts/release/deb/files/run.mjs). */
  readonly isDebianPackage: boolean;
  /** The folder of the built programs in the container and the archive; undefined in a checkout. */
  readonly programs: string | undefined;
}

/** Returns the line to type, with the parameters if there are any. */
export function operatorCommand(
  command: OperatorCommand,
  parameters = '',
  { isDebianPackage, programs }: Installation = thisInstallation(),
): string {
  const { script, name } = COMMANDS[command];
  const rest = parameters === '' ? '' : ` ${parameters}`;
  if (isDebianPackage) return `busbar ${name}${rest}`;
  if (programs !== undefined) return `node ${join(programs, `${command}.js`)}${rest}`;
  return `npm run ${script}${rest === '' ? '' : ` --${rest}`}`;
}

function thisInstallation(): Installation {
  const folder = dirname(fileURLToPath(import.meta.url));
  // Only a checkout has the manifest of the workspace next to the built programs.
  const isBuilt = basename(folder) === 'dist';
  const isCheckout = !isBuilt || existsSync(join(folder, '..', 'package.json'));
  return {
    isDebianPackage: process.env['BUSBAR_PACKAGE'] === 'debian',
    programs: isCheckout ? undefined : folder,
  };
}
