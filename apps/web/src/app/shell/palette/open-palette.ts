import { createContext } from 'react';

/** Opens the command palette, for pages inside the shell. */
export const OpenPalette = createContext<() => void>(() => undefined);
