/** Shortcut of the command palette with the key names of the user's operating system. */
export const PALETTE_KEYS: readonly string[] = /Mac|iPhone|iPad/.test(navigator.userAgent)
  ? ['\u2318', 'K']
  : ['Ctrl', 'K'];
