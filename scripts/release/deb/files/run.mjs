// Runs the server or a command with the settings of the service. The settings file takes precedence
// over the environment, as an EnvironmentFile of systemd does, and the environment, such as that of
// a drop-in of the unit, over the places of the package.
import { readFileSync } from 'node:fs';
import { parseSettings, SettingsError } from './settings-file.mjs';

const SETTINGS_FILE = '/etc/busbar/busbar.env';

/** EX_CONFIG of sysexits.h, as for a wrong value: the unit does not start the service again. */
const CONFIG_EXIT_CODE = 78;

/** The key file of the package is not used if the settings contain the key itself. */
const placesFor = ({ SECRETS_KEY = '' }) => ({
  DATA_DIR: '/var/lib/busbar',
  ...(SECRETS_KEY.trim() === '' ? { SECRETS_KEY_FILE: '/etc/busbar/secrets.key' } : {}),
});

const PROGRAMS = {
  serve: 'main.js',
  migrate: 'migrate.js',
  distribute: 'distribute.js',
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

const [, , command, ...parameters] = process.argv;
try {
  const program = new URL(`../apps/server/dist/${PROGRAMS[command]}`, import.meta.url);
  const given = { ...process.env, ...readSettings() };
  process.env = { ...placesFor(given), ...given, BUSBAR_PACKAGE: 'debian' };
  process.argv = [process.execPath, program.pathname, ...parameters];
  await import(program.href);
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = command === 'serve' ? CONFIG_EXIT_CODE : 1;
}
