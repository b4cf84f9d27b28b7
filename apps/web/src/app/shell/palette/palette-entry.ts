import type { Recent } from './recent.ts';

export interface PaletteEntry {
  readonly key: string;
  readonly group: 'recent' | 'pages' | 'settings' | 'devices' | 'actions';
  readonly label: string;
  /** What the entry does, or why the page will not offer it. */
  readonly note?: string | undefined;
  /** Displayed at the end of the row: the section of a page, or the code of a device. */
  readonly hint?: string | undefined;
  /** Group of a device; names of devices need not be unique. */
  readonly place?: string | undefined;
  /** Displayed below the row. */
  readonly verbs?: readonly PaletteVerb[] | undefined;
  /** What is remembered when the entry is chosen. */
  readonly recent?: Recent | undefined;
  readonly run: () => void;
}

/** A thing to do with the device of a row. */
export interface PaletteVerb extends Pick<PaletteEntry, 'key' | 'label' | 'recent' | 'run'> {
  /** The label with the name and the code of the device, because it is read without its row. */
  readonly name: string;
}
