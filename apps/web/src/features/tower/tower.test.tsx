import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { deviceRow } from '../../../test/answers/device-answers.ts';
import {
  answerTower,
  towerBill,
  towerSettings,
  towerState,
  towerUser,
} from '../../../test/answers/tower-answers.ts';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';

const render = (address: string, options: RenderOptions = {}) =>
  renderPage(address, { prepare: answerTower, role: 'operator', ...options });

describe('the tower page', () => {
  it('shows the live state of a tower in text: mains, bus, each user with its cause', async () => {
    await render('/tower-device');
    expect(await screen.findByRole('heading', { name: 'North hill' })).toBeTruthy();
    const cut = (await screen.findByRole('heading', { name: '<b>Operator B</b>' })).closest('li')!;
    const cells = within(cut);
    expect(cells.getByText('Cut')).toBeTruthy();
    expect(cells.getByText(/Bus voltage too low/)).toBeTruthy();
    expect(cells.getByText(/The last command was refused/)).toBeTruthy();
    expect(screen.getAllByText('Mains present').length).toBeGreaterThan(0);
    expect(screen.getByRole('img', { name: /Operator A: cut below \S*46/ })).toBeTruthy();
  });

  it('names no breaker of another group, and offers nothing that needs it', async () => {
    const hidden = { hidden: true, device_code: '', device_name: '' };
    const nothing = { state: null, cause: null, position: null, action: null, load_kw: null };
    const settings = towerSettings();
    const { user } = await render('/tower-device', {
      prepare: (server) => {
        answerTower(server);
        const users = [towerUser({ ...hidden, ...nothing })];
        server.answer('v2.tower-device.state', { data: towerState({ users }) });
        const data = { ...settings, users: [{ ...settings.users[0]!, ...hidden }] };
        server.answer('v2.tower-device', { data });
      },
    });
    const branch = (await screen.findByRole('heading', { name: 'Operator A' })).closest('li')!;
    expect(within(branch).getByText('The breaker is in another group')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Control/ })).toBeNull();
    await user.click(screen.getByRole('tab', { name: 'Settings' }));
    expect(await screen.findByText('The breaker is in another group')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Change|Delete/ })).toBeNull();
  });

  it('reports readings that are too old for decisions', async () => {
    await render('/tower-device', {
      prepare: (server) => {
        answerTower(server);
        server.answer('v2.tower-device.state', { data: towerState({ fresh: false }) });
      },
    });
    expect(await screen.findByText(/The last reading is too old/)).toBeTruthy();
  });

  it('reports a deleted device and that no decisions are made', async () => {
    await render('/tower-device', {
      prepare: (server) => {
        answerTower(server);
        server.answer('v2.tower-device.state', {
          data: towerState({ fresh: false, device_gone: true }),
        });
      },
    });
    expect((await screen.findByText(/was deleted/)).textContent).toContain(
      'No user is cut or reconnected',
    );
    expect(screen.queryByText(/The last reading is too old/)).toBeNull();
  });

  it('shows the remaining time of the battery in hours and minutes', async () => {
    await render('/tower-device', {
      prepare: (server) => {
        answerTower(server);
        server.answer('v2.tower-device.state', { data: towerState({ remaining_minutes: 864 }) });
      },
    });
    const text = (await screen.findByText(/^about .* left$/)).textContent ?? '';
    expect(text.replaceAll('\u202F', ' ').replace(/[\u2066-\u2069]/g, '')).toBe(
      'about 14 h 24 min left',
    );
  });

  it('switches a user to manual after a confirmation that shows the effect', async () => {
    const { user, server } = await render('/tower-device');
    server.answer('v2.tower-device.control', {
      data: { command_id: 'x', mode: 'manual', state: 'manual-off', return_at: null },
    });
    await user.click(await screen.findByRole('button', { name: 'Control Operator A' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/^Control \S?Operator A\S?$/)).toBeTruthy();
    expect(dialog.textContent).toContain('Breaker: Closed');
    await user.click(within(dialog).getByRole('radio', { name: /^Manual ?Only users switch/ }));
    await user.click(within(dialog).getByRole('radio', { name: 'Open' }));
    expect(within(dialog).getByText('Operator A loses its power.')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Open breaker' }));
    await waitFor(() =>
      expect(server.requests('v2.tower-device.control')).toEqual([
        {
          params: { id: '5', slot: '1' },
          body: { mode: 'manual', order: 'open', confirm: true },
        },
      ]),
    );
  });

  it('warns that a closed breaker makes the circuit live, and names the operation', async () => {
    const { user } = await render('/tower-device', {
      prepare: (server) => {
        answerTower(server);
        const state = towerState({});
        const users = state.users.map((one) => ({ ...one, position: 'open' }));
        server.answer('v2.tower-device.state', { data: { ...state, users } });
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Control Operator A' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('radio', { name: /^Manual ?Only users switch/ }));
    await user.click(within(dialog).getByRole('radio', { name: 'Close' }));
    expect(within(dialog).getByText(/Operator A becomes live. Make sure that no one/)).toBeTruthy();
    expect(within(dialog).getByRole('button', { name: 'Close breaker' })).toBeTruthy();
    await user.click(within(dialog).getByRole('radio', { name: 'Leave as it is' }));
    expect(within(dialog).queryByText(/becomes live/)).toBeNull();
  });

  it('rejects an end time that is not a valid date and time', async () => {
    const { user } = await render('/tower-device');
    await user.click(await screen.findByRole('button', { name: 'Control Operator A' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('radio', { name: /^Manual, then automatic/ }));
    await user.type(within(dialog).getByPlaceholderText('YYYY-MM-DD HH:mm'), 'tomorrow');
    await user.tab();
    expect(within(dialog).getByText(/tomorrow.* is not a date and time/)).toBeTruthy();
    const confirm = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Set mode' });
    expect(confirm.disabled).toBe(true);
  });

  it('requests the password when the server requires it', async () => {
    const { user, server } = await render('/tower-device');
    server.answer('v2.tower-device.control', {
      refuse: { code: 40301, reason: 'step-up-required' },
    });
    await user.click(await screen.findByRole('button', { name: 'Control Operator A' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Set mode' }));
    expect(await within(dialog).findByLabelText('Your password')).toBeTruthy();
  });

  it('offers a viewer no control or changes', async () => {
    await render('/tower-device', { role: 'viewer' });
    await screen.findByRole('heading', { name: 'Operator A' });
    expect(screen.queryByRole('button', { name: /^Control/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add tower' })).toBeNull();
  });

  it.each([
    ['operator', '/project-set'],
    ['viewer', undefined],
  ] as const)('leads a user who may create a project there: %s', async (role, href) => {
    await render('/tower-device', {
      role,
      prepare: (server) => {
        answerTower(server);
        server.answer('v2.tower-devices', { data: { list: [], total: 0 } });
        server.answer('v2.projects', { data: { list: [], total: 0 } });
      },
    });
    const empty = (await screen.findByText(/belongs to a project of type tower/)).closest('.state');
    expect(empty!.querySelector('a')?.getAttribute('href')).toBe(href);
  });

  it('marks the invalid field of the form before anything is sent', async () => {
    const { user, server } = await render('/tower-device?tower=5&tab=settings');
    await user.click(await screen.findByRole('button', { name: 'Edit settings' }));
    const dialog = await screen.findByRole('dialog');
    const start = within(dialog).getByRole('spinbutton', { name: 'Reconnect from' });
    await user.clear(start);
    await user.type(start, '46.2');
    await user.click(within(dialog).getByRole('button', { name: 'Save tower' }));
    expect(await within(dialog).findByRole('alert')).toBeTruthy();
    expect(within(dialog).getAllByText('At least 0.5 V above the cut voltage').length).toBe(2);
    expect(server.requests('v2.tower-device.change')).toEqual([]);
    await expectNoAxeViolations();
  });

  it('sends the whole tower when saved', async () => {
    const { user, server } = await render('/tower-device?tower=5&tab=settings');
    server.answer('v2.tower-device.change', { data: towerSettings() });
    await user.click(await screen.findByRole('button', { name: 'Edit settings' }));
    const dialog = await screen.findByRole('dialog');
    const [name] = within(dialog).getAllByRole('textbox', { name: 'Name' });
    await user.clear(name!);
    await user.type(name!, 'South hill');
    await user.click(within(dialog).getByRole('button', { name: 'Save tower' }));
    await waitFor(() => expect(server.requests('v2.tower-device.change')).toHaveLength(1));
    expect(server.requests('v2.tower-device.change')[0]).toMatchObject({
      params: { id: '5' },
      body: {
        name: 'South hill',
        project_id: 3,
        users: [{ slot: 1, periods: [{ begin: '22:00', end: '06:00', valid: true }] }],
      },
    });
  });

  it('navigates to an added tower without asking to discard changes', async () => {
    const { user, server, address } = await render('/tower-device?project=3', {
      prepare: (prepared) => {
        answerTower(prepared);
        prepared.answer('v2.devices', { data: { list: [deviceRow()], total: 1 } });
      },
    });
    server.answer('v2.tower-device.add', { data: { ...towerSettings(), id: 6 } });
    await user.click(await screen.findByRole('button', { name: /Add tower/ }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getAllByRole('textbox', { name: 'Name' })[0]!, 'East hill');
    await user.click(within(dialog).getAllByRole('combobox', { name: 'Device' })[0]!);
    await user.click(await screen.findByTitle(deviceRow().device_code));
    for (const button of within(dialog).queryAllByRole('button', { name: /^Remove/ })) {
      await user.click(button);
    }
    await user.click(within(dialog).getByRole('button', { name: 'Save tower' }));
    await waitFor(() => expect(address()).toBe('/tower-device?project=3&tower=6'));
    expect(screen.queryByText('Discard changes?')).toBeNull();
  });

  it('lists outages and decisions with their cause', async () => {
    await render('/tower-device?tower=5&tab=log');
    const table = await screen.findByRole('table', { name: 'Decisions' });
    expect(within(table).getByText('Bus voltage too low')).toBeTruthy();
    expect(within(table).getByText('Platform')).toBeTruthy();
    expect(await screen.findByText('ongoing')).toBeTruthy();
  });

  it('marks days of a bill whose quarter-hour readings were purged', async () => {
    await render('/tower-device?tower=5&tab=bill', {
      prepare: (server) => {
        answerTower(server);
        const bill = towerBill();
        const users = bill.users.map((one) => ({ ...one, unshared: { ept: 12.5, fee: 8 } }));
        server.answer('v2.tower-device.bill', { data: { ...bill, users } });
      },
    });
    const table = await screen.findByRole('table', { name: /Operator A/ });
    expect(within(table).getByText(/kept for 90 days/)).toBeTruthy();
    expect(within(table).getByText('Quarter hours no longer kept')).toBeTruthy();
  });

  it('shows no fee for energy without a price', async () => {
    await render('/tower-device?tower=5&tab=bill', {
      prepare: (server) => {
        answerTower(server);
        const bill = towerBill();
        const users = bill.users.map((one) => ({ ...one, fee: null }));
        server.answer('v2.tower-device.bill', { data: { ...bill, users, fee: null } });
      },
    });
    const table = await screen.findByRole('table', { name: /Operator A/ });
    const sum = within(table).getByText('Total').closest('tr')!;
    expect(sum.textContent).toMatch(/320\.5.*No tariff set/);
  });

  it('shows the bill by user and period, with sums', async () => {
    await render('/tower-device?tower=5&tab=bill');
    const table = await screen.findByRole('table', { name: /Operator A/ });
    const rows = within(table).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringContaining('Part'),
      expect.stringMatching(/Period 1.*22:00–06:00.*120\.5.*31\.25/),
      expect.stringMatching(/Outside every period.*200.*130\.75/),
      expect.stringMatching(/Total.*320\.5.*162\.00/),
    ]);
  });
});
