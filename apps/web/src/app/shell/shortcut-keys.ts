/** Keys of the command palette as this keyboard names them. */
export const PALETTE_KEYS: readonly string[] = /Mac|iPhone|iPad/.test(navigator.userAgent)
  ? ['\u2318', 'K']
  : ['Ctrl', 'K'];
