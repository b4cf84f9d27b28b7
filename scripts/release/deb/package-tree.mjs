// The files of the Debian package, in a folder with the layout of the target system.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../../run-step.mjs';
import { changelog } from './changelog.mjs';

const files = join(import.meta.dirname, 'files');
const SCRIPTS = ['preinst', 'postinst', 'prerm', 'postrm'];
const SETTINGS = 'etc/busbar/busbar.env';

/**
 * Replaces `tree`; `program` is a folder that scripts/release/assemble.mjs has written, `node` is
 * from scripts/release/target.mjs.
 */
export function writePackageTree(tree, { program, node, version, architecture, date }) {
  rmSync(tree, { recursive: true, force: true });
  const target = (path) => join(tree, path);
  const install = (source, path) => {
    mkdirSync(dirname(target(path)), { recursive: true });
    cpSync(source, target(path), { recursive: true, verbatimSymlinks: true });
  };
  install(program, 'usr/lib/busbar');
  install(node.program, 'usr/lib/busbar/bin/node');
  for (const name of ['run.mjs', 'settings-file.mjs']) {
    install(join(files, name), `usr/lib/busbar/service/${name}`);
  }
  install(join(files, 'busbar'), 'usr/bin/busbar');
  install(join(files, 'busbar.service'), 'usr/lib/systemd/system/busbar.service');
  install(join(files, 'busbar.env'), SETTINGS);
  const documents = 'usr/share/doc/busbar';
  install(join(files, 'copyright'), `${documents}/copyright`);
  install(node.licence, `${documents}/node.license`);
  install(join(root, 'docs', 'install', 'service.md'), `${documents}/service.md`);
  install(join(root, '.env.example'), `${documents}/settings.env`);
  const store = (name, text) => {
    writeFileSync(target(`${documents}/${name}.gz`), gzipSync(text, { level: 9 }));
  };
  store('changelog', changelog({ version, date }));
  store('CHANGELOG.md', readFileSync(join(root, 'CHANGELOG.md')));
  normalize(tree, new Set([target(SETTINGS)]), new Set([target('usr/bin/busbar')]));
  writeControl(tree, { version, architecture });
}

/** Permissions that do not depend on the umask of the build. */
function normalize(path, readOnlyForGroup, programs) {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return;
  if (stat.isDirectory()) {
    chmodSync(path, 0o755);
    for (const name of readdirSync(path)) {
      normalize(join(path, name), readOnlyForGroup, programs);
    }
    return;
  }
  if (readOnlyForGroup.has(path)) chmodSync(path, 0o640);
  else chmodSync(path, (stat.mode & 0o100) !== 0 || programs.has(path) ? 0o755 : 0o644);
}

function writeControl(tree, { version, architecture }) {
  const control = join(tree, 'DEBIAN');
  const listed = execFileSync('find', ['.', '-type', 'f', '-printf', '%P\\0'], { cwd: tree });
  const names = listed.toString().split('\0').filter(Boolean).sort();
  const sizeKib = names.reduce(
    (sum, name) => sum + Math.ceil(lstatSync(join(tree, name)).size / 1024),
    0,
  );
  mkdirSync(control);
  const values = { VERSION: version, ARCHITECTURE: architecture, INSTALLED_KIB: String(sizeKib) };
  const filled = (name) =>
    readFileSync(join(files, name), 'utf8').replaceAll(/@(\w+)@/g, (_, key) => values[key]);
  writeFileSync(join(control, 'control'), filled('control'));
  for (const name of SCRIPTS) {
    writeFileSync(join(control, name), filled(name));
    chmodSync(join(control, name), 0o755);
  }
  writeFileSync(join(control, 'conffiles'), `/${SETTINGS}\n`);
  // dpkg verifies the other files by these sums (dpkg --verify).
  const sums = names
    .filter((name) => name !== SETTINGS)
    .map((name) => `${md5(readFileSync(join(tree, name)))}  ${name}\n`);
  writeFileSync(join(control, 'md5sums'), sums.join(''));
  for (const name of ['control', 'conffiles', 'md5sums']) chmodSync(join(control, name), 0o644);
  chmodSync(control, 0o755);
}

const md5 = (content) => createHash('md5').update(content).digest('hex');
