/** Values of the form, and the body of the call that saves them. */
import type { CallInput } from '../../lib/calls/call-types.ts';
import { roleKey } from '../roles/use-role-name.ts';
import type { SsoSettings } from './api/use-settings.ts';

export interface GroupRow {
  /** Identifies the row in this form. */
  readonly key: number;
  readonly name: string;
  /** A built-in role, or the id of a custom one. */
  readonly role: string;
  readonly group: number | undefined;
}

export interface SettingsDraft {
  readonly name: string;
  readonly issuer: string;
  readonly client_id: string;
  /** Empty to leave the stored secret unchanged. */
  readonly client_secret: string;
  readonly group_claim: string;
  readonly creates_users: boolean;
  readonly allows_passwords: boolean;
  readonly groups: readonly GroupRow[];
}

export const draftOf = (settings: SsoSettings): SettingsDraft => ({
  name: settings.name,
  issuer: settings.issuer,
  client_id: settings.client_id,
  client_secret: '',
  group_claim: settings.group_claim,
  creates_users: settings.creates_users,
  allows_passwords: settings.allows_passwords,
  groups: settings.groups.map((row, key) => ({
    key,
    name: row.provider_group,
    role: roleKey({ id: row.own_role_id, role: row.role }),
    group: row.group_id,
  })),
});

type Body = CallInput<'v2.sso.settings.change'>['body'];

/** `roleOf` converts the selection to the role and the custom role of the API. */
export function bodyOf(
  { groups, ...draft }: SettingsDraft,
  revision: number,
  roleOf: (key: string) => { role: string; own_role_id: string | null },
): Body {
  return {
    ...draft,
    revision,
    groups: groups.map(({ name, role, group }) => ({
      provider_group: name,
      ...roleOf(role),
      group_id: String(group ?? ''),
    })),
  };
}

export function withRow(rows: readonly GroupRow[], group: number | undefined): GroupRow[] {
  const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
  return [...rows, { key, name: '', role: 'viewer', group }];
}

/** Moves the row one place up; the first row that matches is applied. */
export function movedUp(rows: readonly GroupRow[], at: number): GroupRow[] {
  const moved = [...rows];
  const [row] = moved.splice(at, 1);
  if (row !== undefined) moved.splice(Math.max(at - 1, 0), 0, row);
  return moved;
}

const ROW_FIELD = /^groups\.\d+\./;

/** Field of the form that shows the refusal of a field of the API. */
export function fieldOf(name: string): string | undefined {
  if (ROW_FIELD.test(name)) return name.replace('own_role_id', 'role');
  const fields: readonly (keyof SettingsDraft)[] = [
    'name',
    'issuer',
    'client_id',
    'client_secret',
    'group_claim',
  ];
  return fields.find((field) => field === name) ?? (name === 'groups' ? 'form' : undefined);
}
