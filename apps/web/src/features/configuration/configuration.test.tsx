import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { configurationAnswer } from '../../../test/answers/configuration-answers.ts';
import type { ContractServer } from '../../../test/contract-server.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';

const prepare = (server: ContractServer) =>
  server.answer('v2.configuration', { data: configurationAnswer() });

const render = (options: RenderOptions = {}) =>
  renderPage('/configuration', { prepare, role: 'platform', ...options });

const section = (name: string) => screen.findByRole('form', { name });

afterEach(() => vi.useRealTimers());

describe('the platform configuration', () => {
  it('shows the source of the values of each section', async () => {
    const { limits } = configurationAnswer();
    await render({
      prepare: (server) =>
        server.answer('v2.configuration', {
          data: configurationAnswer({ limits: { ...limits, source: 'fixed' } }),
        }),
    });
    const fixed = await section('Limits');
    expect(fixed.textContent).toContain('Fixed by the environment');
    expect(within(fixed).queryByRole('button', { name: 'Save: Limits' })).toBeNull();
    expect(within(fixed).getByRole('group').hasAttribute('disabled')).toBe(true);
    expect((await section('Email')).textContent).toContain('From the environment');
  });

  it('sends a password once, and none if none was typed', async () => {
    const { user, server } = await render();
    server.answer('v2.configuration.mail', { data: { changed_at: 5 } });
    const mail = await section('Email');
    const password = within(mail).getByLabelText<HTMLInputElement>('Password');
    await user.type(within(mail).getByLabelText('Mail server'), 'mail.example.org');
    await user.type(password, 'geheim');
    await user.click(within(mail).getByRole('button', { name: 'Save: Email' }));
    await waitFor(() => expect(password.value).toBe(''));
    await user.type(within(mail).getByLabelText('User name'), 'grid');
    await user.click(within(mail).getByRole('button', { name: 'Save: Email' }));
    await waitFor(() => expect(server.requests('v2.configuration.mail')).toHaveLength(2));
    const [first, second] = server.requests('v2.configuration.mail');
    expect(first?.body).toMatchObject({ host: 'mail.example.org', password: 'geheim' });
    expect(second?.body).not.toHaveProperty('password');
  });

  it('reports the result of a test mail', async () => {
    const { user, server } = await render();
    server.answer('v2.configuration.mail-test', {
      data: { ok: false, error: 'mail-sign-in-refused' },
    });
    const test = await section('Send test email');
    await user.type(within(test).getByLabelText('Your own address'), 'me@example.org');
    await user.click(within(test).getByRole('button', { name: 'Send test email' }));
    expect(await within(test).findByText(/refuses the platform/)).toBeDefined();
  });

  it('names the data that will be purged before a retention period is shortened', async () => {
    // It is the next day already in the time zone of the organisation.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-28T22:00:00Z') });
    const { user, server } = await render();
    server.answer('v2.configuration.retention', { data: { changed_at: 5 } });
    const retention = await section('Data retention');
    const events = within(retention).getByLabelText(/^Device events/);
    const save = within(retention).getByRole<HTMLButtonElement>('button', { name: /^Save/ });
    await user.clear(events);
    await user.type(events, '30');
    await waitFor(() => expect(save.disabled).toBe(true));
    await user.clear(events);
    await user.type(events, '31');
    await user.click(save);
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('1,100 to 31 days');
    expect(dialog.textContent).toContain('2026-10-29');
    expect(dialog.textContent).toContain('deleted for good');
    expect(server.requests('v2.configuration.retention')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Shorten' }));
    await waitFor(() =>
      expect(server.requests('v2.configuration.retention')[0]?.body).toMatchObject({
        events: 31,
        readings: 400,
        confirmed: true,
        changed_at: 0,
      }),
    );
  });

  it('rejects a colour with insufficient text contrast and applies the brand when it is saved', async () => {
    const { user, server } = await render();
    const brand = await section('Branding');
    const colour = within(brand).getByLabelText('Colour');
    await user.type(colour, '#808080');
    expect(brand.textContent).toContain('Neither white nor dark text');
    const save = within(brand).getByRole<HTMLButtonElement>('button', { name: /^Save/ });
    expect(save.disabled).toBe(true);
    await user.clear(colour);
    await user.type(colour, '#0b5394');
    const name = within(brand).getByLabelText('Name');
    await user.clear(name);
    await user.type(name, 'Stadtwerke');
    server.answer('v2.configuration.brand', { data: { changed_at: 5 } });
    server.answer('v2.brand', {
      data: { name: 'Stadtwerke', colour: '#0b5394', words: '#ffffff', logo: null },
    });
    await user.click(save);
    expect(await screen.findByRole('link', { name: 'Stadtwerke, start page' })).toBeDefined();
    expect(document.documentElement.style.getPropertyValue('--brand')).toBe('#0b5394');
    expect(document.title).toContain('Stadtwerke');
    document.documentElement.removeAttribute('style');
  });

  it('keeps the typed values if another user saved first', async () => {
    const { user, server } = await render();
    server.answer('v2.configuration.maps', { refuse: { code: 41942, reason: 'setting-changed' } });
    const maps = await section('Maps');
    const key = within(maps).getByLabelText<HTMLInputElement>('Baidu key');
    await user.type(key, 'abcdefgh12');
    await user.click(within(maps).getByRole('button', { name: 'Save: Maps' }));
    expect((await within(maps).findByRole('alert')).textContent).toContain('Someone else');
    expect(key.value).toBe('abcdefgh12');
    await user.click(within(maps).getByRole('button', { name: 'Reload' }));
    await waitFor(() => expect(key.value).toBe(''));
  });
});
