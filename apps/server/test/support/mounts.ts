/** File systems of a test's own. Mounting needs the rights of root, and not every container gives them. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** In memory; `options` as of mount(8), such as `size=65536,mode=700`. */
export function mountMemory(folder: string, options: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'busbar', folder], { stdio: 'ignore' });
}

export function remountReadOnly(folder: string): void {
  execFileSync('mount', ['-o', 'remount,ro', folder], { stdio: 'ignore' });
}

export function unmount(folder: string): void {
  execFileSync('umount', [folder], { stdio: 'ignore' });
}

export function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-mount-'));
  try {
    mountMemory(folder, 'size=4096');
    unmount(folder);
    return true;
  } catch {
    console.log('Nothing can be mounted here: tests of full and read-only disks are skipped');
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
