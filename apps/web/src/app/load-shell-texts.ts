import { loadTexts } from '../i18n/i18n.ts';
import { loadCallPaths } from '../lib/calls/path-of-call.ts';

/** Loads what every page in the shell needs besides its script: texts and the paths of all calls. */
export async function loadShellTexts(): Promise<void> {
  await Promise.all([loadTexts('shell', 'alarms', 'refusals'), loadCallPaths()]);
}
