import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { notificationSettings } from '../../../test/answers/notification-answers.ts';
import type { AnswerFor } from '../../../test/contract-server.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { browserTab } from '../../lib/browser-tab.ts';

const AT = Date.UTC(2026, 10, 21, 6, 30, 0);
const AT_PROVIDER = 'https://login.example.org/authorize?state=x';

type Link = AnswerFor<'v2.my.single-sign-on'>['data'];

const render = (link: Partial<Link>, since: number | null = null) =>
  renderPage('/account', {
    role: 'viewer',
    prepare: (server) => {
      server.answer('v2.notification-settings', { data: notificationSettings() });
      server.answer('v2.my.account', {
        data: { sessions: [], sign_ins: [], second_factor: { since, recovery_codes_left: 0 } },
      });
      server.answer('v2.my.single-sign-on', {
        data: { provider_name: 'Example', linked_at: null, is_created: false, ...link },
      });
    },
  });
const panel = () => screen.findByRole('region', { name: 'Single sign-on' });

beforeEach(() => {
  vi.spyOn(browserTab, 'open').mockImplementation(() => undefined);
});

describe('the link with a provider on the account page', () => {
  it('begins with the password and a code, and leads to the provider', async () => {
    const { user, server } = await render({}, AT);
    server.answer('v2.my.single-sign-on.link', { data: { url: AT_PROVIDER } });
    await user.click(within(await panel()).getByRole('button', { name: 'Link account' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText('Your password'), 'secret');
    await user.type(within(dialog).getByLabelText(/^Code/), '123456{Enter}');
    await waitFor(() => expect(browserTab.open).toHaveBeenCalledWith(AT_PROVIDER));
    expect(server.requests('v2.my.single-sign-on.link')).toEqual([
      { body: { password: 'secret', code: '123456' } },
    ]);
  });

  it('is removed with the password', async () => {
    const { user, server } = await render({ linked_at: AT });
    server.answer('v2.my.single-sign-on.unlink', {});
    await user.click(within(await panel()).getByRole('button', { name: 'Remove link' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText('Your password'), 'secret{Enter}');
    await waitFor(() =>
      expect(server.requests('v2.my.single-sign-on.unlink')).toEqual([
        { body: { password: 'secret', code: '' } },
      ]),
    );
  });

  it('cannot be changed by a user whom the provider created', async () => {
    await render({ linked_at: AT, is_created: true });
    expect((await panel()).textContent).toContain('created by Example');
    expect(within(await panel()).queryByRole('button')).toBeNull();
  });

  it('is not shown while the customer has no provider', async () => {
    await render({ provider_name: '' });
    await screen.findByRole('region', { name: 'Second factor' });
    expect(screen.queryByRole('region', { name: 'Single sign-on' })).toBeNull();
  });
});
