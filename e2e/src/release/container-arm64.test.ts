/**
 * The image for arm64, built on a machine with another processor and started with an emulator, as
 * docs/install/container.md describes.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFolder, removeFolder } from '../support/demo/data-folder.ts';
import { freePort } from '../support/free-port.ts';
import { createContext } from '../support/release/container-context.ts';
import { imagesFor, obstacleOf } from '../support/release/container-images.ts';
import { emulateArm64 } from '../support/release/emulation.ts';
import { openPodman } from '../support/release/podman.ts';

const LIMIT_MB = 350;
const START_LIMIT_MS = 240_000;

const folder = createFolder();
const podman = openPodman(join(folder, 'podman'));
const emulation = emulateArm64(folder);
const obstacle = emulation.obstacle ?? (await obstacleOf(podman, folder, [process.arch, 'arm64']));

async function remove(): Promise<void> {
  await podman.close();
  emulation.close();
  removeFolder(folder);
}

if (obstacle !== undefined) {
  process.stderr.write(`The container for arm64 is not tested: ${obstacle}\n`);
  // Hooks do not run in a file whose tests are all skipped.
  await remove();
}

describe.skipIf(obstacle !== undefined)('the container for arm64', () => {
  afterAll(remove);
  beforeAll(async () => {
    const context = join(folder, 'context');
    await createContext(context, 'arm64');
    await podman.build('busbar', context, {
      ARCH: 'arm64',
      BUILD_IMAGE: imagesFor(process.arch).NODE_IMAGE,
      ...imagesFor('arm64'),
    });
  });

  it('has programs for arm64 only, within the limit of megabytes', async () => {
    const format = '--format={{.Architecture}} {{.Size}}';
    const [architecture, bytes] = (await podman.run('image', 'inspect', format, 'busbar')).split(
      ' ',
    );
    expect(architecture).toBe('arm64');
    process.stdout.write(`busbar for arm64: ${Math.round(Number(bytes) / 1e6)} MB unpacked\n`);
    expect(Number(bytes)).toBeLessThan(LIMIT_MB * 1e6);
  });

  it('starts with its embedded database and is ready', async () => {
    const [port, mqttPort] = [await freePort(), await freePort()];
    await podman.start(
      'first',
      [
        '--read-only',
        '--cap-drop=all',
        '--security-opt=no-new-privileges',
        '--volume=busbar-data:/data',
        ...[`PORT=${port}`, `MQTT_PORT=${mqttPort}`, 'HOST=127.0.0.1'].map((one) => `--env=${one}`),
      ],
      'busbar',
    );
    const ready = () =>
      fetch(`http://127.0.0.1:${port}/health/ready`).then(
        ({ status }) => status,
        () => undefined,
      );
    await expect.poll(ready, { timeout: START_LIMIT_MS }).toBe(200);
    expect(await podman.run('exec', 'first', 'uname', '-m')).toBe('aarch64');
    await podman.run('stop', '--time=30', 'first');
    expect(await podman.run('inspect', '--format={{.State.ExitCode}}', 'first')).toBe('0');
  });
});
