import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { answerLog } from '../../../test/answers/answers.ts';
import { deviceRow } from '../../../test/answers/device-answers.ts';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import { breakSocket, lastSocket, openSocket } from '../../../test/fake-web-socket.ts';
import { card, renderControl } from '../../../test/render-control.ts';
import { type RenderOptions, renderPage, TEST_GROUP } from '../../../test/render-page.tsx';
import { setScreenWidth } from '../../../test/screen.ts';
import { browserTab } from '../../lib/browser-tab.ts';
import { currentSession, endSession, startSession } from '../../lib/session/session.ts';

const renderShell = (address = '/log', { prepare, ...options }: RenderOptions = {}) =>
  renderPage(address, {
    ...options,
    prepare: (server) => {
      answerLog(server);
      prepare?.(server);
    },
  });

describe('the session', () => {
  it('is verified on load, and signing in after its end returns to the same address', async () => {
    const { address, server } = await renderShell('/log?status=expired', {
      prepare: (prepared) =>
        prepared.answer('v2.ping-token', { refuse: { code: 401, status: 401 } }),
    });
    await waitFor(() => expect(address()).toContain('/login'));
    expect(new URLSearchParams(address().split('?')[1]).get('redirect')).toBe(
      '/log?status=expired',
    );
    expect(await screen.findByText('Session expired. Sign in again.')).toBeTruthy();
    expect(currentSession()).toBeNull();
    expect(document.cookie).toBe('');
    expect(server.requests('v2.ping-token')).toHaveLength(1);
  });

  it('survives a server that is unreachable', async () => {
    const { address } = await renderShell('/log', {
      prepare: (prepared) => prepared.answer('v2.ping-token', { network: 'down' }),
    });
    await screen.findByText('Confirmed');
    expect(address()).toBe('/log');
    expect(currentSession()).not.toBeNull();
  });

  it('is updated with the user data of the ping response', async () => {
    await renderShell('/log', {
      prepare: (prepared) =>
        prepared.answer('v2.ping-token', {
          data: {
            reset_pwd: false,
            second_factor_due: false,
            user_info: {
              ...currentSession()!.user,
              user_name: 'renamed',
              role_name: 'Night shift',
              own_role_name: 'Night shift',
            },
            group: TEST_GROUP,
          },
        }),
    });
    const button = await screen.findByRole('button', { name: /^renamed/ });
    expect(button.textContent).toContain('Night shift');
  });

  it('restricts the languages to those of the customer', async () => {
    const { user } = await renderShell('/log', {
      prepare: (prepared) =>
        prepared.answer('v2.ping-token', {
          data: {
            reset_pwd: false,
            second_factor_due: false,
            user_info: { ...currentSession()!.user, languages: ['fr', 'ar'] },
            group: TEST_GROUP,
          },
        }),
    });
    await waitFor(() => expect(document.documentElement.lang).toMatch(/^fr/));
    await user.click(await screen.findByRole('button', { name: 'Langue' }));
    expect(await screen.findByText('العربية')).toBeTruthy();
    expect(screen.queryByText('English')).toBeNull();
  });

  it('ends on sign-out, and the next sign-in does not return to the page', async () => {
    const { user, address, server } = await renderShell();
    server.answer('v2.logout', { data: { provider_url: null } });
    await user.click(await screen.findByRole('button', { name: /^mira/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    await waitFor(() => expect(address()).toBe('/login'));
    expect(server.requests('v2.logout')).toHaveLength(1);
  });

  it('leads to the page of the provider that ends its session', async () => {
    const page = vi.spyOn(browserTab, 'open').mockImplementation(() => undefined);
    const { user, server } = await renderShell();
    const url = 'https://login.example.org/end?client_id=busbar';
    server.answer('v2.logout', { data: { provider_url: url } });
    await user.click(await screen.findByRole('button', { name: /^mira/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    await waitFor(() => expect(page).toHaveBeenCalledWith(url));
    expect(currentSession()).toBeNull();
  });

  it('ends in the browser even if the server is unreachable', async () => {
    const { user, address, server } = await renderShell();
    server.answer('v2.logout', { network: 'down' });
    await user.click(await screen.findByRole('button', { name: /^mira/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    await waitFor(() => expect(address()).toBe('/login'));
  });

  it('does not show data of one user to the next user', async () => {
    const { address, server } = await renderShell();
    await screen.findByText('Confirmed');
    const first = currentSession()!;
    act(() => endSession('expired'));
    await waitFor(() => expect(address()).toContain('/login'));
    expect(screen.queryByText('Confirmed')).toBeNull();
    // While the next user's response is pending, the first user's data must not be displayed.
    server.answer('v2.log.control-list', { never: true });
    act(() => startSession({ ...first, token: 'next', user: { ...first.user, user_id: 8 } }));
    await waitFor(() => expect(address()).toBe('/log'));
    expect(await screen.findByRole('region', { name: 'Operation log' })).toBeTruthy();
    expect(screen.queryByText('Confirmed')).toBeNull();
  });
});

describe('the navigation', () => {
  it('shows the server menu of existing pages, with one section open', async () => {
    const { user, address } = await renderShell();
    const nav = await screen.findByRole('navigation', { name: 'Main navigation' });
    const link = await within(nav).findByRole('link', { name: 'Operation log' });
    expect(link.getAttribute('href')).toBe('/log');
    expect(within(nav).queryByRole('link', { name: 'Devices' })).toBeNull();
    await user.click(within(nav).getByText('Maintenance'));
    expect(await within(nav).findByRole('link', { name: 'Devices' })).toBeTruthy();
    await waitFor(() =>
      expect(
        within(nav)
          .getAllByRole('menuitem', { expanded: true })
          .map((item) => item.textContent),
      ).toEqual(['Maintenance']),
    );
    expect(address()).toBe('/log');
  });

  it('omits pages that the role may not open', async () => {
    const { address } = await renderShell('/log', { role: 'viewer' });
    const nav = await screen.findByRole('navigation', { name: 'Main navigation' });
    await within(nav).findByRole('link', { name: 'Operation log' });
    expect(within(nav).queryByText('Rejected messages')).toBeNull();
    expect(address()).toBe('/log');
  });

  it.each(['/dashboard', '/energy-repair'])(
    'shows a message if the role has no permission for %s',
    async (path) => {
      const { address } = await renderShell(path, { role: 'platform' });
      expect(await screen.findByText('No permission for this page')).toBeTruthy();
      expect(address()).toBe(path);
    },
  );

  it('shows the current page and sets the document title', async () => {
    await renderShell();
    const trail = await screen.findByRole('navigation', { name: 'You are here' });
    await waitFor(() => expect(trail.textContent).toBe('Data queryOperation log'));
    expect(document.title).toBe('Operation log · Busbar');
  });

  it('is a drawer on a phone', async () => {
    setScreenWidth(390);
    const { user } = await renderShell();
    expect(screen.queryByRole('navigation', { name: 'Main navigation' })).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Show or hide navigation' }));
    const drawer = await screen.findByRole('dialog');
    expect(await within(drawer).findByRole('link', { name: 'Operation log' })).toBeTruthy();
    await expectNoAxeViolations(document);
  });

  it('lets keyboard users skip to the content', async () => {
    const { user } = await renderShell();
    await user.tab();
    expect(document.activeElement?.textContent).toBe('Skip to content');
    expect(document.activeElement?.getAttribute('href')).toBe('#content');
    expect(screen.getByRole('main').id).toBe('content');
  });
});

describe('the live badge', () => {
  it('changes from connecting to live, counts down after a disconnect and refetches missed data', async () => {
    const { server } = await renderShell();
    expect(await screen.findByText('Connecting')).toBeTruthy();
    openSocket();
    expect(lastSocket().sent.map((text) => JSON.parse(text))).toEqual([
      { userId: 7, batches: true },
    ]);
    expect(await screen.findByText('Live')).toBeTruthy();
    expect(server.requests('v2.log.control-list')).toHaveLength(1);

    vi.spyOn(Math, 'random').mockReturnValue(0);
    breakSocket();
    expect(await screen.findByText(/^Reconnecting, \d+ s$/)).toBeTruthy();
    expect(screen.getByText(/the values shown may be out of date/)).toBeTruthy();
    await waitFor(() => {
      openSocket();
      expect(screen.getByText('Live')).toBeTruthy();
    });
    await waitFor(() => expect(server.requests('v2.log.control-list').length).toBeGreaterThan(1));
  });

  it('can be paused and resumed', async () => {
    const { user } = await renderShell();
    openSocket();
    await user.click(await screen.findByRole('button', { name: 'Live' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Pause live updates' }));
    expect(await screen.findByText('Paused')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Resume live updates' }));
    openSocket();
    expect(await screen.findByText('Live')).toBeTruthy();
  });
});

describe('a page without permission', () => {
  it.each([
    [
      'viewer',
      '/user',
      'v2.users',
      'Your role, Viewer, does not include Users; ask an administrator of your organisation.',
    ],
    [
      'admin',
      '/operations',
      'v2.operations',
      'Your role, Administrator, does not include Platform health; ask a platform administrator.',
    ],
  ] as const)(
    'of a %s at %s shows the reason inside the shell and does not call %s',
    async (role, path, call, sentence) => {
      const { server, address } = await renderShell(path, { role });
      expect(
        await screen.findByRole('heading', { name: 'No permission for this page' }),
      ).toBeTruthy();
      expect(screen.getByText((text) => text.startsWith(sentence))).toBeTruthy();
      expect(screen.getByRole('navigation', { name: 'Main navigation' })).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
      expect(address()).toBe(path);
      expect(server.requests(call)).toEqual([]);
      await expectNoAxeViolations(document);
    },
  );
});

describe('an address without a page', () => {
  it('shows the search and similar pages inside the shell', async () => {
    const { user } = await renderShell('/logs');
    const heading = { name: 'Page not found' };
    expect(await screen.findByRole('heading', heading, { timeout: 20_000 })).toBeTruthy();
    expect(await screen.findByRole('navigation', { name: 'Main navigation' })).toBeTruthy();
    const near = await screen.findByRole('navigation', { name: 'Similar pages' });
    expect(within(near).getByRole('link', { name: 'Operation log' })).toBeTruthy();
    await expectNoAxeViolations(document);
    const content = within(screen.getByRole('main'));
    await user.click(content.getByRole('button', { name: /Page, device name or code/ }));
    expect(await screen.findByRole('combobox', { name: /Search pages/ })).toBeTruthy();
  });

  it('keeps the shell and its real-time channel', async () => {
    const { router } = await renderShell();
    await screen.findByText('Confirmed');
    const menu = screen.getByRole('navigation', { name: 'Main navigation' });
    const socket = lastSocket();
    await act(() => router.navigate({ to: '/$', params: { _splat: 'logs' } }));
    await screen.findByRole('heading', { name: 'Page not found' }, { timeout: 20_000 });
    expect(screen.getByRole('navigation', { name: 'Main navigation' })).toBe(menu);
    expect([lastSocket(), socket.isClosed]).toEqual([socket, false]);
  });

  it('is a plain page for a visitor who has not signed in', async () => {
    await renderPage('/logs', { role: null });
    const heading = { name: 'Page not found' };
    expect(await screen.findByRole('heading', heading, { timeout: 20_000 })).toBeTruthy();
    expect(screen.queryByRole('navigation', { name: 'Main navigation' })).toBeNull();
  });
});

describe('the command palette', () => {
  it('finds pages, devices and actions and runs them by keyboard', async () => {
    const { user, address, server } = await renderShell('/log', {
      prepare: (prepared) =>
        prepared.answer('v2.devices', ({ query }) => ({
          data: {
            total: 1,
            list: query?.keyword === 'pump' ? [DEVICE] : [],
          },
        })),
    });
    await screen.findByText('Confirmed');
    await user.keyboard('{Control>}k{/Control}');
    const field = await screen.findByRole('combobox', { name: /Search pages/ });
    await waitFor(() => expect(document.activeElement).toBe(field));
    // Without pauses, which on a busy machine are longer than that of the debounce.
    await user.setup({ delay: null }).type(field, 'pump');
    const option = await screen.findByRole('option', { name: /^Pump house/ });
    expect(option.textContent).toContain('MT61-HARBOUR-01');
    // The debounce results in one request, not one for each letter.
    expect(server.requests('v2.devices')).toHaveLength(1);
    await expectNoAxeViolations(document);

    await user.clear(field);
    await user.type(field, 'dark');
    await screen.findByRole('option', { name: 'Theme: Dark' });
    await user.keyboard('{Enter}');
    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(localStorage.getItem('busbar.theme')).toBe('dark');
    expect(address()).toBe('/log');
  });

  it('opens a device by arrow keys', async () => {
    const { user, address } = await renderShell('/log', {
      prepare: (prepared) =>
        prepared.answer('v2.devices', {
          data: {
            total: 2,
            list: [
              DEVICE,
              { ...DEVICE, id: 2, device_name: 'Pump station', device_code: 'MT61-HARBOUR-02' },
            ],
          },
        }),
    });
    await screen.findByText('Confirmed');
    await user.keyboard('/');
    // The page has a search field of its own, so the palette is opened by its shortcut.
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Code or ID' }));
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox', { name: /Search pages/ }), 'pump');
    await screen.findByRole('option', { name: /^Pump station/ });
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(address()).toBe('/devices/MT61-HARBOUR-02/control'));
    await waitFor(() => expect(document.activeElement).toBe(document.getElementById('content')));
  });
});

describe('the focus after the command palette', () => {
  it('is in the content of the next page if the previous page had a main element', async () => {
    const { user, address } = await renderControl({}, { prepare: answerLog });
    await card();
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox', { name: /Search pages/ }), 'operation log');
    await screen.findByRole('option', { name: /Operation log/ });
    await user.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/log'));
    await screen.findByText('Confirmed');
    await waitFor(() => expect(document.activeElement).toBe(document.getElementById('content')));
  });
});

describe('the keyboard shortcuts', () => {
  it('are listed on ? but not while a field has the focus', async () => {
    const { user } = await renderShell();
    const search = await screen.findByRole('searchbox', { name: 'Code or ID' });
    await user.type(search, '?');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.clear(search);
    act(() => search.blur());
    await user.keyboard('?');
    const sheet = await screen.findByRole('dialog');
    expect(sheet.textContent).toContain('Keyboard shortcuts');
    expect(sheet.textContent).toContain('Search pages, devices, actions');
  });
});

describe('the user panel', () => {
  it('opens the documentation in a new tab', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const { user, address } = await renderShell();
    await user.click(await screen.findByRole('button', { name: /^mira/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Documentation' }));
    expect(open).toHaveBeenCalledExactlyOnceWith('/docs/', '_blank', 'noopener');
    expect(address()).toBe('/log');
  });
});

describe('the banners', () => {
  it('warn on every page that the database may lose data', async () => {
    await renderShell('/log', {
      prepare: (prepared) =>
        prepared.answer('health.ready', { status: 'ok', warning: 'fsync is off' }),
    });
    const banner = await screen.findByText(/may lose acknowledged readings/);
    expect(banner.closest('[role="alert"]')?.textContent).toContain('fsync is off');
  });

  it('are absent if the server reports no warning', async () => {
    await renderShell();
    await screen.findByText('Confirmed');
    expect(screen.queryByText(/may lose acknowledged readings/)).toBeNull();
  });
});

const DEVICE = deviceRow({ id: 1, device_code: 'MT61-HARBOUR-01' });
