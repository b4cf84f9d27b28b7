import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import { renderPage, signIn, TEST_USER } from '../../../test/render-page.tsx';
import { browserTab } from '../../lib/browser-tab.ts';
import { currentSession } from '../../lib/session/session.ts';
import { knownProvider, rememberProvider } from './known-provider.ts';

const CODE = '7-abcdefghijkmnpqrstuv';
const AT_PROVIDER = 'https://login.example.org/authorize?state=x';
const SESSION = {
  token: 'fresh-token',
  reset_pwd: false,
  second_factor_due: false,
  user_info: TEST_USER,
};

beforeEach(() => {
  vi.spyOn(browserTab, 'open').mockImplementation(() => undefined);
  localStorage.clear();
});

describe('the sign-in address of an organisation', () => {
  const render = (role: 'operator' | null = null) =>
    renderPage(`/sso/${CODE}?redirect=%2Fdevice`, {
      role,
      prepare: (server) => {
        server.answer('v2.sso.provider', { data: { name: 'Example' } });
        server.answer('v2.sso.begin', { data: { url: AT_PROVIDER } });
      },
    });

  it('leads to the provider, which the sign-in page offers from then on', async () => {
    const { user, server } = await render();
    await user.click(await screen.findByRole('button', { name: 'Sign in with Example' }));
    await waitFor(() => expect(browserTab.open).toHaveBeenCalledWith(AT_PROVIDER));
    expect(server.requests('v2.sso.begin')).toEqual([
      { body: { address: CODE, return_path: '/device' } },
    ]);
    expect(knownProvider()).toEqual({ address: CODE, name: 'Example' });
    await expectNoAxeViolations();
  });

  it('waits for a click', async () => {
    const { server } = await render();
    await screen.findByRole('button', { name: 'Sign in with Example' });
    expect(server.requests('v2.sso.begin')).toEqual([]);
    expect(browserTab.open).not.toHaveBeenCalled();
  });

  it('leaves a session as it is', async () => {
    const { server, address } = await render('operator');
    await waitFor(() => expect(address()).toBe('/device'));
    expect(server.requests('v2.sso.begin')).toEqual([]);
    expect(browserTab.open).not.toHaveBeenCalled();
    expect(currentSession()?.user.role_type).toBe('operator');
  });

  it('shows the reason if the provider cannot be reached', async () => {
    const { user, server } = await render();
    server.answer('v2.sso.begin', { refuse: { code: 42114, reason: 'sso-provider-unreachable' } });
    await user.click(await screen.findByRole('button', { name: 'Sign in with Example' }));
    expect((await screen.findByRole('alert')).textContent).toContain('cannot be reached');
    expect(browserTab.open).not.toHaveBeenCalled();
    expect(knownProvider()).toBeNull();
  });

  it('has no button if it is wrong', async () => {
    await renderPage(`/sso/${CODE}`, {
      role: null,
      prepare: (server) =>
        server.answer('v2.sso.provider', { refuse: { code: 42111, reason: 'sso-not-configured' } }),
    });
    expect((await screen.findByRole('alert')).textContent).toContain('not available');
    expect(screen.queryByRole('button', { name: /Sign in with/ })).toBeNull();
  });

  it('is found by typing it', async () => {
    const { user, server, address } = await renderPage('/sso/find', { role: null });
    server.answer('v2.sso.provider', { data: { name: 'Example' } });
    const field = screen.getByLabelText(/Sign-in address/);
    await user.type(field, 'anna@example.org{Enter}');
    expect(screen.getByText('This is not a sign-in address')).toBeTruthy();
    await user.clear(field);
    await user.type(field, `https://power.example.org/sso/${CODE}{Enter}`);
    await waitFor(() => expect(address()).toBe(`/sso/${CODE}`));
  });
});

describe('the sign-in page', () => {
  it('leads to the choice of a provider', async () => {
    const { user, address } = await renderPage('/login', { role: null });
    await user.click(screen.getByRole('link', { name: 'Single sign-on' }));
    await waitFor(() => expect(address()).toBe('/sso/find'));
    expect(screen.getByLabelText(/Sign-in address/)).toBeTruthy();
  });

  it('leads to the provider that the browser has used, or to another one', async () => {
    rememberProvider({ address: CODE, name: 'Example' });
    const { user, server, address } = await renderPage('/login?redirect=%2Fdevice', { role: null });
    server.answer('v2.sso.provider', { data: { name: 'Example' } });
    await user.click(screen.getByRole('link', { name: 'Single sign-on' }));
    await waitFor(() => expect(address()).toBe(`/sso/${CODE}?redirect=%2Fdevice`));
    await user.click(await screen.findByRole('link', { name: 'Use another sign-in address' }));
    await waitFor(() => expect(address()).toBe('/sso/find?redirect=%2Fdevice'));
    expect(screen.getByLabelText(/Sign-in address/)).toBeTruthy();
  });
});

describe('the answer of a provider', () => {
  const ANSWER = '/sso-callback/7?code=c0de&state=st%2Fate&iss=https%3A%2F%2Fx.example';

  it('signs in, opens the page and leaves the address', async () => {
    const { server, address } = await renderPage(ANSWER, {
      role: null,
      prepare: (prepared) =>
        prepared.answer('v2.sso.finish', () => {
          signIn(prepared, 'operator');
          return { data: { session: SESSION, return_path: '/device' } };
        }),
    });
    await waitFor(() => expect(address()).toBe('/device'));
    expect(server.requests('v2.sso.finish')).toEqual([
      {
        body: {
          customer_id: '7',
          query: 'code=c0de&state=st%2Fate&iss=https%3A%2F%2Fx.example',
        },
      },
    ]);
    expect(currentSession()?.token).toBe('fresh-token');
  });

  it('shows the reason if it is refused, and how to begin again', async () => {
    rememberProvider({ address: CODE, name: 'Example' });
    const { server, address } = await renderPage(ANSWER, {
      role: null,
      prepare: (prepared) =>
        prepared.answer('v2.sso.finish', { refuse: { code: 42120, reason: 'sso-no-group' } }),
    });
    expect((await screen.findByRole('alert')).textContent).toContain('No group of this account');
    expect(address()).toBe('/sso-callback/7');
    const again = screen.getByRole('link', { name: 'Sign in again' });
    expect(again.getAttribute('href')).toBe(`/sso/${CODE}`);
    expect(server.requests('v2.sso.finish')).toHaveLength(1);
    await expectNoAxeViolations();
  });

  it('asks for a code of the second factor, and opens the page then', async () => {
    const { user, server, address } = await renderPage(ANSWER, {
      role: null,
      prepare: (prepared) =>
        prepared.answer('v2.sso.finish', {
          refuse: {
            code: 42001,
            reason: 'second-factor-required',
            data: { challenge: 'the-challenge', expires_in: 300, return_path: '/account' },
          },
        }),
    });
    server.answer('v2.login.code', () => {
      signIn(server, 'operator');
      return { data: SESSION };
    });
    await user.type(await screen.findByLabelText(/^Code/), '123456{Enter}');
    await waitFor(() => expect(address()).toBe('/account'));
    expect(server.requests('v2.login.code')).toEqual([
      { body: { challenge: 'the-challenge', code: '123456' } },
    ]);
  });

  it('returns to the account that was linked', async () => {
    const { address } = await renderPage(ANSWER, {
      role: 'viewer',
      prepare: (prepared) =>
        prepared.answer('v2.sso.finish', { data: { session: null, return_path: '/account' } }),
    });
    await waitFor(() => expect(address()).toBe('/account'));
  });
});
