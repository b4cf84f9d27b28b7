import { ROLE_PERMISSIONS } from '@busbar/domain/access/permission';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { AnswerFor, ContractServer } from '../../../test/contract-server.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';

type UserRow = AnswerFor<'v2.users'>['data']['list'][number];

const AT = Date.UTC(2026, 10, 21, 6, 30, 0);
const PASSWORD = 'k3fmq-7wxyz-9abcd';

const userRow = (part: Partial<UserRow> = {}): UserRow => ({
  id: 21,
  name: 'li.wei',
  role: 'operator',
  own_role_id: null,
  own_role_name: '',
  group_id: 3,
  group_name: 'Harbour',
  mail: 'li@example.org',
  state: 'active',
  created_at: AT,
  last_sign_in_at: AT,
  sign_in: 'password',
  second_factor: true,
  sessions: 1,
  changeable: true,
  version: 'v1',
  ...part,
});

const SESSION = {
  id: 'abc',
  created_at: AT,
  last_used_at: AT,
  expires_at: AT,
  address: '192.0.2.7',
  client: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  current: false,
};

const REQUIREMENT: AnswerFor<'v2.factor-requirement'>['data'] = {
  required: false,
  administrators: 5,
  lacking: 2,
  own: true,
  changeable: true,
};

function answer(server: ContractServer) {
  const locked = userRow({ id: 22, name: 'mo', state: 'locked', second_factor: false });
  const invited = userRow({ id: 23, name: 'new', state: 'invited', last_sign_in_at: null });
  const own = userRow({ id: 7, name: 'mira', role: 'admin', changeable: false });
  const list = [userRow(), locked, invited, own];
  server.answer('v2.message-use', { data: { messages: 900, most: null, mark: 0 } });
  server.answer('v2.factor-requirement', { data: REQUIREMENT });
  server.answer('v2.users', { data: { list, total: list.length } });
  server.answer('v2.user', ({ params }) => ({
    data: {
      user: list.find(({ id }) => String(id) === params.id) ?? userRow(),
      sessions: [SESSION],
      api_keys: 2,
      sign_ins: [
        { at: AT, refusal: '', way: 'code', address: '192.0.2.7', client: 'Panel' },
        {
          at: AT - 60_000,
          refusal: 'bad-credentials',
          way: 'password',
          address: '198.51.100.9',
          client: '',
        },
      ],
    },
  }));
  server.answer('v2.roles', {
    data: {
      list: [
        ...(['admin', 'operator', 'viewer'] as const).map((role) => ({
          id: null,
          role,
          name: '',
          permissions: [...ROLE_PERMISSIONS[role]],
          users: 1,
          held_elsewhere: false,
          changed_at: null,
        })),
        {
          id: 4,
          role: 'viewer',
          name: 'Night',
          permissions: ['data.read', 'log.read'],
          users: 0,
          held_elsewhere: false,
          changed_at: AT,
        },
      ],
    },
  });
  server.answer('v1.sys.group.findAll', {
    data: [
      { id: 3, name: 'Harbour', parentId: 0 },
      { id: 4, name: 'Quay', parentId: 3 },
    ],
  });
}

const render = (options: RenderOptions & { at?: string } = {}) =>
  renderPage(options.at ?? '/user', { prepare: answer, role: 'admin', ...options });

const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!;

