import type { Answer } from '../../../lib/calls/call-types.ts';
import { useCallMutation, useCallQuery } from '../../../lib/calls/use-call.ts';
import { useSend } from '../../../lib/calls/use-send.ts';

export type SsoSettings = Answer<'v2.sso.settings'>['data'];

export const useSettings = () =>
  useCallQuery('v2.sso.settings', {}, { select: ({ data }) => data });

export const useSettingsChange = () => useSend('v2.sso.settings', 'v2.my.single-sign-on');

/** The server reads the settings of the provider and asks it about the client. */
const TEST_MS = 30_000;

export const useProviderTest = () =>
  useCallMutation('v2.sso.settings.test', { timeoutMs: TEST_MS });
