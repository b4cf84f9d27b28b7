/**
 * Programs of the other processor on this machine, by the emulator of the Debian package
 * qemu-user-static. Where no service has registered it with the kernel, it is registered for the test.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NAME = 'qemu-aarch64';
const RULE = `/usr/lib/binfmt.d/${NAME}.conf`;

export interface Emulation {
  /** Why programs for arm64 cannot run here. */
  readonly obstacle?: string;
  close(): void;
}

export function emulateArm64(folder: string): Emulation {
  if (process.arch === 'arm64') return { close: () => undefined };
  if (!existsSync(RULE)) {
    return { obstacle: 'qemu-user-static must be installed', close: () => undefined };
  }
  const mount = join(folder, 'binfmt');
  mkdirSync(mount, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'binfmt_misc', 'binfmt_misc', mount], { stdio: 'pipe' });
  } catch (error) {
    return { obstacle: (error as Error).message.trim(), close: () => undefined };
  }
  const entry = join(mount, NAME);
  const isRegistered = existsSync(entry);
  if (!isRegistered) writeFileSync(join(mount, 'register'), readFileSync(RULE, 'utf8').trim());
  return {
    close() {
      // Minus one removes the entry.
      if (!isRegistered) writeFileSync(entry, '-1');
      execFileSync('umount', [mount]);
    },
  };
}
