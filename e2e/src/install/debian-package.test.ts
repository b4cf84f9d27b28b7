/**
 * The Debian package on a clean Debian with systemd: its files, the hardened service, its settings
 * and its commands (docs/install/service.md).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  generatedPassword,
  isReady,
  printedLines,
  signIn,
  textOf,
} from '../support/install/installed.ts';
import { type Machine, machineObstacle, startMachine } from '../support/install/machine.ts';
import { type PackageFolder, packageFolder } from '../support/install/packages.ts';

const GUIDE = new URL('../../../docs/install/service.md', import.meta.url);
/** Of `systemd-analyze security`, in tenths; reading more of the system would raise it. */
const MAX_EXPOSURE = 16;

const obstacle = machineObstacle();
if (obstacle !== undefined) console.warn(`SKIPPED: the Debian package (${obstacle}).`);

describe.skipIf(obstacle !== undefined)('the Debian package', () => {
  let packages: PackageFolder;
  let machine: Machine;
  let file: string;
  beforeAll(async () => {
    packages = await packageFolder();
    file = await packages.build('1.0.0');
    machine = await startMachine(packages.folder);
  });
  afterAll(async () => {
    await machine?.remove();
    packages?.remove();
  });

  /** The settings file with these lines instead of the shipped ones, in which none is set. */
  const configure = async (lines: string) => {
    await machine.must(`printf '%s\\n' '${lines}' > /etc/busbar/busbar.env`);
  };

  it('has the same bytes if it is built again', async () => {
    const again = await packages.build('1.0.0', [], join(packages.folder, '..', 'again'));
    expect(readFileSync(again).equals(readFileSync(file))).toBe(true);
  });

  it('has files of root that no other user can write, and settings that only root reads', async () => {
    const list = (await machine.must('dpkg-deb --contents /packages/*.deb')).trim().split('\n');
    expect(list.length).toBeGreaterThan(1000);
    const isLink = (line: string) => line.startsWith('l');
    expect(list.filter((line) => !/^\S+ root\/root /.test(line))).toEqual([]);
    expect(list.filter((line) => !isLink(line) && !/^[-d]rw[x-]r-[x-]r-[x-] /.test(line))).toEqual([
      expect.stringMatching(/^-rw-r----- .* \.\/etc\/busbar\/busbar\.env$/),
    ]);
    expect(list.filter((line) => /\.map\.|secrets\.key|node_modules\/\.bin/.test(line))).toEqual(
      [],
    );
  });

  it('starts the service with a key and data of its own user', async () => {
    await machine.must('dpkg --install /packages/busbar_1.0.0_*.deb');
    expect(await isReady(machine)).toBe(true);
    expect(await signIn(machine, await generatedPassword(machine))).toEqual(expect.any(Number));
    expect(await textOf(machine, '/docs/guides/operator.html')).toContain(
      '<h1 id="guide-for-operators"',
    );
    expect(await textOf(machine, '/api/v2/single-sign-on/1-abcdefghijkmnpqrstuv')).toContain(
      '"code":',
    );
    const places =
      '/etc/busbar /etc/busbar/* /var/lib/busbar /var/lib/busbar/* /var/backups/busbar';
    expect(await machine.must(`stat --format '%A %U:%G %n' ${places}`)).toBe(
      [
        'drwxr-x--- root:busbar /etc/busbar',
        '-rw-r----- root:busbar /etc/busbar/busbar.env',
        '-rw-r----- root:busbar /etc/busbar/secrets.key',
        'drwxr-x--- busbar:busbar /var/lib/busbar',
        'drwx------ busbar:busbar /var/lib/busbar/postgres',
        '-rw------- busbar:busbar /var/lib/busbar/secrets.json',
        'drwx------ busbar:busbar /var/backups/busbar',
        '',
      ].join('\n'),
    );
    expect(await machine.must('dpkg --verify busbar')).toBe('');
  });

  it('has a valid unit with little exposure, in which every process runs as its user', async () => {
    expect(await machine.must('systemd-analyze verify busbar.service')).toBe('');
    const security = 'systemd-analyze security --no-pager --threshold=';
    await machine.must(`${security}${MAX_EXPOSURE} busbar.service`);
    const owners = await machine.must(
      'stat --format %U $(grep --files-with-matches /busbar.service /proc/[0-9]*/cgroup)',
    );
    expect(owners.trim().split('\n').length).toBeGreaterThan(5);
    expect([...new Set(owners.trim().split('\n'))]).toEqual(['busbar']);
    expect(
      await machine.run('journalctl --quiet --grep "SECCOMP|Operation not permitted"'),
    ).toEqual({
      code: 1,
      output: '',
    });
  });

  it.each([
    ['Line 1 of /etc/busbar/busbar.env is not NAME=VALUE.', 'PORT 8080'],
    ['PORT must be a whole number from 0 to 65535, not "eighty".', 'PORT=eighty'],
    ['SECRETS_KEY must be 32 bytes in base64 (openssl rand -base64 32).', 'SECRETS_KEY=short'],
    [
      'Only one of SECRETS_KEY and SECRETS_KEY_FILE may be set.',
      `SECRETS_KEY=${'A'.repeat(43)}=\nSECRETS_KEY_FILE=/etc/busbar/secrets.key`,
    ],
  ])('stays stopped after a wrong setting, and its status says: %s', async (sentence, lines) => {
    await printedLines(machine);
    await configure(lines);
    expect((await machine.run('systemctl restart busbar')).code).toBe(1);
    expect(await printedLines(machine)).toContain(sentence);
    const { output } = await machine.run('systemctl status --no-pager --full busbar');
    expect(output).toMatch(/Active: failed .*status=78/s);
    expect(output).toContain(sentence);
    await configure('');
    await machine.must('systemctl restart busbar');
    expect(await isReady(machine)).toBe(true);
  });

  it('backs up and restores as its user, while the service is stopped', async () => {
    const password = await generatedPassword(machine);
    const user = await signIn(machine, password);
    const archive = '/var/backups/busbar/first.backup';
    const running = await machine.run(`busbar backup ${archive}`);
    expect(running.code).toBe(1);
    expect(running.output).toMatch(/^The data folder \S+ is in use by process \d+: .*\n$/);
    await machine.must('systemctl stop busbar');
    await machine.must('cd /var/backups/busbar && DATA_DIR=/tmp busbar backup first.backup');
    expect(await machine.must(`stat --format '%A %U' ${archive}`)).toBe('-rw------- busbar\n');
    await machine.must(`busbar restore ${archive} --replace`);
    expect(await machine.must('busbar verify-audit')).toContain('hold');
    const key = '/etc/busbar/secrets.key';
    await machine.must(`cp --preserve ${key} ${key}.former`);
    await machine.must(`head -c 32 /dev/urandom | base64 > ${key}`);
    await machine.must(`echo SECRETS_KEY_FORMER_FILE=${key}.former >> /etc/busbar/busbar.env`);
    expect(await machine.must('busbar secrets-rotate')).toContain(
      'Nothing that is sealed with the former key remains.',
    );
    await machine.must(`rm ${key}.former && sed -i /SECRETS_KEY_FORMER/d /etc/busbar/busbar.env`);
    expect(await machine.must('busbar migrate')).toBe('No migration was missing.\n');
    await machine.must('systemctl start busbar');
    expect(await isReady(machine)).toBe(true);
    expect(await signIn(machine, password)).toBe(user);
  });

  it('makes the nightly backup with the lines of the guide, which its user runs', async () => {
    const guide = readFileSync(new URL('../install.md', GUIDE), 'utf8');
    const [section = ''] = (guide.split('## Nightly backup\n')[1] ?? '').split('\n## ');
    const typed = [...section.matchAll(/```\n([^`]*)```/g)].map(([, lines = '']) => lines).join('');
    expect(typed).toContain('systemctl start busbar-backup');
    await machine.must(`cd /usr/lib/busbar && set -e\n${typed}`);
    expect(
      await machine.must('stat --format "%A %U %n" /var/backups/busbar/busbar-*.backup'),
    ).toMatch(/^-rw------- busbar \S+\/busbar-\d{8}T\d{6}Z\.backup\n$/);
    expect(await isReady(machine)).toBe(true);
  });

  it('has no commands for other users', async () => {
    const asNobody = 'setpriv --reuid=nobody --clear-groups busbar';
    const refused = await machine.run(`${asNobody} backup /tmp/a.backup`);
    expect(refused).toEqual({
      code: 1,
      output: 'Only root can run this command as the user busbar: sudo busbar backup.\n',
    });
    expect((await machine.run(`${asNobody} help`)).code).toBe(0);
    expect((await machine.run('busbar erase')).output).toBe(
      'busbar has no command "erase": see busbar help.\n',
    );
    expect((await machine.run('busbar backup')).output).toBe(
      'Usage: busbar backup FILE [--force]\n',
    );
  });

  it('listens on a port under 1024 with the drop-in of the guide, and not without it', async () => {
    const [dropIn = ''] = /^\[Service\]\n(?:\w+=.*\n)+/m.exec(readFileSync(GUIDE, 'utf8')) ?? [];
    await printedLines(machine);
    await configure('MQTT_PORT=883');
    expect((await machine.run('systemctl restart busbar')).code).toBe(1);
    expect((await printedLines(machine)).join()).toContain('Not allowed to use port 883 (EACCES)');
    await machine.must(
      `mkdir /etc/systemd/system/busbar.service.d
      printf '%s' '${dropIn}' > /etc/systemd/system/busbar.service.d/ports.conf
      systemctl daemon-reload && systemctl restart busbar`,
    );
    expect((await printedLines(machine)).join()).toContain('mqtt://127.0.0.1:883');
  });
});
