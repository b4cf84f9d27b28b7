/** Extracts an archive's files into a folder; skips tables and files not belonging to Busbar. */
import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { damaged, filePart, type PackedFile } from './archive-format.ts';
import { isKnown } from './data-folder.ts';
import type { Archive } from './read-archive.ts';

/**
 * Only the owner may read the files, because they contain secrets and data that only the customers'
 * users may see.
 */
export async function restoreFiles(archive: Archive, folder: string): Promise<void> {
  const { files } = archive.contents;
  if (files.length === 0) return;
  const parts = archive.parts();
  for (const [index, file] of files.entries()) {
    await writeFile(archive, file, index + 1, folder, parts);
  }
  await parts.return(undefined);
}

async function writeFile(
  archive: Archive,
  { path, sha256, parts: count }: PackedFile,
  number: number,
  folder: string,
  parts: ReturnType<Archive['parts']>,
): Promise<void> {
  const handle = isKnown(path) ? await createFile(join(folder, ...path.split('/'))) : undefined;
  try {
    const hash = createHash('sha256');
    for (let part = 1; part <= count; ) {
      const { value } = await parts.next();
      if (value === undefined) throw damaged(archive.file);
      if (!value.name.startsWith('files/')) continue;
      if (value.name !== filePart(number, part)) throw damaged(archive.file);
      hash.update(value.bytes);
      await handle?.writeFile(value.bytes);
      part += 1;
    }
    if (hash.digest('hex') !== sha256) throw damaged(archive.file);
  } finally {
    await handle?.close();
  }
}

async function createFile(target: string): Promise<FileHandle> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  return open(target, 'wx', 0o600);
}
