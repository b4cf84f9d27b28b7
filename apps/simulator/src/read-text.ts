import { readFile } from 'node:fs/promises';

/** Throws an error with a one-sentence message for the user. */
export async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new Error(`${path} cannot be read`, { cause });
  }
}
