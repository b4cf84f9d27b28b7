// The processor that a release is for, and the packages of the registry for it. The build itself is
// the same for every processor; only packages with native code differ.
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { installPackages, isInstallNeeded } from '../install.mjs';
import { root, run, StepFailed, step } from '../run-step.mjs';

/** Names of processors in Node, and those in Debian, which images of containers use as well. */
const DEBIAN_NAMES = { x64: 'amd64', arm64: 'arm64' };

/** Numbers of processors in the header of a program (e_machine of the ELF format). */
const ELF_MACHINES = { x64: 62, arm64: 183 };
const ELF_MACHINE_OFFSET = 18;

/** Returns Node's name of the processor; accepts Debian's too. The default is this machine's. */
export function architectureOf(name = process.arch) {
  if (process.platform !== 'linux') throw new StepFailed('A release is built on Linux.');
  const found = Object.entries(DEBIAN_NAMES).find((names) => names.includes(name));
  if (found !== undefined) return found[0];
  const known = Object.values(DEBIAN_NAMES).join(' and ');
  throw new StepFailed(`There is no release for the processor "${name}", only for ${known}.`);
}

export const debianName = (arch) => DEBIAN_NAMES[arch];

/**
 * Installs what is missing, and returns the folder whose node_modules has the packages for `arch`:
 * the project, or for another processor a folder of its own with the same manifests.
 */
export async function packagesFor(arch) {
  await installPackages();
  if (arch === process.arch) return root;
  const folder = join(root, 'node_modules', '.cache', 'packages', arch);
  const lock = readFileSync(join(root, 'package-lock.json'));
  const { packages } = JSON.parse(lock);
  const copied = join(folder, 'package-lock.json');
  const isCurrent = existsSync(copied) && readFileSync(copied).equals(lock);
  if (isCurrent && !isInstallNeeded(folder)) return folder;
  for (const path of Object.keys(packages).filter((one) => !one.includes('node_modules/'))) {
    mkdirSync(join(folder, path), { recursive: true });
    copyFileSync(join(root, path, 'package.json'), join(folder, path, 'package.json'));
  }
  copyFileSync(join(root, 'package-lock.json'), copied);
  const platform = [`--cpu=${arch}`, '--os=linux', '--libc=glibc'];
  // Scripts of packages would start programs of the other processor.
  const options = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await step(`Installing packages for ${debianName(arch)}`, () =>
    run('npm', ['ci', ...options, ...platform], { cwd: folder }),
  );
  return folder;
}

/**
 * The Node that a Debian package contains, as `{ program, licence }`: that of this process, or that
 * of an unpacked archive of nodejs.org. Throws if it is not for the processor.
 */
export function nodeOf(arch, folder) {
  const program = folder === undefined ? process.execPath : join(folder, 'bin', 'node');
  const prefix = join(dirname(program), '..');
  // Next to the program in archives of nodejs.org, in the documents of a Debian package.
  const places = [join(prefix, 'LICENSE'), join(prefix, 'share', 'doc', 'nodejs', 'LICENSE')];
  const licence = places.find(existsSync);
  if (!existsSync(program)) throw new StepFailed(`There is no program ${program}.`);
  if (machineOf(program) !== ELF_MACHINES[arch]) {
    throw new StepFailed(`The program ${program} is not for ${debianName(arch)}.`);
  }
  if (licence === undefined) {
    throw new StepFailed(`The licence of ${program} is in none of ${places.join(', ')}.`);
  }
  return { program, licence };
}

function machineOf(program) {
  const header = Buffer.alloc(ELF_MACHINE_OFFSET + 2);
  const file = openSync(program, 'r');
  try {
    readSync(file, header);
  } finally {
    closeSync(file);
  }
  return header.readUInt16LE(ELF_MACHINE_OFFSET);
}
