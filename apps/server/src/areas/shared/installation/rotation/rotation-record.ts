/**
 * What the database stores about the last replacement of the installation's key. As long as it is
 * not complete, some secrets may be sealed with the former key.
 */
import type { Executor } from '../../../../storage/database.ts';
import { readSetting, writeSetting } from '../installation-queries.ts';

export interface RotationRecord {
  /** Identifiers of the keys. */
  readonly former: string;
  readonly key: string;
  readonly isComplete: boolean;
}

export async function readRotation(db: Executor): Promise<RotationRecord | undefined> {
  const text = await readSetting(db, 'secrets_rotation');
  return text === undefined ? undefined : (JSON.parse(text) as RotationRecord);
}

export function writeRotation(trx: Executor, record: RotationRecord): Promise<void> {
  return writeSetting(trx, 'secrets_rotation', JSON.stringify(record));
}
