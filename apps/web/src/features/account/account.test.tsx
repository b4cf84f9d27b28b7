import { ROLE_PERMISSIONS } from '@busbar/domain/access/permission';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { notificationSettings } from '../../../test/answers/notification-answers.ts';
import type { AnswerFor, ContractServer } from '../../../test/contract-server.ts';
import {
  type RenderOptions,
  renderPage,
  TEST_GROUP,
  TEST_USER,
} from '../../../test/render-page.tsx';
import { setSecondFactorDue } from '../../lib/session/session.ts';

const OWED = {
  refuse: { code: 403, status: 403, reason: 'second-factor-required-by-customer' },
} as const;
const ADMIN = {
  ...TEST_USER,
  role_type: 'admin' as const,
  role_name: 'admin',
  permissions: ROLE_PERMISSIONS.admin,
};
const AT = Date.UTC(2026, 10, 21, 6, 30, 0);
const KEY = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const CODES = ['abcde-fghjk-mnpqr', 'bcdef-ghjkm-npqrs'];

type Account = AnswerFor<'v2.my.account'>['data'];

const session = (part: Partial<Account['sessions'][number]>) => ({
  id: 'here',
  created_at: AT,
  last_used_at: AT,
  expires_at: AT,
  address: '192.0.2.7',
  client: 'Panel',
  current: true,
  ...part,
});

const answer =
  (since: number | null = null) =>
  (server: ContractServer) => {
    server.answer('v2.notification-settings', { data: notificationSettings() });
    server.answer('v2.my.single-sign-on', {
      data: { provider_name: '', linked_at: null, is_created: false },
    });
    server.answer('v2.my.account', {
      data: {
        sessions: [session({}), session({ id: 'there', client: 'Wall', current: false })],
        sign_ins: [
          { at: AT, refusal: '', way: 'recovery-code', address: '192.0.2.7', client: 'Panel' },
        ],
        second_factor: { since, recovery_codes_left: since === null ? 0 : 9 },
      },
    });
  };

const render = (options: RenderOptions & { since?: number } = {}) =>
  renderPage('/account', { prepare: answer(options.since ?? null), role: 'viewer', ...options });

