/**
 * The last release, built from the commit in `scripts/release/previous.json`, with its own test
 * tools, which write the rows that its schema requires.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { closeAfterFile } from '../../support/close-after-file.ts';
import type * as TenantTools from '../../support/factories/tenant.ts';
import type * as DeviceTools from '../../support/factories/tenant-device.ts';
import { buildProgram } from '../../support/programs/server-program.ts';
import type * as RigTools from '../command-rig.ts';

const root = fileURLToPath(new URL('../../../../../', import.meta.url));
/** Below the workspace, so that packages of the registry are found. */
const dist = join(root, 'apps', 'server', 'dist', `test-${process.pid}-previous`);

const { commit } = JSON.parse(
  readFileSync(join(root, 'scripts', 'release', 'previous.json'), 'utf8'),
) as { commit: string };

const git = (...parameters: string[]) =>
  spawnSync('git', ['-C', root, ...parameters], { maxBuffer: 1 << 30 });

/** A copy without the history, or with the newest commits only, lacks the last release. */
export const hasPreviousRelease = git('cat-file', '-e', `${commit}^{commit}`).status === 0;
if (!hasPreviousRelease) {
  console.warn(
    `SKIPPED: an upgrade of the last release, whose commit ${commit} is not in the history.`,
  );
}

export interface PreviousRelease {
  readonly program: string;
  readonly createTenant: typeof TenantTools.createTenant;
  readonly buildTenantDevice: typeof DeviceTools.buildTenantDevice;
  readonly openOperators: typeof RigTools.openOperators;
  readonly startDevices: typeof RigTools.startDevices;
}

export async function buildPreviousRelease(): Promise<PreviousRelease> {
  const tree = join(dist, 'tree');
  mkdirSync(tree, { recursive: true });
  closeAfterFile(async () => rmSync(dist, { recursive: true, force: true }));
  const archive = git(
    'archive',
    commit,
    'tsconfig.base.json',
    'apps/server',
    'apps/simulator',
    'packages',
  );
  const unpacked = spawnSync('tar', ['-x', '-C', tree], { input: archive.stdout });
  if (archive.status !== 0 || unpacked.status !== 0) {
    throw new Error(`the last release was not unpacked: ${archive.stderr} ${unpacked.stderr}`);
  }
  linkPackages(tree);
  const server = join(tree, 'apps', 'server');
  const tools = async (file: string) =>
    import(/* @vite-ignore */ pathToFileURL(join(server, 'test', file)).href);
  const { createTenant } = (await tools('support/factories/tenant.ts')) as typeof TenantTools;
  const device = (await tools('support/factories/tenant-device.ts')) as typeof DeviceTools;
  const rig = (await tools('reliability/command-rig.ts')) as typeof RigTools;
  return {
    program: await buildProgram(join(server, 'src'), join(dist, 'program')),
    createTenant,
    buildTenantDevice: device.buildTenantDevice,
    openOperators: rig.openOperators,
    startDevices: rig.startDevices,
  };
}

/** Makes the packages of the workspace resolve to those of the release. */
function linkPackages(tree: string): void {
  const scope = join(tree, 'node_modules', '@busbar');
  mkdirSync(scope, { recursive: true });
  for (const folder of ['packages', 'apps']) {
    for (const name of readdirSync(join(tree, folder))) {
      symlinkSync(join(tree, folder, name), join(scope, name));
    }
  }
}
