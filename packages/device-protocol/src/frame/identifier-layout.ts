import type { NameRef } from './byte-row.ts';
import type { DataField } from './data-field.ts';

/** Layout of the values of a data identifier. */
export interface IdentifierLayout {
  readonly about: NameRef;
  readonly fields: readonly DataField[];
  /** For a block: the device sends as many of the fields as it has, in groups of this size. */
  readonly group?: number;
}
