/** File systems for a test. Mounting needs root, and not every container permits it. */
import { execFileSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Mounts a file system in memory; `options` as in mount(8), such as `size=65536,mode=700`. */
export function mountMemory(folder: string, options: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'busbar', folder], { stdio: 'ignore' });
}

/** Creates an ext4 file system in a new sparse file of `bytes` bytes and mounts it at `folder`. */
export function mountNewDisk(file: string, folder: string, bytes: number): void {
  const descriptor = openSync(file, 'wx');
  ftruncateSync(descriptor, bytes);
  closeSync(descriptor);
  execFileSync('mkfs.ext4', ['-q', '-F', file], { stdio: 'ignore' });
  mountDisk(file, folder);
}

/** Mounts the file system in `file`; ext4 replays its journal. */
export function mountDisk(file: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-o', 'loop,noatime', file, folder], { stdio: 'ignore' });
}

/** Runs `work` while nothing can be written to the file system at `folder`: writers block. */
export function whileFrozen<T>(folder: string, work: () => T): T {
  execFileSync('fsfreeze', ['--freeze', folder]);
  try {
    return work();
  } finally {
    execFileSync('fsfreeze', ['--unfreeze', folder]);
  }
}

export function remountReadOnly(folder: string): void {
  execFileSync('mount', ['-o', 'remount,ro', folder], { stdio: 'ignore' });
}

export function unmount(folder: string): void {
  execFileSync('umount', [folder], { stdio: 'ignore' });
}

export function mayMount(): boolean {
  return canMount(
    (folder) => mountMemory(folder, 'size=4096'),
    'Nothing can be mounted here: tests of full and read-only disks are skipped',
  );
}

export function mayMountDisks(): boolean {
  return canMount((folder) => {
    mountNewDisk(`${folder}.img`, folder, 1024 * 1024);
  }, 'No loop device can be mounted here: tests of power cuts are skipped');
}

function canMount(mount: (folder: string) => void, otherwise: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-mount-'));
  try {
    mount(folder);
    unmount(folder);
    return true;
  } catch {
    console.log(otherwise);
    return false;
  } finally {
    rmSync(folder, { recursive: true });
    rmSync(`${folder}.img`, { force: true });
  }
}
