/** The device page: its head, its tabs, the specified addresses, and the device chosen last. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerFleet, CODE, deviceData, deviceRow } from '../../../test/answers/device-answers.ts';
import { commandRequests } from '../../../test/render-control.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';

const CRANE = 'MT61-CRANE-07';
const ROWS = [deviceRow(), deviceRow({ id: 12, device_name: 'Crane', device_code: CRANE })];

const render = (address: string, options: Partial<RenderOptions> = {}) =>
  renderPage(address, {
    ...options,
    prepare: (server) => {
      answerFleet(server, ROWS);
      server.answer('v2.device', ({ query }) => ({
        data: deviceData(ROWS.find((row) => row.device_code === query?.device_code)),
      }));
      options.prepare?.(server);
    },
  });

const tabs = async () =>
  within(await screen.findByRole('navigation', { name: 'Device' })).getAllByRole('link');

describe('the device page', () => {
  it('shows the device above its tabs', async () => {
    await render(`/devices/${CODE}/record`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Pump house' })).toBeTruthy();
    expect((await tabs()).map((tab) => tab.textContent)).toEqual([
      'Overview',
      'Data',
      'Control',
      'Protection',
      'Energy and fees',
      'Device record',
      'Alarms',
    ]);
    const current = (await tabs()).filter((tab) => tab.getAttribute('aria-current') === 'page');
    expect(current.map((tab) => tab.textContent)).toEqual(['Device record']);
  });

  it('keeps the tab when another device is chosen, and drops what belonged to the first', async () => {
    const { user, address } = await render(
      `/devices/${CODE}/energy?tab=bill&page=2&day=2026-11-20`,
    );
    await user.click(await screen.findByRole('treeitem', { name: /Crane/ }));
    await waitFor(() => expect(address()).toBe(`/devices/${CRANE}/energy?tab=bill`));
    expect(await screen.findByRole('heading', { level: 1, name: 'Crane' })).toBeTruthy();
  });

  it('opens a breaker from any tab after the question', async () => {
    const { user, server } = await render(`/devices/${CODE}/record`, {
      prepare: (prepared) =>
        prepared.answer('v2.device.control', {
          data: { command_id: 'command-1', state: 'queued' },
        }),
    });
    await user.click(await screen.findByRole('button', { name: 'Open breaker' }));
    const dialog = await screen.findByRole('dialog');
    expect(commandRequests(server)).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Open breaker' }));
    await waitFor(() => expect(commandRequests(server)).toHaveLength(1));
  });

  it('has no commands for a viewer', async () => {
    await render(`/devices/${CODE}/record`, { role: 'viewer' });
    await screen.findByRole('heading', { level: 1, name: 'Pump house' });
    expect(screen.queryByRole('button', { name: 'Open breaker' })).toBeNull();
  });

  it('compares the load with the rating', async () => {
    await render(`/devices/${CODE}/record`, {
      prepare: (server) =>
        server.answer('v2.device', {
          data: {
            ...deviceData(),
            rated_cur: 63,
            variable: { ts: Date.now(), values: { curA: 26.4, curB: 12, curC: 9 } },
          },
        }),
    });
    expect(await screen.findByText(/42% of .*63/)).toBeTruthy();
  });
});

describe('the specified addresses', () => {
  it.each([
    ['/device', 'data'],
    ['/devicecontrol', 'control'],
    ['/automatic', 'protection'],
    ['/feesdetail', 'energy'],
    ['/deviceinformation', 'record'],
  ])('%s opens a tab of the device that it names', async (path, tab) => {
    const { address } = await render(`${path}?device=${CODE}`);
    await waitFor(() => expect(address()).toBe(`/devices/${CODE}/${tab}`));
  });

  it('open the device chosen last when they name none', async () => {
    const { router, address } = await render(`/devices/${CRANE}/record`);
    await screen.findByRole('heading', { level: 1, name: 'Crane' });
    await router.navigate({ to: '/automatic' });
    await waitFor(() => expect(address()).toBe(`/devices/${CRANE}/protection`));
  });

  it('forget a device that is gone', async () => {
    const { router, address } = await render('/devices/GONE/record', {
      prepare: (server) =>
        server.answer('v2.device', { refuse: { code: 404, reason: 'not-found', status: 404 } }),
    });
    expect(await screen.findByText('This device is no longer in your group')).toBeTruthy();
    await router.navigate({ to: '/automatic' });
    await waitFor(() => expect(address()).toBe('/automatic'));
  });
});
