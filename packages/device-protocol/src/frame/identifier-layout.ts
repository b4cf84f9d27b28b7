import type { NameRef } from './byte-row.ts';
import type { DataField } from './data-field.ts';

/** Layout of the values of a data identifier. */
export interface IdentifierLayout {
  readonly about: NameRef;
  readonly fields: readonly DataField[];
  /** Number of fields in a group of a block: the device sends as many groups as it has. */
  readonly group?: number;
}
