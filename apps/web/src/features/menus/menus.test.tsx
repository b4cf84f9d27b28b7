import { arrangedMenu, toArrangement } from '@busbar/domain/access/menu/menu-arrangement';
import { ROLE_PERMISSIONS } from '@busbar/domain/access/permission';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { AnswerFor, ContractServer } from '../../../test/contract-server.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';

type Menu = AnswerFor<'v2.menu-arrangement'>['data'];

const CHANGED = Date.UTC(2026, 10, 21, 6, 30, 0);

const builtIn = (role: 'admin' | 'operator' | 'viewer') => ({
  id: null,
  role,
  name: '',
  permissions: [...ROLE_PERMISSIONS[role]],
  users: 1,
  held_elsewhere: false,
  changed_at: null,
});

const menuOf = (role: 'admin' | 'operator', part: Partial<Menu> = {}): Menu => ({
  role,
  changed_at: 0,
  entries: toArrangement(arrangedMenu({ role }, [])).map((entry) => ({
    ...entry,
    names: { ...entry.names },
  })),
  ...part,
});

const prepare = (server: ContractServer) => {
  server.answer('v2.roles', { data: { list: [builtIn('admin'), builtIn('operator')] } });
  server.answer('v2.menu-arrangement', ({ params }) => ({
    data: menuOf(params.role === 'admin' ? 'admin' : 'operator'),
  }));
};

const render = (options: RenderOptions = {}) =>
  renderPage('/menu', { prepare, role: 'admin', ...options });

const textsOf = (list: HTMLElement) =>
  [...list.children].map((item) => item.querySelector('bdi')?.textContent);

describe('menus of roles', () => {
  it('are shown next to a preview for the role', async () => {
    await render();
    const preview = await screen.findByRole('region', { name: 'Preview for this role' });
    const list = screen.getByRole('list', { name: 'Entries' });
    expect(textsOf(list)).toEqual([
      'Home',
      'Data query',
      'Fee management',
      'Device control',
      'Alarms',
      'Maintenance',
      'Projects',
      'Towers',
      'Protocol console',
    ]);
    expect(preview.textContent).toContain('Fee query');
    expect(screen.getByText(/can still be opened by its address/)).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save menu' }).disabled).toBe(
      true,
    );
  });

  it('are not editable in a sub-group, and the page shows the reason', async () => {
    const { server } = await render({ isInSubGroup: true });
    expect(await screen.findByText('Only users of the top group can change this')).toBeDefined();
    expect(server.requests('v2.menu-arrangement')).toEqual([]);
  });

  it('can be reordered by keyboard, hidden and renamed, and are saved as a whole', async () => {
    const { user, server } = await render();
    server.answer('v2.menu-arrangement.change', { data: { changed_at: CHANGED } });
    const list = await screen.findByRole('list', { name: 'Entries' });
    screen.getByRole('button', { name: 'Move Data query' }).focus();
    await user.keyboard('{ArrowUp}');
    expect(textsOf(list).slice(0, 2)).toEqual(['Data query', 'Home']);
    expect(screen.getByText('Data query is now at position 1 of 9')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Hide Fee management' }));
    await user.click(screen.getByRole('button', { name: 'Rename Home' }));
    const dialog = await screen.findByRole('dialog');
    const english = within(dialog).getByRole('textbox', { name: 'English' });
    await user.type(english, '<i>');
    const take = within(dialog).getByRole<HTMLButtonElement>('button', {
      name: 'Apply names',
    });
    expect(take.disabled).toBe(true);
    expect(dialog.textContent).toContain('without < and >');
    await user.clear(english);
    await user.type(english, ' Overview ');
    await user.click(take);
    const preview = screen.getByRole('region', { name: 'Preview for this role' });
    expect(preview.textContent).toContain('Overview');
    expect(preview.textContent).not.toContain('Fee query');
    await user.click(screen.getByRole('button', { name: 'Save menu' }));
    await waitFor(() => expect(server.requests('v2.menu-arrangement.change')).toHaveLength(1));
    const [request] = server.requests('v2.menu-arrangement.change');
    expect(request?.params).toEqual({ role: 'operator' });
    expect(request?.body.changed_at).toBe(0);
    expect(request?.body.entries[0]?.key).toBe('data-query');
    expect(request?.body.entries.filter(({ hidden }) => hidden).map(({ key }) => key)).toEqual([
      'fees',
    ]);
    expect(request?.body.entries.find(({ key }) => key === 'home')?.names).toEqual({
      en: 'Overview',
    });
    // The user's own navigation is reloaded.
    await waitFor(() => expect(server.requests('v2.sys.menus').length).toBeGreaterThan(1));
  });

  it('always contain the menu page for roles that may edit menus', async () => {
    const { user } = await render();
    await user.click(await screen.findByRole('combobox', { name: /^Role/ }));
    await user.click(await screen.findByText('Administrator', { selector: '.ant-select-item *' }));
    const fixed = await screen.findByRole<HTMLButtonElement>('button', {
      name: 'Menus by role cannot be hidden: this role edits menus',
    });
    expect(fixed.disabled).toBe(true);
  });

  it('retain unsaved edits after a conflict and reload on request', async () => {
    const { user, server } = await render();
    server.answer('v2.menu-arrangement.change', {
      refuse: { code: 41937, reason: 'menu-changed' },
    });
    await user.click(await screen.findByRole('button', { name: 'Hide Home' }));
    await user.click(screen.getByRole('button', { name: 'Save menu' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Someone else changed');
    expect(screen.getByRole('button', { name: 'Show Home' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Reload' }));
    expect(await screen.findByRole('button', { name: 'Hide Home' })).toBeDefined();
  });

  it('are reset to the default after confirmation', async () => {
    const { user, server } = await render({
      prepare: (at) => {
        prepare(at);
        at.answer('v2.menu-arrangement', { data: menuOf('operator', { changed_at: CHANGED }) });
        at.answer('v2.menu-arrangement.reset', {});
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Restore standard menu' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Restore standard menu' }));
    await waitFor(() =>
      expect(server.requests('v2.menu-arrangement.reset')).toEqual([
        { params: { role: 'operator' }, query: { changed_at: String(CHANGED) } },
      ]),
    );
  });
});
