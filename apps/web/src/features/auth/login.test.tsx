import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { descriptionOf } from '../../../test/answers/description.ts';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import { renderPage, signIn, TEST_USER } from '../../../test/render-page.tsx';
import { currentSession } from '../../lib/session/session.ts';
import { setStartPage } from '../../lib/start-page.ts';

const LOGGED_IN = {
  token: 'fresh-token',
  reset_pwd: false,
  second_factor_due: false,
  user_info: TEST_USER,
};

async function fill(
  user: { type: (el: Element, text: string) => Promise<void> },
  name: string,
  password: string,
) {
  await user.type(screen.getByLabelText(/User name/), name);
  await user.type(screen.getByLabelText(/^Password/), password);
}

describe('the sign-in page', () => {
  it('requires name and password before it sends a request', async () => {
    const { user, server } = await renderPage('/login', { role: null });
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(descriptionOf(screen.getByLabelText(/User name/))).toBe('Enter your user name');
    expect(descriptionOf(screen.getByLabelText(/^Password/))).toBe('Enter your password');
    expect(server.requests('v2.login')).toEqual([]);
  });

  it.each(['admin', ' Admin ', 'ADMIN'])('refuses the name %j without a request', async (name) => {
    const { user, server } = await renderPage('/login', { role: null });
    await fill(user, name, 'secret');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(screen.getByRole('alert').textContent).toContain(
      'The platform does not allow the admin user to log in',
    );
    expect(server.requests('v2.login')).toEqual([]);
  });

  it('signs in as user, stores the session and opens the first page of the menu', async () => {
    const { user, server, address } = await renderPage('/login', { role: null });
    server.answer('v2.login', () => {
      signIn(server, 'operator');
      return { data: LOGGED_IN };
    });
    server.answer('v2.log.control-list', { data: { list: [], total: 0 } });
    await fill(user, 'mira', 'secret');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(address()).not.toContain('/login'));
    expect(server.requests('v2.login')).toEqual([
      { body: { user_account: 'mira', password: 'secret', login_type: 'user' } },
    ]);
    expect(currentSession()?.token).toBe('fresh-token');
    expect(document.cookie).toContain('user_id=7');
    expect(document.cookie).toContain('role_type=operator');
    expect(document.cookie).not.toContain('fresh-token');
  });

  it.each([
    ['opens the start page of the user', '/rejected-messages', 'admin', '/rejected-messages'],
    [
      'opens the first page of the menu if the start page has left it',
      '/rejected-messages',
      'operator',
      '/device',
    ],
  ] as const)('%s', async (_, start, role, opened) => {
    setStartPage(TEST_USER.user_id, start);
    const { user, server, address } = await renderPage('/login', { role: null });
    server.answer('v2.login', () => {
      signIn(server, role);
      return { data: { ...LOGGED_IN, user_info: currentSession()!.user } };
    });
    await fill(user, 'mira', 'secret');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(address()).toBe(opened));
  });

  it('requires a code of the second factor and signs in with it', async () => {
    const { user, server, address } = await renderPage('/login', { role: null });
    server.answer('v2.login', {
      refuse: {
        code: 42001,
        reason: 'second-factor-required',
        data: { challenge: 'the-challenge', expires_in: 300 },
      },
    });
    server.answer('v2.login.code', { refuse: { code: 42002, reason: 'code-wrong' } });
    await fill(user, 'mira', 'secret');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    const code = await screen.findByLabelText(/^Code/);
    expect(screen.queryByLabelText(/^Password/)).toBeNull();
    await expectNoAxeViolations();
    await user.type(code, '000000');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The code is wrong');
    server.answer('v2.login.code', () => {
      signIn(server, 'operator');
      return { data: LOGGED_IN };
    });
    await user.clear(code);
    await user.type(code, '123456');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(address()).not.toContain('/login'));
    expect(server.requests('v2.login.code').at(-1)).toEqual({
      body: { challenge: 'the-challenge', code: '123456' },
    });
    expect(currentSession()?.token).toBe('fresh-token');
  });

  it('restarts the sign-in when no code can be entered', async () => {
    const { user, server } = await renderPage('/login', { role: null });
    server.answer('v2.login', {
      refuse: {
        code: 42001,
        reason: 'second-factor-required',
        data: { challenge: 'the-challenge', expires_in: 300 },
      },
    });
    await fill(user, 'mira', 'secret');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await user.click(await screen.findByRole('button', { name: 'Start again' }));
    expect((screen.getByLabelText(/^Password/) as HTMLInputElement).value).toBe('');
  });

  it('lets an invited user choose the first password', async () => {
    window.location.hash = '#the-token';
    const { user, server } = await renderPage('/invitation', { role: null });
    server.answer('v2.invitation.accept', { data: { user_name: 'ana.b' } });
    await expectNoAxeViolations();
    await user.type(await screen.findByLabelText(/New password/), 'copper rail hums');
    await user.click(screen.getByRole('button', { name: 'Set password' }));
    expect((await screen.findByRole('status')).textContent).toContain('ana.b');
    expect(server.requests('v2.invitation.accept')).toEqual([
      { body: { token: 'the-token', password: 'copper rail hums' } },
    ]);
    window.location.hash = '';
  });

  it('sends the administrator mode if it is selected', async () => {
    const { user, server } = await renderPage('/login', { role: null });
    server.answer('v2.login', { refuse: { code: 40006, reason: 'login-mode-not-allowed' } });
    await user.click(screen.getByRole('radio', { name: 'Administrator' }));
    await fill(user, 'mira', 'secret');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'This account cannot sign in as administrator',
    );
    expect(server.requests('v2.login')[0]).toMatchObject({ body: { login_type: 'admin' } });
    // The typed values are retained.
    expect(screen.getByLabelText<HTMLInputElement>(/User name/).value).toBe('mira');
  });

  it('shows the server’s message for a reason without a translation', async () => {
    const { user, server } = await renderPage('/login', { role: null });
    server.answer('v2.login', { refuse: { code: 49999, msg: 'Closed for maintenance' } });
    await fill(user, 'mira', 'secret');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Closed for maintenance');
  });

  it('reports that the server is unreachable', async () => {
    const { user, server } = await renderPage('/login', { role: null });
    server.answer('v2.login', { network: 'down' });
    await fill(user, 'mira', 'secret');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect((await screen.findByRole('alert')).textContent).toContain('cannot be reached');
  });

  it('redirects to the password change while the password is the initial one, and opens no other page', async () => {
    const { user, server, address, router } = await renderPage('/login?redirect=/log', {
      role: null,
    });
    server.answer('v2.login', { data: { ...LOGGED_IN, reset_pwd: true } });
    await fill(user, 'mira', 'initial');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(address()).toBe('/modifypassword'));
    await router.navigate({ to: '/home' });
    expect(address()).toBe('/modifypassword');
    expect(await screen.findByText(/Your password is an initial or weak one/)).toBeTruthy();
  });

  it('switches its language and direction immediately', async () => {
    const { user } = await renderPage('/login', { role: null });
    await user.selectOptions(screen.getByLabelText('Language'), 'ar');
    await waitFor(() => expect(document.documentElement.dir).toBe('rtl'));
    expect(document.documentElement.lang).toBe('ar');
    expect(localStorage.getItem('busbar.language')).toBe('ar');
    expect(localStorage.getItem('busbar.language-label')).toBe('العربية');
    expect(within(document.body).queryByText('Sign in')).toBeNull();
  });

  it('shows the owner of a pending registration that it waits, and signs in once it is active', async () => {
    const { user, server, address } = await renderPage('/login', { role: null });
    server.answer('v2.login', { refuse: { code: 40005, reason: 'account-pending' } });
    await fill(user, 'harbour', 'Kx7-9mQp-4vTz');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByRole('heading', { name: 'Waiting for activation' })).toBeTruthy();
    expect(screen.getByText(/has received the registration of harbour/)).toBeTruthy();
    await expectNoAxeViolations();
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    expect(await screen.findByText('Not activated yet.')).toBeTruthy();
    server.answer('v2.login', () => {
      signIn(server, 'operator');
      return { data: LOGGED_IN };
    });
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    await waitFor(() => expect(address()).not.toContain('/login'));
  });

  it('continues after a forced change of password, whose old one was just typed', async () => {
    const { user, server, address } = await renderPage('/login', { role: null });
    server.answer('v2.login', { data: { ...LOGGED_IN, reset_pwd: true } });
    server.answer('v1.sys.user.modifyPwd', {});
    await fill(user, 'mira', 'initial-1');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(address()).toBe('/modifypassword'));
    const old = await screen.findByLabelText<HTMLInputElement>(/Current password/);
    expect(old.value).toBe('initial-1');
    expect(descriptionOf(old)).toBe('Filled in from your sign-in');
    server.answer('v2.login', () => {
      signIn(server, 'operator');
      return { data: { ...LOGGED_IN, token: 'second-token' } };
    });
    await user.type(screen.getByLabelText(/^New password\*?$/), 'Breaker-42');
    await user.type(screen.getByLabelText(/Repeat new password/), 'Breaker-42');
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    await waitFor(() => expect(address()).not.toMatch(/login|modifypassword/));
    expect(currentSession()).toMatchObject({ token: 'second-token', resetPassword: false });
    expect(server.requests('v1.sys.user.modifyPwd')[0]?.body).toMatchObject({
      oldPassword: 'initial-1',
    });
    expect(server.requests('v2.login').at(-1)?.body).toEqual({
      user_account: 'mira',
      password: 'Breaker-42',
    });
  });

  it('sends a link for a forgotten password, or says whom to ask', async () => {
    const { user, server } = await renderPage('/login', { role: null });
    server.answer('v2.password.forgotten', {});
    await user.type(screen.getByLabelText(/User name/), 'mira');
    await user.click(screen.getByRole('button', { name: 'Forgot your password?' }));
    const name = await screen.findByLabelText<HTMLInputElement>(/User name/);
    expect(name.value).toBe('mira');
    await expectNoAxeViolations();
    await user.click(screen.getByRole('button', { name: 'Send link' }));
    expect(await screen.findByText(/If the account exists and has an email address/)).toBeTruthy();
    expect(server.requests('v2.password.forgotten')).toEqual([
      { body: { user_account: 'mira', language: 'en' } },
    ]);
    await user.click(screen.getByRole('button', { name: 'Back to sign in' }));
    server.answer('v2.password.forgotten', {
      refuse: { code: 40067, reason: 'mail-not-available' },
    });
    await user.click(screen.getByRole('button', { name: 'Forgot your password?' }));
    await user.click(await screen.findByRole('button', { name: 'Send link' }));
    expect(await screen.findByText('This platform sends no email.')).toBeTruthy();
    expect(screen.getByText(/Ask an administrator of your organisation/)).toBeTruthy();
    const link = screen.getByRole('link', { name: /user\?password=mira$/ });
    expect(link.getAttribute('href')).toBe(`${location.origin}/user?password=mira`);
  });
});
