/**
 * Upgrades, returns and removal of the Debian package: they keep data, settings and key, and a
 * failure is one sentence with a way back (docs/install/service.md).
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generatedPassword, isReady, printedLines, signIn } from '../support/install/installed.ts';
import { type Machine, machineObstacle, startMachine } from '../support/install/machine.ts';
import { type PackageFolder, packageFolder } from '../support/install/packages.ts';

const KEY = '/etc/busbar/secrets.key';

const obstacle = machineObstacle();
if (obstacle !== undefined) console.warn(`SKIPPED: upgrades of the package (${obstacle}).`);

describe.skipIf(obstacle !== undefined)('the installed Debian package', () => {
  let packages: PackageFolder;
  let machine: Machine;
  let password: string;
  let user: unknown;
  let key: string;
  beforeAll(async () => {
    packages = await packageFolder();
    const contract = `--! contract: unused since ${packages.numberOf(1)}\nselect 1;`;
    const added = ['create table planted (id integer primary key);', contract];
    await packages.build('1.0.0');
    await packages.build('1.1.0', added);
    await packages.build('1.2.0', [...added, 'create table half (id integer); select 1 / 0;']);
    machine = await startMachine(packages.folder);
    await install('1.0.0');
    password = await generatedPassword(machine);
    user = await signIn(machine, password);
    key = await machine.must(`cat ${KEY}`);
  });
  afterAll(async () => {
    await machine?.remove();
    packages?.remove();
  });

  const install = (version: string) =>
    machine.run(`dpkg --install /packages/busbar_${version}_*.deb`);
  const installed = () => machine.must('dpkg-query --show busbar');

  /** The service runs with the data, settings and key of the first installation. */
  async function expectKept(): Promise<void> {
    expect(await isReady(machine)).toBe(true);
    expect(await signIn(machine, password)).toBe(user);
    expect(await machine.must(`cat ${KEY}`)).toBe(key);
    expect(await machine.must('tail -n 1 /etc/busbar/busbar.env')).toBe('LOG_LEVEL=warn\n');
  }

  it('keeps data and changed settings in an upgrade', async () => {
    await machine.must('echo LOG_LEVEL=warn >> /etc/busbar/busbar.env');
    const { code, output } = await install('1.1.0');
    expect({ code, output }).toEqual({ code: 0, output: expect.not.stringContaining('conffile') });
    expect(await installed()).toBe('busbar\t1.1.0\n');
    await expectKept();
  });

  it('refuses a database that is too new for it in one sentence, and the newer version returns', async () => {
    const { code, output } = await install('1.0.0');
    expect(code).toBe(0);
    expect(output).toContain(
      `The database was made by a newer Busbar (it has migration ${packages.numberOf(1)}-planted): start that version, or restore a backup made before it.`,
    );
    expect(await isReady(machine).catch(() => false)).toBe(false);
    await install('1.1.0');
    await expectKept();
  });

  it('changes nothing if a migration fails, and the former version returns', async () => {
    const { output } = await install('1.2.0');
    expect(output).toMatch(/Migration \d+-planted failed and changed nothing: division by zero\./);
    await install('1.1.0');
    await expectKept();
  });

  it('changes nothing in an upgrade on a full disk, and the running version continues', async () => {
    await machine.must(
      'fallocate --length $(($(df -Pk / | awk "NR == 2 { print \\$4 }") - 120000))KiB /filler',
    );
    const { code, output } = await install('1.2.0');
    await machine.must('rm /filler');
    expect(code).toBe(1);
    expect(output).toMatch(
      /^busbar: the disk of \/usr is full \(\d+ MiB free, \d+ MiB needed\); nothing was changed: .*$/m,
    );
    expect(await installed()).toBe('busbar\t1.1.0\n');
    await expectKept();
  });

  it('does not start without its key, in one sentence, and starts when the key is put back', async () => {
    await machine.must(`mv ${KEY} /srv/kept-key`);
    await printedLines(machine);
    expect((await machine.run('systemctl restart busbar')).code).toBe(1);
    expect(await printedLines(machine)).toContain(`The key file ${KEY} cannot be read (ENOENT).`);
    // A new key could not open the secrets of the data.
    const { output } = await install('1.1.0');
    expect(output).toContain(`${KEY} is missing: put the key back`);
    await machine.must(`mv /srv/kept-key ${KEY} && systemctl restart busbar`);
    await expectKept();
  });

  it('keeps data, settings and key when it is removed', async () => {
    await machine.must('dpkg --remove busbar');
    expect((await machine.run('systemctl is-active busbar')).output).toBe('inactive\n');
    expect(await machine.must('find /proc -maxdepth 1 -user busbar')).toBe('');
    await install('1.1.0');
    await expectKept();
  });

  it('keeps data and key when it is purged, and names the command that deletes them', async () => {
    const output = await machine.must('dpkg --purge busbar');
    const [, command = ''] = /To delete it: (.*)/.exec(output) ?? [];
    expect((await machine.run('ls /etc/busbar /usr/lib/busbar')).code).toBe(2);
    await install('1.1.0');
    await machine.must('echo LOG_LEVEL=warn >> /etc/busbar/busbar.env');
    await expectKept();
    await machine.must('dpkg --purge busbar');
    await machine.must(command);
    expect(
      (await machine.run('ls -d /var/lib/busbar /var/backups/busbar; id busbar')).output,
    ).toMatch(/cannot access.*cannot access.*no such user/s);
  });
});
