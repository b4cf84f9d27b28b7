/**
 * Every column with sealed secrets. A value can be sealed only for a row that a function of this file
 * names, so that no column is forgotten when secrets are sealed at the first start, counted, or
 * sealed with another key.
 */

/** Identifies the row of a secret; authenticated together with it, so it never changes. */
export type SealedRow = string & { readonly sealedRow: never };

const row = (text: string): SealedRow => text as SealedRow;

export const MAIL_PASSWORD = row('platform_setting mail');
export const forwardingOf = (customerId: number): SealedRow => row(`forwarding ${customerId}`);
export const factorOf = (customerId: number, userId: number): SealedRow =>
  row(`second_factor ${customerId} ${userId}`);
export const identityProviderOf = (customerId: number): SealedRow =>
  row(`identity_provider ${customerId}`);
/**
 * The ID token of a session, also while its sign-in waits for a code. It is in no list: it is only
 * of use to sign out at the provider, which works without it, so a rotation removes it.
 */
export const idTokenOf = (customerId: number, userId: number): SealedRow =>
  row(`id_token ${customerId} ${userId}`);
export const meterPasswordOf = (customerId: number, deviceId: number): SealedRow =>
  row(`line_meter ${customerId} ${deviceId}`);

export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** True if the column has the type bytea: clear secrets are bytes, sealed ones their text. */
  readonly isBytes: boolean;
  /** The numbers that identify a row, its primary key; none if the table has one secret. */
  readonly keys: readonly string[];
  /** The only section of `platform_setting` with a secret. */
  readonly section?: string;
  rowOf(...keys: readonly number[]): SealedRow;
}

export const SECRET_KINDS = ['factors', 'forwarding', 'mail', 'meters', 'providers'] as const;
export type SecretKind = (typeof SECRET_KINDS)[number];

export const SEALED_COLUMNS: Readonly<Record<SecretKind, SealedColumn>> = {
  factors: {
    table: 'second_factor',
    column: 'secret',
    isBytes: true,
    keys: ['customer_id', 'user_id'],
    rowOf: (customerId, userId) => factorOf(customerId!, userId!),
  },
  forwarding: {
    table: 'forwarding',
    column: 'secret',
    isBytes: false,
    keys: ['customer_id'],
    rowOf: (customerId) => forwardingOf(customerId!),
  },
  mail: {
    table: 'platform_setting',
    column: 'secret',
    isBytes: false,
    keys: [],
    section: 'mail',
    rowOf: () => MAIL_PASSWORD,
  },
  meters: {
    table: 'line_meter',
    column: 'password',
    isBytes: false,
    keys: ['customer_id', 'device_id'],
    rowOf: (customerId, deviceId) => meterPasswordOf(customerId!, deviceId!),
  },
  providers: {
    table: 'identity_provider',
    column: 'client_secret',
    isBytes: false,
    keys: ['customer_id'],
    rowOf: (customerId) => identityProviderOf(customerId!),
  },
};
