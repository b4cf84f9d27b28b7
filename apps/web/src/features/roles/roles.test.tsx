import { CUSTOMER_PERMISSIONS, ROLE_PERMISSIONS } from '@busbar/domain/access/permission';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { AnswerFor, ContractServer } from '../../../test/contract-server.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';
import { PART_NAMES } from './permission-parts.ts';

type RoleRow = AnswerFor<'v2.roles'>['data']['list'][number];

const CHANGED = Date.UTC(2026, 10, 21, 6, 30, 0);

function roleRow(part: Partial<RoleRow> = {}): RoleRow {
  const row = {
    id: null,
    role: 'viewer',
    name: '',
    permissions: [],
    users: 1,
    held_elsewhere: false,
    changed_at: null,
    ...part,
  };
  return { ...row, permissions: [...row.permissions] };
}

const builtIn = (role: 'admin' | 'operator' | 'viewer') =>
  roleRow({ role, permissions: [...ROLE_PERMISSIONS[role]] });

const NIGHT = roleRow({
  id: 4,
  role: 'viewer',
  name: 'Night & day',
  permissions: ['data.read', 'log.read'],
  users: 3,
  changed_at: CHANGED,
});

const answer = (list: RoleRow[]) => (server: ContractServer) =>
  server.answer('v2.roles', { data: { list } });

const render = (options: RenderOptions = {}) =>
  renderPage('/role', {
    prepare: answer([builtIn('admin'), builtIn('operator'), builtIn('viewer'), NIGHT]),
    role: 'admin',
    ...options,
  });

const box = (dialog: HTMLElement, name: string) =>
  within(dialog).getByRole<HTMLInputElement>('checkbox', { name });

describe('roles', () => {
  it('are shown as a table: every permission, every role, allowed or not', async () => {
    await render();
    const table = await screen.findByRole('table', { name: 'Roles' });
    const heads = within(table).getAllByRole('columnheader');
    expect(heads.map((head) => head.textContent)).toEqual([
      'Permissions',
      'AdministratorBuilt-in1 user',
      'OperatorBuilt-in1 user',
      'ViewerBuilt-in1 user',
      'Night & dayCustom, from Viewer3 users',
    ]);
    const titles = within(table).getAllByRole('rowheader').length;
    expect(titles).toBe(CUSTOMER_PERMISSIONS.length + PART_NAMES.length);
    const row = within(table).getByRole('row', { name: /^Switch breakers/ });
    expect(row.textContent).toContain('Open, close, lock and unlock');
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['Allowed', 'Allowed', '–Not allowed', '–Not allowed']);
  });

  it('can only be copied if they are built in', async () => {
    await render();
    expect(await screen.findByRole('button', { name: 'Copy Operator' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Edit Operator' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete Operator' })).toBeNull();
  });

  it('are copied with a live preview of the difference from the original', async () => {
    const { user, server } = await render();
    server.answer('v2.roles.add', { data: { id: 9 } });
    await user.click(await screen.findByRole('button', { name: 'Copy Viewer' }));
    const dialog = await screen.findByRole('dialog');
    const make = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Create role' });
    const difference = within(dialog).getByRole('region', { name: 'What changes' });
    expect(difference.textContent).toBe('No differences.');
    expect(make.disabled).toBe(true);
    const name = within(dialog).getByRole('textbox', { name: /^Name/ });
    await user.type(name, '<b>night</b>');
    expect(dialog.textContent).toContain('without < and >');
    await user.clear(name);
    await user.type(name, ' Keys only ');
    expect(make.disabled).toBe(false);
    await user.click(box(dialog, 'Manage API keys'));
    await user.click(box(dialog, 'Create reports'));
    expect(difference.textContent).toBe(
      ' More than ViewerManage API keys Less than ViewerCreate reports',
    );
    await user.click(make);
    await waitFor(() =>
      expect(server.requests('v2.roles.add')).toEqual([
        {
          body: {
            name: 'Keys only',
            copy_of: 'viewer',
            permissions: ['data.read', 'log.read', 'key.manage'],
          },
        },
      ]),
    );
    await waitFor(() => expect(server.requests('v2.roles')).toHaveLength(2));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('preview what users gain and lose, and retain the edits after a refusal', async () => {
    const { user, server } = await render();
    server.answer('v2.roles.change', { refuse: { code: 41904, reason: 'role-changed' } });
    await user.click(await screen.findByRole('button', { name: 'Edit Night & day' }));
    const dialog = await screen.findByRole('dialog');
    const save = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Save' });
    expect(save.disabled).toBe(true);
    expect(box(dialog, 'See devices and data').disabled).toBe(true);
    await user.click(box(dialog, 'Switch breakers'));
    await user.click(box(dialog, 'Read the operation log'));
    const difference = within(dialog).getByRole('region', { name: 'What changes' });
    expect(difference.textContent).toContain('3 users gainSwitch breakers');
    expect(difference.textContent).toContain('3 users loseRead the operation log');
    await user.click(save);
    expect((await within(dialog).findByRole('alert')).textContent).toContain(
      'Someone else changed this role',
    );
    expect(server.requests('v2.roles.change')).toEqual([
      {
        params: { id: '4' },
        body: {
          name: 'Night & day',
          permissions: ['data.read', 'device.switch'],
          changed_at: CHANGED,
        },
      },
    ]);
    expect(box(dialog, 'Switch breakers').checked).toBe(true);
  });

  it('cannot be deleted while users have them, and the dialog shows the reason', async () => {
    const { user } = await render();
    await user.click(await screen.findByRole('button', { name: 'Delete Night & day' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('3 users have this role');
    const button = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Delete' });
    expect(button.disabled).toBe(true);
  });

  it('can be deleted if no user has them', async () => {
    const { user, server } = await render({
      prepare: answer([builtIn('viewer'), { ...NIGHT, users: 0 }]),
    });
    server.answer('v2.roles.delete', {});
    await user.click(await screen.findByRole('button', { name: 'Delete Night & day' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(server.requests('v2.roles.delete')).toEqual([{ params: { id: '4' } }]),
    );
  });

  it('cannot be changed if users outside the user’s own group have them', async () => {
    await render({ prepare: answer([builtIn('viewer'), { ...NIGHT, held_elsewhere: true }]) });
    const change = await screen.findByRole<HTMLButtonElement>('button', {
      name: 'Edit Night & day',
    });
    expect(change.disabled).toBe(true);
  });

  it('are not editable in a sub-group, and the page shows the reason', async () => {
    await render({ isInSubGroup: true });
    expect(await screen.findByText('Only users of the top group can change this')).toBeDefined();
    expect(screen.queryByRole('button', { name: /^(Add role|Copy|Change|Delete)/ })).toBeNull();
  });

  it('are hidden without the permission to manage them', async () => {
    await render({ role: 'operator' });
    expect(await screen.findByText('No permission for this page')).toBeDefined();
  });
});