describe('users', () => {
  it('show a notice when the daily messages approach the agreed number', async () => {
    await renderPage('/user', {
      role: 'admin',
      prepare: (server) => {
        answer(server);
        server.answer('v2.message-use', { data: { messages: 9_100, most: 10_000, mark: 80 } });
      },
    });
    expect(await screen.findByText(/9,100 of 10,000 messages/)).toBeTruthy();
    expect(screen.getByText('Every message is stored, also above that number.')).toBeTruthy();
  });

  it('are listed with role, group, state, last sign-in and second factor', async () => {
    await render();
    const row = await rowOf('li.wei');
    expect(row.textContent).toContain('Operator');
    expect(row.textContent).toContain('Harbour');
    expect(row.textContent).toContain('Active');
    expect(row.textContent).toContain('2026-11-21 14:30:00');
    expect((await rowOf('mo')).textContent).toContain('Locked');
    expect((await rowOf('new')).textContent).toContain('Never');
  });

  it('of the provider are marked in the list and in the detail', async () => {
    const created = userRow({ id: 31, name: 'ann', sign_in: 'provider' });
    const linked = userRow({ id: 32, name: 'ben', sign_in: 'both' });
    const { user, server } = await render({
      prepare: (prepared) => {
        answer(prepared);
        const list = [userRow(), created, linked];
        prepared.answer('v2.users', { data: { list, total: list.length } });
        prepared.answer('v2.user', ({ params }) => ({
          data: {
            user: list.find(({ id }) => String(id) === params.id)!,
            ...{ sessions: [], api_keys: 2, sign_ins: [] },
          },
        }));
        prepared.answer('v2.users.unlink-provider', {});
      },
    });
    expect((await rowOf('ann')).textContent).toContain('Provider');
    expect((await rowOf('ben')).textContent).toContain('Linked');
    expect((await rowOf('li.wei')).textContent).not.toContain('Linked');
    await user.click(screen.getByText('ann'));
    const drawer = await screen.findByRole('dialog');
    expect(await within(drawer).findByText(/has no password here/)).toBeTruthy();
    expect(within(drawer).queryByRole('button', { name: 'New initial password' })).toBeNull();
    expect(within(drawer).queryByRole('button', { name: /Remove link/ })).toBeNull();
    await user.click(within(drawer).getByRole('button', { name: 'Disable' }));
    expect(await screen.findByText('The API keys of the user are revoked.')).toBeTruthy();
    await user.keyboard('{Escape}{Escape}');
    await user.click(screen.getByText('ben'));
    await user.click(await screen.findByRole('button', { name: 'Remove link with the provider' }));
    const dialog = (await screen.findAllByRole('dialog')).at(-1)!;
    await user.click(within(dialog).getByRole('button', { name: 'Remove link with the provider' }));
    await waitFor(() =>
      expect(server.requests('v2.users.unlink-provider')).toEqual([{ params: { id: '32' } }]),
    );
  });

  it('are requested with the filters and order of the URL', async () => {
    const { server } = await render({
      at: '/user?state=locked&role=4&sort=name&order=desc&page=2',
    });
    await rowOf('li.wei');
    expect(server.requests('v2.users')).toEqual([
      { query: { pn: '2', ps: '13', role: '4', state: 'locked', sort: 'name', order: 'desc' } },
    ]);
  });

  it("are invited with a preview of the role's permissions, and the password is shown once", async () => {
    const { user, server } = await render();
    server.answer('v2.users.add', {
      data: { id: 30, initial_password: PASSWORD, mailed: false },
    });
    await user.click(await screen.findByRole('button', { name: /Invite user/ }));
    const dialog = await screen.findByRole('dialog');
    const give = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Invite' });
    expect(give.disabled).toBe(true);
    const may = await within(dialog).findByRole('region', { name: 'Permissions of Viewer' });
    expect(within(may).getAllByRole('listitem').length).toBe(ROLE_PERMISSIONS.viewer.length);
    await user.type(within(dialog).getByRole('textbox', { name: /User name/ }), 'ana.b');
    await user.click(give);
    const shown = await screen.findByRole('region', { name: 'Initial password of ana.b' });
    expect(shown.textContent).toContain(PASSWORD);
    expect(server.requests('v2.users.add')).toEqual([
      { body: { name: 'ana.b', role: 'viewer', own_role_id: null, group_id: '3', mail: '' } },
    ]);
    await waitFor(() => expect(server.requests('v2.users').length).toBeGreaterThan(1));
    await user.click(within(shown).getByRole('button', { name: 'I have stored it' }));
    expect(document.body.textContent).not.toContain(PASSWORD);
  });

  it('have a new password from the address that a user sends, once it is confirmed', async () => {
    const { user, server, address } = await render({ at: '/user?password=Li.Wei' });
    server.answer('v2.users.reset-password', {
      data: { id: 21, initial_password: PASSWORD, mailed: false },
    });
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toMatch(/^New initial password.*li\.wei/);
    expect(server.requests('v2.users.reset-password')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'New initial password' }));
    const shown = await screen.findByRole('region', { name: 'Initial password of li.wei' });
    expect(shown.textContent).toContain(PASSWORD);
    expect(server.requests('v2.users.reset-password').map(({ params }) => params)).toEqual([
      { id: '21' },
    ]);
    expect(address()).toBe('/user');
  });

  it.each([
    ['nina', 'No user “\u2068nina\u2069” in your group or below.'],
    ['li', 'No user “\u2068li\u2069” in your group or below.'],
    ['mira', /^This is your own account/],
  ])('have no password dialog from an address that names %s', async (name, reason) => {
    await render({ at: `/user?password=${name}` });
    expect(await screen.findByText(reason)).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('remain in the invitation form as typed when the server refuses', async () => {
    const { user, server } = await render();
    server.answer('v2.users.add', { refuse: { code: 40001, reason: 'account-taken' } });
    await user.click(await screen.findByRole('button', { name: /Invite user/ }));
    const dialog = await screen.findByRole('dialog');
    const name = within(dialog).getByRole<HTMLInputElement>('textbox', { name: /User name/ });
    await user.type(name, 'li.wei');
    await user.click(within(dialog).getByRole('button', { name: 'Invite' }));
    expect((await within(dialog).findByRole('alert')).textContent).toContain('cannot be used');
    expect(name.value).toBe('li.wei');
  });

  it('have a drawer with sessions and sign-ins, in which a session can be ended', async () => {
    const { user, server } = await render({ at: '/user?open=21' });
    server.answer('v2.users.sessions.end', {});
    const drawer = await screen.findByRole('dialog');
    const signIns = await within(drawer).findByRole('region', { name: 'Latest sign-ins' });
    expect(signIns.textContent).toContain('Wrong user name or password');
    expect(signIns.textContent).toContain('with a code');
    await user.click(within(drawer).getByRole('button', { name: /^End: Firefox, Linux/ }));
    await waitFor(() =>
      expect(server.requests('v2.users.sessions.end')).toEqual([
        { params: { id: '21', session: 'abc' } },
      ]),
    );
    await waitFor(() => expect(server.requests('v2.user').length).toBe(2));
  });

  it('are changed with the version that was loaded', async () => {
    const { user, server } = await render({ at: '/user?open=21' });
    server.answer('v2.users.change', { refuse: { code: 42009, reason: 'user-changed' } });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Save' });
    const dialog = save.closest<HTMLElement>('[role=dialog]')!;
    expect(save.disabled).toBe(true);
    const mail = within(dialog).getByRole('textbox', { name: 'Email address' });
    await user.clear(mail);
    await user.type(mail, 'new@example.org');
    await user.click(save);
    expect((await within(dialog).findByRole('alert')).textContent).toContain('Someone else');
    expect(server.requests('v2.users.change')).toEqual([
      {
        params: { id: '21' },
        body: {
          role: 'operator',
          own_role_id: null,
          group_id: '3',
          mail: 'new@example.org',
          version: 'v1',
        },
      },
    ]);
  });

  it('have their second factor removed only with a reason', async () => {
    const { user, server } = await render({ at: '/user?open=21' });
    server.answer('v2.users.remove-second-factor', {});
    await user.click(await screen.findByRole('button', { name: 'Remove second factor' }));
    const reason = await screen.findByRole('textbox', { name: 'Reason' });
    const dialog = reason.closest<HTMLElement>('[role=dialog]')!;
    const remove = within(dialog).getByRole<HTMLButtonElement>('button', {
      name: 'Remove second factor',
    });
    expect(remove.disabled).toBe(true);
    await user.type(reason, 'Lost telephone');
    await user.click(remove);
    await waitFor(() =>
      expect(server.requests('v2.users.remove-second-factor')).toEqual([
        { params: { id: '21' }, body: { reason: 'Lost telephone' } },
      ]),
    );
  });

  it('names the API keys that outlive a disabled user', async () => {
    const { user } = await render({ at: '/user?open=21' });
    await user.click(await screen.findByRole('button', { name: 'Disable' }));
    expect(await screen.findByText(/^2 API keys of the user remain valid/)).toBeTruthy();
  });

  it('offer no actions on the signed-in account', async () => {
    await render({ at: '/user?open=7' });
    const drawer = await screen.findByRole('dialog');
    await within(drawer).findByText(/This is your own account/);
    expect(within(drawer).queryByRole('button', { name: 'Disable' })).toBeNull();
    expect(within(drawer).queryByRole('button', { name: /^End:/ })).toBeNull();
  });

  describe('the second factor of administrators', () => {
    const withRequirement = (part: Partial<typeof REQUIREMENT>) =>
      render({
        prepare: (server) => {
          answer(server);
          server.answer('v2.factor-requirement', { data: { ...REQUIREMENT, ...part } });
        },
      });
    const region = () => screen.findByRole('region', { name: 'Second factor for administrators' });

    it('becomes mandatory after a confirmation with the number of blocked administrators', async () => {
      const { user, server } = await render();
      server.answer('v2.factor-requirement.change', {});
      const password = await region();
      expect(password.textContent).toContain('Administrators without a second factor: 2 of 5.');
      await user.click(within(password).getByRole('button', { name: 'Require second factor' }));
      const dialog = await screen.findByRole('dialog');
      expect(dialog.textContent).toContain('Administrators without a second factor now: 2');
      server.answer('v2.factor-requirement', { data: { ...REQUIREMENT, required: true } });
      await user.click(within(dialog).getByRole('button', { name: 'Require second factor' }));
      await within(password).findByText('A second factor is required for administrators.');
      expect(server.requests('v2.factor-requirement.change')).toEqual([
        { body: { required: true } },
      ]);
    });

    it('becomes optional after confirmation', async () => {
      const { user, server } = await withRequirement({ required: true, lacking: 0 });
      server.answer('v2.factor-requirement.change', {
        refuse: { code: 42012, reason: 'second-factor-rule-of-root' },
      });
      const password = await region();
      await user.click(within(password).getByRole('button', { name: 'Stop requiring it' }));
      const dialog = await screen.findByRole('dialog');
      await user.click(within(dialog).getByRole('button', { name: 'Stop requiring it' }));
      expect((await within(dialog).findByRole('alert')).textContent).toContain('top group');
      expect(server.requests('v2.factor-requirement.change')).toEqual([
        { body: { required: false } },
      ]);
    });

    it('must be set up for the signed-in account first', async () => {
      await withRequirement({ own: false });
      const password = await region();
      expect(within(password).queryByRole('button')).toBeNull();
      const link = within(password).getByRole('link', { name: 'turn on your own second factor' });
      expect(link.getAttribute('href')).toBe('/account');
    });

    it('is read-only for users who cannot change the requirement', async () => {
      await withRequirement({ changeable: false, own: false });
      const password = await region();
      expect(within(password).queryByRole('button')).toBeNull();
      expect(within(password).queryByRole('link')).toBeNull();
    });
  });
});
