import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { architectureOf, debianName, nodeOf } from './target.mjs';

describe.skipIf(process.platform !== 'linux')('the processor of a release', () => {
  it('has the name of Node or of Debian, and by default that of this machine', () => {
    expect(architectureOf('amd64')).toBe('x64');
    expect(architectureOf('arm64')).toBe('arm64');
    expect(architectureOf()).toBe(process.arch);
    expect(debianName('x64')).toBe('amd64');
    expect(() => architectureOf('riscv64')).toThrow(
      'There is no release for the processor "riscv64", only for amd64 and arm64.',
    );
  });

  it('is that of the Node in its Debian package', () => {
    expect(nodeOf(process.arch).program).toBe(process.execPath);
    const other = process.arch === 'x64' ? 'arm64' : 'x64';
    expect(() => nodeOf(other)).toThrow(`is not for ${debianName(other)}.`);
    const folder = join(tmpdir(), 'busbar-no-node');
    expect(() => nodeOf(other, folder)).toThrow(`There is no program ${folder}/bin/node.`);
  });
});
