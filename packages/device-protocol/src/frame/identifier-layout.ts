import type { NameRef } from './byte-row.ts';
import type { DataField } from './data-field.ts';

/** The values behind a data identifier. */
export interface IdentifierLayout {
  readonly about: NameRef;
  readonly fields: readonly DataField[];
  /** A block: the device sends as many of the fields as it has, in groups of this many. */
  readonly group?: number;
}
