/** What an API key may read. A key never writes and never makes a device act. */
export const API_SCOPES = ['read:devices', 'read:readings', 'read:alarms'] as const;

export type ApiScope = (typeof API_SCOPES)[number];

export function isApiScope(value: unknown): value is ApiScope {
  return (API_SCOPES as readonly unknown[]).includes(value);
}
