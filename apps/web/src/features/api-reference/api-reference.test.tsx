import type { CallSpec } from '@busbar/contract/call';
import { CATALOGUE } from '@busbar/contract/catalogue';
import { openApiDocument } from '@busbar/contract/openapi';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ContractServer } from '../../../test/contract-server.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';

/** A part of the catalogue, because queries on a page with all calls are slow. */
const PART = /^v2\.(api-keys|alarm|device\.control|audit-trail|configuration\.mail$|zones)/;
const FILE = JSON.stringify(
  openApiDocument(
    (CATALOGUE as readonly CallSpec[]).filter(({ name }) => PART.test(name)),
    {
      version: '1',
      refusals: [
        { reason: 'too-many-attempts', code: 429, status: 429, text: 'Too many attempts' },
        { reason: 'key-expiry-invalid', code: 40077, status: 400, text: 'must be in the future' },
      ],
    },
  ),
);

function answer(server: ContractServer) {
  server.answer('v2.openapi', { file: FILE, type: 'application/openapi+json; version=3.1' });
}

const openPage = (hash = '', options: RenderOptions = {}) =>
  renderPage(`/interface${hash}`, { prepare: answer, role: 'viewer', ...options });

const call = (name: string) => document.getElementById(name) as HTMLDetailsElement;

describe('the API reference page', () => {
  it('lists calls by subject and shows requirements, parameters and response of an opened call', async () => {
    const { user } = await openPage();
    expect(await screen.findByRole('heading', { name: 'Keys and forwarding' })).toBeTruthy();
    const entry = call('v2.api-keys.change');
    expect(entry.open).toBe(false);
    await user.click(within(entry).getByText('/api/v2/api-keys/{id}'));
    await waitFor(() => expect(entry.open).toBe(true));
    const text = entry.textContent;
    expect(text).toContain('Manage API keys');
    expect(text).toContain('Not open to keys');
    expect(text).toContain('per_minuterequiredwhole number, \u20661–30,000\u2069');
    expect(text).toContain('whole number, \u20661–10,000,000\u2069 or null');
    expect(text).toContain(`-d '{"per_minute":120,"per_day":50000}'`);
    expect(text).toContain('Only the fields that every answer begins with.');
  });

  it('expands the call in the URL and shows its scope', async () => {
    const { router } = await openPage('#v2.alarms');
    await waitFor(() => expect(call('v2.alarms').open).toBe(true));
    expect(call('v2.alarms').textContent).toContain('read:alarms');
    expect(call('v2.alarm-count').open).toBe(false);
    await router.navigate({ to: '/interface', hash: 'v2.alarm-count' });
    await waitFor(() => expect(call('v2.alarm-count').open).toBe(true));
  });

  it('labels file downloads, public calls, platform permissions and calls that operate a device', async () => {
    const { user } = await openPage('#v2.audit-trail.export');
    await waitFor(() => expect(call('v2.audit-trail.export').textContent).toContain('text/csv'));
    await user.click(within(call('v2.zones')).getByText('/api/v2/zones'));
    await waitFor(() => expect(call('v2.zones').textContent).toContain('open to everyone'));
    await user.click(within(call('v2.configuration.mail')).getByText('/api/v2/configuration/mail'));
    await waitFor(() =>
      expect(call('v2.configuration.mail').textContent).toContain('Configure the platform'),
    );
    expect(call('v2.device.control').textContent).toContain('Controls a device');
  });

  it('searches calls and refusals, and stores the search in the URL', async () => {
    const { user, address } = await openPage();
    const box = await screen.findByRole('searchbox', { name: 'Search calls and refusals' });
    await user.type(box, 'expire in the future{Enter}');
    await screen.findByText('Calls: 0, refusals: 1');
    expect(screen.getByText('key-expiry-invalid')).toBeTruthy();
    expect(address()).toBe('/interface?q=expire+in+the+future');
    await user.clear(box);
    await user.type(box, 'snooze{Enter}');
    await screen.findByText('Calls: 1, refusals: 0');
    expect(call('v2.alarm.snooze')).toBeTruthy();
    await user.clear(box);
    await user.type(box, 'nowhere{Enter}');
    await screen.findByText('No matches');
  });

  it('links to the keys page for a user who may manage keys', async () => {
    await openPage('', { role: 'admin' });
    const link = await screen.findByRole('link', { name: 'API keys' });
    expect(link.getAttribute('href')).toBe('/apimanage');
    expect(screen.getByRole('link', { name: '/api/openapi.json' })).toBeTruthy();
  });

  it('hides the link to the keys page from a user who may not manage keys', async () => {
    await openPage();
    await screen.findByRole('heading', { name: 'Keys and forwarding' });
    expect(screen.queryByRole('link', { name: 'API keys' })).toBeNull();
  });

  it('explains an empty page if the description cannot be loaded', async () => {
    const { user, server } = await openPage('', {
      prepare: (prepared) => prepared.answer('v2.openapi', { network: 'down' }),
    });
    const failed = await screen.findByRole('alert');
    answer(server);
    await user.click(within(failed).getByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { name: 'Keys and forwarding' });
  });

  it('keeps English sentences left to right in Arabic', async () => {
    await openPage('', { language: 'ar' });
    const summary = await screen.findByText('Time zones, Asia/Shanghai first');
    expect([summary.lang, summary.dir]).toEqual(['en', 'ltr']);
  });
});
