/**
 * The image of the Containerfile, built and run with podman as an operator would: a read-only root,
 * no capabilities, and one volume.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFolder, removeFolder } from '../support/demo/data-folder.ts';
import { freePort } from '../support/free-port.ts';
import { createContext } from '../support/release/container-context.ts';
import { imagesFor, obstacleOf } from '../support/release/container-images.ts';
import { openPodman } from '../support/release/podman.ts';

const LIMIT_MB = { embedded: 350, external: 250 };
const STOP_LIMIT_S = 10;
const PROGRAMS = '/opt/busbar/apps/server/dist';
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
    await createContext(context);
    const [port, mqttPort] = [await freePort(), await freePort()];
    url = `http://127.0.0.1:${port}`;
    ports = [`--env=PORT=${port}`, `--env=MQTT_PORT=${mqttPort}`, '--env=HOST=127.0.0.1'];
    await buildImage('busbar', {});
  });

  const buildImage = (image: string, values: Readonly<Record<string, string>>) =>
    podman.build(image, context, { ...imagesFor(process.arch), ...values });

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

  const pageText = async (path: string) => (await fetch(`${url}${path}`)).text();

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
    expect(await pageText('/docs/guides/operator.html')).toContain('<h1 id="guide-for-operators"');
    expect(await pageText('/api/v2/single-sign-on/1-abcdefghijkmnpqrstuv')).toContain('"code":');
    // The exit code after SIGKILL would be 137.
    expect(await stop('first')).toBe(0);

    await start('second');
    expect(await signIn()).toBe(0);
    await podman.run('kill', '--signal=KILL', 'second');

    await start('third');
    expect(await signIn()).toBe(0);
    expect(await stop('third')).toBe(0);
  });

  it('runs the commands of an operator after the server has stopped', async () => {
    const run = (name: string, parameters: readonly string[], options: readonly string[] = []) =>
      podman.command(
        'busbar',
        ['--read-only', '--tmpfs=/tmp', '--volume=busbar-data:/data', ...options],
        'node',
        `${PROGRAMS}/${name}.js`,
        ...parameters,
      );
    const backup = await run('backup', ['/data/busbar.backup']);
    expect(backup).toMatch(/^\/data\/busbar\.backup: .* MB/);
    await expect(run('backup', [])).rejects.toThrow(
      `Usage: node ${PROGRAMS}/backup.js FILE [--force]`,
    );
    const key = randomBytes(32).toString('base64');
    const keys = [`--env=SECRETS_KEY=${key}`, '--env=SECRETS_KEY_FORMER_FILE=/data/secrets.key'];
    expect(await run('secrets-rotate', [], keys)).toContain(
      'Nothing that is sealed with the former key remains.',
    );
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