describe('the account page', () => {
  it('lists sessions and sign-ins and ends another session but not the current one', async () => {
    const { user, server } = await render();
    server.answer('v2.my.sessions.end', {});
    const sessions = await screen.findByRole('region', { name: 'Active sessions' });
    expect(within(sessions).getAllByRole('button', { name: /^End:/ })).toHaveLength(1);
    await user.click(within(sessions).getByRole('button', { name: /^End: Wall/ }));
    await waitFor(() =>
      expect(server.requests('v2.my.sessions.end')).toEqual([{ params: { session: 'there' } }]),
    );
    const signIns = screen.getByRole('region', { name: 'Latest sign-ins' });
    expect(signIns.textContent).toContain('with a recovery code');
  });

  it('enables the second factor: password, QR code and key, first code, recovery codes', async () => {
    const { user, server } = await render();
    server.answer('v2.my.second-factor.begin', {
      data: { key: KEY, otpauth_uri: `otpauth://totp/Busbar:mira?secret=${KEY}&issuer=Busbar` },
    });
    server.answer('v2.my.second-factor.confirm', { data: { recovery_codes: CODES } });
    await user.click(await screen.findByRole('button', { name: 'Turn on' }));
    const confirmation = await screen.findByRole('dialog');
    await user.type(within(confirmation).getByLabelText('Your password'), 'secret');
    await user.click(within(confirmation).getByRole('button', { name: 'Continue' }));
    const picture = await screen.findByRole('img', { name: 'QR code of the key' });
    // The QR code is drawn in the browser, so the key is sent to no other host.
    expect(picture.querySelector('svg path')).not.toBeNull();
    const dialog = picture.closest<HTMLElement>('[role=dialog]')!;
    expect(dialog.textContent).toContain('GEZD GNBV GY3T QOJQ');
    const confirm = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Confirm' });
    expect(confirm.disabled).toBe(true);
    await user.type(within(dialog).getByRole('textbox', { name: 'Six digits' }), '123 456');
    await user.click(confirm);
    const shown = await screen.findByRole('region', { name: 'Recovery codes' });
    expect(
      within(shown)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(CODES);
    expect(server.requests('v2.my.second-factor.begin')).toEqual([
      { body: { password: 'secret' } },
    ]);
    expect(server.requests('v2.my.second-factor.confirm')).toEqual([{ body: { code: '123 456' } }]);
    await user.click(within(shown).getByRole('button', { name: 'I have stored it' }));
    expect(document.body.textContent).not.toContain(CODES[0]);
  });

  it.each([
    ['Turn off', 'v2.my.second-factor.remove'],
    ['New recovery codes', 'v2.my.second-factor.recovery-codes'],
  ] as const)(
    'requires the password and a code before "%s" and reports a wrong one',
    async (name, call) => {
      const { user, server } = await render({ since: AT });
      server.answer(call, { refuse: { code: 42002, reason: 'code-wrong' } });
      expect((await screen.findByText(/Recovery codes left: 9/)).textContent).toContain('14:30:00');
      await user.click(screen.getByRole('button', { name }));
      const dialog = await screen.findByRole('dialog');
      await user.type(within(dialog).getByLabelText('Your password'), 'secret');
      const confirm = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Continue' });
      expect(confirm.disabled).toBe(true);
      await user.type(within(dialog).getByRole('textbox', { name: 'Code' }), '123456');
      await user.click(confirm);
      expect((await within(dialog).findByRole('alert')).textContent).toContain('The code is wrong');
      expect(server.requests(call)).toEqual([{ body: { password: 'secret', code: '123456' } }]);
    },
  );
});

describe('the account page while a second factor is required', () => {
  /**
   * Simulates a server that has a second factor once its first code was accepted and refuses all
   * other calls until then.
   */
  function prepare(server: ContractServer) {
    let since: number | null = null;
    const answerAsItStands = () => {
      answer(since)(server);
      const due = since === null;
      server.answer('v2.ping-token', {
        data: { reset_pwd: false, second_factor_due: due, user_info: ADMIN, group: TEST_GROUP },
      });
    };
    server.answer('v2.sys.menus', () => (since === null ? OWED : { data: [] }));
    server.answer('v2.users', OWED);
    answerAsItStands();
    server.answer('v2.my.second-factor.begin', {
      data: { key: KEY, otpauth_uri: `otpauth://totp/Busbar:mira?secret=${KEY}&issuer=Busbar` },
    });
    server.answer('v2.my.second-factor.confirm', () => {
      since = AT;
      answerAsItStands();
      return { data: { recovery_codes: CODES } };
    });
  }

  const open = (options: RenderOptions = {}) =>
    renderPage('/user', { prepare, role: 'admin', ...options });

  it('is opened instead of a page that the server refuses, and shows the reason', async () => {
    const { address } = await open();
    await screen.findByText('Your organisation requires a second factor');
    await waitFor(() => expect(address()).toBe('/account'));
    await screen.findByRole('button', { name: 'Turn on' });
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.queryByRole('region', { name: 'Active sessions' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy();
  });

  it('sends no request that the server would refuse', async () => {
    const { address, server } = await open({
      prepare: (server) => {
        prepare(server);
        setSecondFactorDue(true);
      },
    });
    await screen.findByRole('button', { name: 'Turn on' });
    expect(address()).toBe('/account');
    const allowed = ['v2.brand', 'v2.ping-token', 'v2.my.account'];
    expect(server.requestedCalls().filter((name) => !allowed.includes(name))).toEqual([]);
    expect(server.unanswered).toEqual([]);
  });

  it('unlocks all pages once the recovery codes are stored and shows the codes until then', async () => {
    const { user, server } = await open();
    await user.click(await screen.findByRole('button', { name: 'Turn on' }));
    await user.type(await screen.findByLabelText('Your password'), 'secret');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await user.type(await screen.findByRole('textbox', { name: 'Six digits' }), '123456');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    const codes = await screen.findByRole('region', { name: 'Recovery codes' });
    expect(await screen.findByText('The second factor is on')).toBeTruthy();
    expect(codes.textContent).toContain(CODES[0]);
    await user.click(within(codes).getByRole('button', { name: 'I have stored it' }));
    await screen.findByRole('region', { name: 'Active sessions' });
    expect(screen.queryByText('Your organisation requires a second factor')).toBeNull();
    expect(await screen.findAllByRole('navigation')).not.toHaveLength(0);
    expect(server.requests('v2.my.second-factor.confirm')).toHaveLength(1);
  });

  it('unlocks all pages on load if the second factor was enabled in another window', async () => {
    await renderPage('/account', {
      role: 'admin',
      prepare: (server) => {
        answer(AT)(server);
        setSecondFactorDue(true);
      },
    });
    await screen.findByRole('region', { name: 'Active sessions' });
    expect(await screen.findAllByRole('navigation')).not.toHaveLength(0);
  });
});

describe('the profile', () => {
  const profile = async () => within(await screen.findByRole('region', { name: 'Profile' }));

  it('retains what was typed when the address is refused, and sends nothing else', async () => {
    const { user, server } = await render();
    server.answer('v2.notification-settings.change', {
      refuse: { code: 1, reason: 'mail-address-invalid', field: 'mail_address' },
    });
    const form = await profile();
    const mail = await form.findByRole<HTMLInputElement>('textbox', { name: 'Email address' });
    await user.clear(mail);
    await user.type(mail, 'ana@example.org');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(mail.getAttribute('aria-invalid')).toBe('true'));
    expect(mail.value).toBe('ana@example.org');
    expect(server.requests('v2.notification-settings.change')).toEqual([
      { body: { mail_address: 'ana@example.org', language: notificationSettings().language } },
    ]);
  });

  it('stores colours and row height where the other pages read them', async () => {
    const { user } = await render();
    const form = await profile();
    await user.click(form.getByRole('radio', { name: 'Closed red' }));
    await user.click(form.getByRole('radio', { name: 'IEC: brown, black, grey' }));
    await user.click(form.getByRole('radio', { name: 'Compact' }));
    expect(localStorage.getItem('busbar.breaker-colors')).toBe('utility');
    expect(document.documentElement.dataset.breakerColors).toBe('utility');
    expect(localStorage.getItem('busbar.phase-colors')).toBe('iec');
    expect(localStorage.getItem('busbar.table-density')).toBe('compact');
  });
});
