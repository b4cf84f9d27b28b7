/**
 * The images of the container test. Those of a registry are replaced by one of Debian's packages and
 * the Node of this machine, and the build finds the packages and the built program in its context, so
 * it needs no network.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { debianName } from '../../../../scripts/release/target.mjs';
import { nodeProgram } from './other-node.ts';
import { hasProgram, type Podman } from './podman.ts';

/** What Debian's own slim image leaves out. */
const EXCLUDED = ['/usr/share/doc/*', '/usr/share/man/*', '/usr/share/locale/*'];

/** Otherwise the package usrmerge is installed, with 50 MB of Perl. */
const MERGED = ['--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr', '--include=usr-is-merged'];

const REASON_LENGTH = 500;

export const imagesFor = (arch: string) => ({
  NODE_IMAGE: `localhost/busbar-test-node-${debianName(arch)}`,
  BASE_IMAGE: `localhost/busbar-test-base-${debianName(arch)}`,
});

/** Returns why no container can be started on this machine; creates the images otherwise. */
export async function obstacleOf(
  podman: Podman,
  folder: string,
  architectures: readonly string[] = [process.arch],
): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs root on Linux';
  const missing = ['podman', 'mmdebstrap'].filter((name) => !hasProgram(name));
  if (missing.length > 0) return `${missing.join(' and ')} must be installed`;
  try {
    for (const arch of architectures) {
      await createImages(podman, folder, arch);
      await podman.command(imagesFor(arch).NODE_IMAGE, [], 'node', '--version');
    }
    return undefined;
  } catch (error) {
    return (error as Error).message.slice(-REASON_LENGTH);
  }
}

/** Node is not in the base image, so that it counts once in the size of the result. */
async function createImages(podman: Podman, folder: string, arch: string): Promise<void> {
  const { NODE_IMAGE, BASE_IMAGE } = imagesFor(arch);
  const archive = join(folder, `base-${arch}.tar`);
  execFileSync(
    'mmdebstrap',
    [
      '--variant=minbase',
      `--architectures=${debianName(arch)}`,
      ...MERGED,
      ...EXCLUDED.map((path) => `--dpkgopt=path-exclude=${path}`),
      'bookworm',
      archive,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  await podman.run('import', `--arch=${debianName(arch)}`, archive, BASE_IMAGE);
  const context = join(folder, `node-${arch}`);
  mkdirSync(context);
  cpSync(nodeProgram(arch), join(context, 'node'));
  writeFileSync(
    join(context, 'Containerfile'),
    `FROM --platform=linux/${debianName(arch)} ${BASE_IMAGE}\nCOPY node /usr/local/bin/node\n`,
  );
  await podman.build(NODE_IMAGE, context, {});
}
