import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { forwardingStatus, KEY_PACE, keyRow } from '../../../test/answers/notification-answers.ts';
import type { ContractServer } from '../../../test/contract-server.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';

const KEY = 'bsk_a1b2c3_the_whole_key';
const USED = Date.UTC(2026, 10, 21, 6, 30, 0);

function answer(server: ContractServer) {
  server.answer('v2.api-keys', {
    data: {
      list: [
        keyRow({ used_last_minute: 12, per_day: 5000, used_today: 1340, refused_today: 8 }),
        keyRow({ id: 6, name: 'Old', state: 'revoked', revoked_at: USED, last_used_at: USED }),
        keyRow({ id: 7, name: 'Past', state: 'expired', scopes: ['read:devices'] }),
      ],
      ...KEY_PACE,
    },
  });
}

const render = (options: RenderOptions = {}) =>
  renderPage('/apimanage', { prepare: answer, role: 'admin', ...options });

const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!;

describe('API keys', () => {
  it('are listed with scopes, expiry and last use', async () => {
    await render();
    const reports = await rowOf('=Reports');
    expect(reports.textContent).toContain('Readings and energy, Alarms');
    expect(reports.textContent).toContain('Valid');
    expect(reports.textContent).toContain('Never');
    expect(reports.textContent).toContain('2026-11-22 15:00:00');
    expect(reports.textContent).toContain('12 of 300');
    expect(reports.textContent).toContain('1,340 of 5,000refused: 8');
    const old = await rowOf('Old');
    expect(old.textContent).toContain('2026-11-21 14:30:00');
    expect(old.textContent).toContain('Revoked');
    // A key that is no longer valid cannot be revoked.
    expect(screen.getAllByRole('button', { name: /^Revoke/ })).toHaveLength(1);
  });

  it('cannot be disabled for the whole customer by a sub-group, and the page explains why', async () => {
    await render({ isInSubGroup: true });
    expect(await screen.findByText('Only users of the top group can change this')).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('switch').disabled).toBe(true);
  });

  it('are created with a name, scopes and a last day, and are shown once', async () => {
    const { user, server } = await render();
    server.answer('v2.api-keys.add', {
      data: { id: 9, key: KEY, prefix: 'bsk_a1b2c3', expires_at: USED },
    });
    await user.click(await screen.findByRole('button', { name: /New key/ }));
    const dialog = await screen.findByRole('dialog');
    const make = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Create key' });
    expect(make.disabled).toBe(true);
    await user.type(within(dialog).getByRole('textbox', { name: /^Name/ }), 'Billing');
    expect(make.disabled).toBe(true);
    await user.click(within(dialog).getByRole('checkbox', { name: 'Alarms' }));
    expect(make.disabled).toBe(false);
    await user.click(make);
    const shown = await screen.findByRole('region', { name: 'New API key' });
    expect(server.requests('v2.api-keys.add')).toEqual([
      {
        body: {
          name: 'Billing',
          scopes: ['read:alarms'],
          expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\d 23:59:59$/),
          per_minute: 300,
          per_day: null,
        },
      },
    ]);
    // The example is a call that this key authorizes.
    expect(shown.textContent).toMatch(new RegExp(`Bearer ${KEY}" "[^"]+/api/v2/alarms"`));
    await waitFor(() => expect(server.requests('v2.api-keys')).toHaveLength(2));
    await user.click(within(shown).getByRole('button', { name: 'I have stored it' }));
    expect(document.body.textContent).not.toContain(KEY);
  });

  it('remain in the form as typed if the server refuses', async () => {
    const { user, server } = await render();
    server.answer('v2.api-keys.add', { refuse: { code: 400, reason: 'quota-exceeded' } });
    await user.click(await screen.findByRole('button', { name: /New key/ }));
    const dialog = await screen.findByRole('dialog');
    const name = within(dialog).getByRole<HTMLInputElement>('textbox', { name: /^Name/ });
    await user.type(name, 'Billing');
    await user.click(within(dialog).getByRole('checkbox', { name: 'Devices' }));
    await user.click(within(dialog).getByRole('button', { name: 'Create key' }));
    expect(await within(dialog).findByRole('alert')).toBeTruthy();
    expect(name.value).toBe('Billing');
  });

  it('can be given other limits, which remain in the form if the server refuses', async () => {
    const { user, server } = await render();
    server.answer('v2.api-keys.change', { refuse: { code: 40078, reason: 'key-limit-invalid' } });
    await user.click(await screen.findByRole('button', { name: 'Limits of =Reports' }));
    const dialog = await screen.findByRole('dialog');
    const minute = within(dialog).getByRole<HTMLInputElement>('spinbutton', {
      name: /^Requests per minute/,
    });
    const save = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Save' });
    expect(minute.value).toBe('300');
    await user.clear(minute);
    expect(save.disabled).toBe(true);
    await user.type(minute, '600');
    await user.clear(within(dialog).getByRole('spinbutton', { name: /^Requests per day/ }));
    await user.click(save);
    expect((await within(dialog).findByRole('alert')).textContent).toContain(
      'This is above the request limit',
    );
    expect(minute.value).toBe('600');
    server.answer('v2.api-keys.change', {});
    await user.click(save);
    await waitFor(() =>
      expect(server.requests('v2.api-keys.change').at(-1)).toEqual({
        params: { id: '5' },
        body: { per_minute: 600, per_day: null },
      }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.requests('v2.api-keys').length).toBeGreaterThan(1);
  });

  it('are revoked after confirmation', async () => {
    const { user, server } = await render();
    server.answer('v2.api-keys.revoke', {});
    await user.click(await screen.findByRole('button', { name: 'Revoke =Reports' }));
    const dialog = await screen.findByRole('dialog');
    expect(server.requests('v2.api-keys.revoke')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Revoke' }));
    await waitFor(() =>
      expect(server.requests('v2.api-keys.revoke')).toEqual([{ params: { id: '5' } }]),
    );
    await waitFor(() => expect(server.requests('v2.api-keys')).toHaveLength(2));
  });

  it('are enabled or disabled for the whole customer with one switch', async () => {
    const { user, server } = await render();
    server.answer('v2.forwarding.change', { data: { status: forwardingStatus(), secret: null } });
    await user.click(await screen.findByRole('switch', { name: 'Accept API keys' }));
    await waitFor(() =>
      expect(server.requests('v2.forwarding.change')).toEqual([
        { body: { use_platform_api_flag: false } },
      ]),
    );
  });
});
