// Runs the server or a command with the settings of the service. The settings file takes precedence
// over the environment, as an EnvironmentFile of systemd does, and the environment, such as that of
// a drop-in of the unit, over the places of the package.
import { readFileSync } from 'node:fs';
import { parseSettings, SettingsError } from './settings-file.mjs';

const SETTINGS_FILE = '/etc/busbar/busbar.env';

const PLACES = { DATA_DIR: '/var/lib/busbar', SECRETS_KEY_FILE: '/etc/busbar/secrets.key' };

const PROGRAMS = {
  serve: 'main.js',
  migrate: 'migrate.js',
  backup: 'backup.js',
  restore: 'restore.js',
  'secrets-rotate': 'secrets-rotate.js',
  'verify-audit': 'audit-verify.js',
};

function readSettings() {
  try {
    return parseSettings(readFileSync(SETTINGS_FILE), SETTINGS_FILE);
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw new SettingsError(`${SETTINGS_FILE} cannot be read (${error.code}).`);
  }
}

try {
  const [, , command, ...parameters] = process.argv;
  const program = new URL(`../apps/server/dist/${PROGRAMS[command]}`, import.meta.url);
  process.env = { ...PLACES, ...process.env, ...readSettings() };
  process.argv = [process.execPath, program.pathname, ...parameters];
  await import(program.href);
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
