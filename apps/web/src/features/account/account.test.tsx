import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import type { AnswerFor, ContractServer } from '../../../test/contract-server.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';

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
  (server: ContractServer) =>
    server.answer('v2.my.account', {
      data: {
        sessions: [session({}), session({ id: 'there', client: 'Wall', current: false })],
        sign_ins: [
          { at: AT, refusal: '', way: 'recovery-code', address: '192.0.2.7', client: 'Panel' },
        ],
        second_factor: { since, recovery_codes_left: since === null ? 0 : 9 },
      },
    });

const render = (options: RenderOptions & { since?: number } = {}) =>
  renderPage('/account', { prepare: answer(options.since ?? null), role: 'viewer', ...options });

describe('the own account', () => {
  it('shows sessions and sign-ins; another session is ended, this one is not', async () => {
    const { user, server } = await render();
    server.answer('v2.my.sessions.end', {});
    const sessions = await screen.findByRole('region', { name: 'Open sessions' });
    expect(within(sessions).getAllByRole('button', { name: /^End:/ })).toHaveLength(1);
    await user.click(within(sessions).getByRole('button', { name: /^End: Wall/ }));
    await waitFor(() =>
      expect(server.requests('v2.my.sessions.end')).toEqual([{ params: { session: 'there' } }]),
    );
    const signIns = screen.getByRole('region', { name: 'Latest sign-ins' });
    expect(signIns.textContent).toContain('with a recovery code');
  });

  it('turns the second factor on: password, picture and key, first code, recovery codes', async () => {
    const { user, server } = await render();
    server.answer('v2.my.second-factor.begin', {
      data: { key: KEY, otpauth_uri: `otpauth://totp/Busbar:mira?secret=${KEY}&issuer=Busbar` },
    });
    server.answer('v2.my.second-factor.confirm', { data: { recovery_codes: CODES } });
    await user.click(await screen.findByRole('button', { name: 'Turn on' }));
    const asked = await screen.findByRole('dialog');
    await user.type(within(asked).getByLabelText('Your password'), 'secret');
    await user.click(within(asked).getByRole('button', { name: 'Go on' }));
    const picture = await screen.findByRole('img', { name: 'QR code of the key' });
    // Drawn here: nobody else is shown the key.
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
    await user.click(within(shown).getByRole('button', { name: 'I have it, hide it' }));
    expect(document.body.textContent).not.toContain(CODES[0]);
  });

  it('turns it off with the password; a wrong one is said', async () => {
    const { user, server } = await render({ since: AT });
    server.answer('v2.my.second-factor.remove', {
      refuse: { code: 40007, reason: 'old-password-wrong' },
    });
    expect((await screen.findByText(/Recovery codes left: 9/)).textContent).toContain('14:30:00');
    await user.click(screen.getByRole('button', { name: 'Turn off' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText('Your password'), 'wrong');
    await user.click(within(dialog).getByRole('button', { name: 'Go on' }));
    expect(await within(dialog).findByRole('alert')).toBeTruthy();
  });

  it.each(['en', 'ar'] as const)('has no axe violation (%s)', async (language) => {
    const { user } = await render({ language });
    await waitFor(() => expect(document.querySelector('.account-actions button')).not.toBeNull());
    await expectNoAxeViolations();
    await user.click(document.querySelector<HTMLElement>('.account-actions button')!);
    await screen.findByRole('dialog');
    await expectNoAxeViolations();
  });
});
