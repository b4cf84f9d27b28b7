/** Read permissions of an API key. A key can neither write nor send commands to a device. */
export const API_SCOPES = ['read:devices', 'read:readings', 'read:alarms'] as const;

export type ApiScope = (typeof API_SCOPES)[number];

export function isApiScope(value: unknown): value is ApiScope {
  return (API_SCOPES as readonly unknown[]).includes(value);
}
