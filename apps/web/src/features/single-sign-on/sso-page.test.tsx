import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import type { AnswerFor, ContractServer } from '../../../test/contract-server.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';

type Settings = AnswerFor<'v2.sso.settings'>['data'];

const settings = (more: Partial<Settings> = {}): Settings => ({
  revision: 3,
  name: 'Example',
  issuer: 'https://login.example.org',
  client_id: 'busbar',
  has_secret: true,
  group_claim: 'groups',
  creates_users: true,
  allows_passwords: true,
  groups: [
    { provider_group: 'admins', role: 'admin', own_role_id: null, group_id: 3 },
    { provider_group: 'staff', role: 'viewer', own_role_id: null, group_id: 3 },
  ],
  sign_in_address: 'https://power.example.org/sso/7-abcdefghijkmnpqrstuv',
  callback_address: 'https://power.example.org/sso-callback/7',
  signed_out_address: 'https://power.example.org/login',
  logout_address: 'https://power.example.org/api/v2/single-sign-on/logout/7',
  ...more,
});

const role = (name: 'admin' | 'viewer') => ({
  ...{ id: null, name, role: name, copied_from: null, permissions: ['data.read'] },
  ...{ holders: 0, holders_outside: 0, changed_at: null },
});

function answer(server: ContractServer, more?: Partial<Settings>) {
  server.answer('v2.sso.settings', { data: settings(more) });
  server.answer('v2.roles', {
    data: { list: [role('admin'), role('viewer')] } as unknown as AnswerFor<'v2.roles'>['data'],
  });
  server.answer('v1.sys.group.findAll', {
    data: [{ id: 3, name: 'Harbour' }] as unknown as AnswerFor<'v1.sys.group.findAll'>['data'],
  });
}

const render = (more?: Partial<Settings>, options: RenderOptions = {}) =>
  renderPage('/sso-settings', {
    prepare: (server) => answer(server, more),
    role: 'admin',
    ...options,
  });
const save = () => screen.getByRole('button', { name: 'Save' });

describe('the page of single sign-on', () => {
  it('saves the settings with the revision that was read, and without a new secret', async () => {
    const { user, server } = await render();
    server.answer('v2.sso.settings.change', {});
    const name = await screen.findByRole('textbox', { name: /^Name on the button/ });
    await user.clear(name);
    await user.type(name, 'Company');
    await user.click(screen.getByRole('button', { name: 'Move row 2 up' }));
    await user.click(save());
    await waitFor(() => expect(server.requests('v2.sso.settings.change')).toHaveLength(1));
    expect(server.requests('v2.sso.settings.change')[0]!.body).toEqual({
      name: 'Company',
      issuer: 'https://login.example.org',
      client_id: 'busbar',
      client_secret: '',
      group_claim: 'groups',
      creates_users: true,
      allows_passwords: true,
      groups: [
        { provider_group: 'staff', role: 'viewer', own_role_id: null, group_id: '3' },
        { provider_group: 'admins', role: 'admin', own_role_id: null, group_id: '3' },
      ],
      revision: 3,
    });
  });

  it('shows a refusal at the row of the table', async () => {
    const { user, server } = await render();
    server.answer('v2.sso.settings.change', {
      refuse: { code: 42108, reason: 'sso-group-twice', field: 'groups.2.provider_group' },
    });
    await user.click(await screen.findByRole('button', { name: 'Add row' }));
    const row = screen.getByRole('group', { name: 'Row 3' });
    await user.type(within(row).getByRole('textbox', { name: 'Group at the provider' }), 'staff');
    await user.click(save());
    expect(await within(row).findByText(/in the table twice/)).toBeTruthy();
  });

  it('tests the entered settings and names what is wrong', async () => {
    const { user, server } = await render();
    server.answer('v2.sso.settings.test', {
      refuse: { code: 42116, reason: 'sso-client-refused', field: 'client_secret' },
    });
    await user.type(await screen.findByLabelText(/^Client secret/), 'wrong');
    await user.click(screen.getByRole('button', { name: 'Test' }));
    expect(await screen.findByText(/refuses the client ID/)).toBeTruthy();
    expect(server.requests('v2.sso.settings.test')).toEqual([
      {
        body: {
          issuer: 'https://login.example.org',
          client_id: 'busbar',
          client_secret: 'wrong',
        },
      },
    ]);
    server.answer('v2.sso.settings.test', { data: { ends_sessions: true } });
    await user.type(screen.getByLabelText(/^Client secret/), '!');
    expect(screen.queryByText(/refuses the client ID/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Test' }));
    expect(await screen.findByText('The provider accepts these settings')).toBeTruthy();
  });

  it('shows each address with a button that copies it', async () => {
    await render();
    const addresses = await screen.findByRole('region', { name: 'Addresses' });
    expect(addresses.textContent).toContain('https://power.example.org/sso-callback/7');
    for (const name of ['Callback address', 'Address after signing out', 'Sign-in address']) {
      expect(within(addresses).getByRole('button', { name: `Copy: ${name}` })).toBeTruthy();
    }
    await expectNoAxeViolations();
  });

  it('says what the operator must set if the platform has no public address', async () => {
    await render({
      callback_address: '',
      signed_out_address: '',
      logout_address: '',
      sign_in_address: '',
    });
    expect(await screen.findByText(/PUBLIC_URL/)).toBeTruthy();
  });

  it('deletes the provider after a confirmation', async () => {
    const { user, server } = await render();
    server.answer('v2.sso.settings.delete', {});
    await user.click(await screen.findByRole('button', { name: 'Delete single sign-on' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Delete single sign-on' }));
    await waitFor(() =>
      expect(server.requests('v2.sso.settings.delete')).toEqual([{ query: { revision: '3' } }]),
    );
  });

  it('is not offered below the topmost group', async () => {
    const { server } = await render({}, { isInSubGroup: true });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
    expect(server.requests('v2.sso.settings')).toEqual([]);
  });
});
