/**
 * The image of the Containerfile, built and run with podman as an operator would: a read-only root,
 * no capabilities, and one volume.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFolder, removeFolder } from '../support/demo/data-folder.ts';
import { freePort } from '../support/free-port.ts';
import {
  BASE_IMAGE,
  createContext,
  NODE_IMAGE,
  obstacleOf,
} from '../support/release/container-images.ts';
import { openPodman } from '../support/release/podman.ts';

const LIMIT_MB = { embedded: 350, external: 250 };
const STOP_LIMIT_S = 10;
const PASSWORD = 'platform-Container-1';

const folder = createFolder();
const podman = openPodman(join(folder, 'podman'));
const obstacle = await obstacleOf(podman, folder);

async function remove(): Promise<void> {
  await podman.close();
  removeFolder(folder);
}

if (obstacle !== undefined) {
  process.stderr.write(`The container is not tested: ${obstacle}\n`);
  // Hooks do not run in a file whose tests are all skipped.
  await remove();
}

describe.skipIf(obstacle !== undefined)('the container', () => {
  const context = join(folder, 'context');
  let url: string;
  let ports: string[];

  afterAll(remove);
  beforeAll(async () => {
    createContext(context);
    const [port, mqttPort] = [await freePort(), await freePort()];
    url = `http://127.0.0.1:${port}`;
    ports = [`--env=PORT=${port}`, `--env=MQTT_PORT=${mqttPort}`, '--env=HOST=127.0.0.1'];
    await buildImage('busbar', {});
  });

  const buildImage = (image: string, values: Readonly<Record<string, string>>) =>
    podman.build(image, context, { NODE_IMAGE, BASE_IMAGE, ...values });

  /** Resolves when the health check of the image reports that the server is ready. */
  async function start(name: string, options: readonly string[] = []): Promise<void> {
    await podman.start(
      name,
      [
        '--read-only',
        '--cap-drop=all',
        '--security-opt=no-new-privileges',
        '--volume=busbar-data:/data',
        ...ports,
        ...options,
      ],
      'busbar',
    );
    await expect.poll(() => podman.attempt('healthcheck', 'run', name)).toMatchObject({ code: 0 });
  }

  /** Returns the exit code of the server. */
  async function stop(name: string): Promise<number> {
    await podman.run('stop', `--time=${STOP_LIMIT_S}`, name);
    return Number(await podman.run('inspect', '--format={{.State.ExitCode}}', name));
  }

  async function signIn(): Promise<unknown> {
    const response = await fetch(`${url}/api/v2/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user_account: 'platform', password: PASSWORD }),
    });
    return ((await response.json()) as { readonly code: unknown }).code;
  }

  it('runs as an ordinary user on a read-only root, and keeps its data over stop and kill', async () => {
    await start('first', [`--env=PLATFORM_ADMIN_PASSWORD=${PASSWORD}`]);
    expect(await podman.run('exec', 'first', 'id', '-u')).toBe('10001');
    expect((await podman.attempt('exec', 'first', 'touch', '/opt/busbar/file')).code).not.toBe(0);
    expect(await signIn()).toBe(0);
    // The exit code after SIGKILL would be 137.
    expect(await stop('first')).toBe(0);

    await start('second');
    expect(await signIn()).toBe(0);
    await podman.run('kill', '--signal=KILL', 'second');

    await start('third');
    expect(await signIn()).toBe(0);
    expect(await stop('third')).toBe(0);
  });

  it('runs a command of an operator after the server has stopped', async () => {
    const output = await podman.command(
      'busbar',
      ['--read-only', '--volume=busbar-data:/data'],
      'node',
      '/opt/busbar/apps/server/dist/backup.js',
      '/data/busbar.backup',
    );
    expect(output).toMatch(/^\/data\/busbar\.backup: .* MB/);
  });

  it.each([
    ['with', 'busbar', LIMIT_MB.embedded],
    ['without', 'busbar-external', LIMIT_MB.external],
  ])('has less than its limit of megabytes %s the embedded database', async (_, image, limit) => {
    if (image === 'busbar-external') {
      await buildImage(image, { ASSEMBLE_OPTIONS: '--without-embedded-database' });
    }
    const bytes = Number(await podman.run('image', 'inspect', '--format={{.Size}}', image));
    process.stdout.write(`${image}: ${Math.round(bytes / 1e6)} MB unpacked\n`);
    expect(bytes).toBeLessThan(limit * 1e6);
  });
});
