import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import {
  answerFleet,
  CODE,
  commandData,
  type DeviceData,
  deviceData,
  deviceRow,
} from '../../../test/answers/device-answers.ts';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import type { ContractServer } from '../../../test/contract-server.ts';
import { openSocket, push } from '../../../test/fake-web-socket.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';
import { EXCHANGE_LIMIT_MS } from '../protection/exchange.ts';

const GATEWAY = deviceRow({ kind: 'gateway', device_type: 'MT88C', status: 'switch:' });
const MAY_OPEN = { open: true, close: false, lock: false, unlock: false };
const MAY_CLOSE = { open: false, close: true, lock: false, unlock: false };

const slaveRow = (address: number, more: Partial<DeviceData> = {}): DeviceData =>
  deviceData({
    id: 20 + address,
    kind: 'slave',
    device_name: `Outlet ${address}`,
    device_code: `${CODE}-${address}`,
    parent_code: CODE,
    slave_address: address,
    allowed: MAY_OPEN,
    ...more,
  });

/** Slaves that are closed, already open, opened by hand, and closed. */
const SLAVES = [
  slaveRow(1),
  slaveRow(2, { status: 'switch:openByCommand', allowed: MAY_CLOSE }),
  slaveRow(5, { status: 'switch:openByManual', allowed: MAY_CLOSE }),
  slaveRow(20),
];

const gatewayData = (slaves: DeviceData[]): DeviceData => ({ ...deviceData(GATEWAY), slaves });

function renderGateway(options: RenderOptions = {}, slaves = SLAVES) {
  const { prepare, ...rest } = options;
  return renderPage(`/devicecontrol?device=${CODE}`, {
    ...rest,
    prepare: (server) => {
      answerFleet(server, [GATEWAY, ...slaves]);
      server.answer('v2.device', { data: gatewayData(slaves) });
      prepare?.(server);
    },
  });
}

const board = () => screen.findByRole('region', { name: 'All slaves of Pump house' });
const box = (address: number) =>
  screen.getByRole('checkbox', { name: `Select ${address}, Outlet ${address}` });
const sent = (server: ContractServer) => server.requests('v1.device.swSlaveControl');

type SlotData = { slot: string; ad: number; op: number };
const taken = (slot: SlotData, id: string) => ({
  ...slot,
  command_id: id,
  state: 'queued',
  reason: null,
  msg: null,
});
const refusedSlot = (slot: SlotData, reason: string) => ({
  ...slot,
  command_id: null,
  state: null,
  reason,
  msg: 'no',
});

describe('the line of a gateway', () => {
  it('has twenty slots, each slave with a checkbox and its state in text', async () => {
    await renderGateway();
    const shown = await board();
    const rail = within(shown).getByRole('list', { name: 'Addresses on the line of Pump house' });
    expect(rail.children.length).toBe(20);
    expect(within(rail).getAllByRole('checkbox').length).toBe(4);
    expect(within(rail).getAllByText('Free').length).toBe(16);
    expect(within(rail).getByText('by hand')).toBeTruthy();
  });

  it('supports selection by keyboard: arrows move between checkboxes, space selects', async () => {
    const { user } = await renderGateway();
    await board();
    box(1).focus();
    await user.keyboard('{ArrowRight} {End} {ArrowRight}{Home}');
    expect(document.activeElement).toBe(box(1));
    expect(screen.getByText('2 of 4 selected')).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
    expect(screen.getByText('4 of 4 selected')).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
    expect(screen.getByText('0 of 4 selected')).toBeTruthy();
  });

  it('follows the reading direction in Arabic', async () => {
    const { user } = await renderGateway({ language: 'ar' });
    const rail = await screen.findByRole('list', { name: /العناوين/ });
    const boxes = within(rail).getAllByRole('checkbox');
    boxes[0]!.focus();
    await user.keyboard('{ArrowLeft}');
    expect(document.activeElement).toBe(boxes[1]);
  });

  it('is read-only for a viewer', async () => {
    await renderGateway({ role: 'viewer' });
    const shown = await board();
    expect(within(shown).queryAllByRole('checkbox')).toEqual([]);
    expect(within(shown).queryByRole('button', { name: /selected/ })).toBeNull();
    expect(within(shown).getByRole('button', { name: 'Read slave table' })).toBeTruthy();
  });
});

async function askOpen(user: Awaited<ReturnType<typeof renderPage>>['user']) {
  await board();
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
  await user.click(screen.getByRole('button', { name: 'Open selected…' }));
  return screen.findByRole('dialog', { name: 'Open the selected breakers of Pump house?' });
}

describe('the confirmation of a command to several slaves', () => {
  it('lists each slave with its state, shows the excluded ones with the reason, and sends one request', async () => {
    const { user, server } = await renderGateway();
    server.answer('v1.device.swSlaveControl', { network: 'down' });
    const dialog = await askOpen(user);
    const confirm = await within(dialog).findByRole('button', { name: 'Open 2 breakers' });
    const rows = within(dialog).getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^1 Outlet 1Closed.*Open$/),
      expect.stringMatching(/^2 Outlet 2Open.*Skipped: The breaker is already open$/),
      expect.stringMatching(/^5 Outlet 5Open.*by hand.*Skipped: The breaker is already open$/),
      expect.stringMatching(/^20 Outlet 20Closed.*Open$/),
    ]);
    // The sign of an open contact, as on every button that opens a breaker.
    const sign = rows[0]!.querySelector('td:last-child path')?.getAttribute('d');
    expect(sign).toBe('M1 7H4M10 7H13M4 7L10 2.6');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
    await user.click(confirm);
    await waitFor(() =>
      expect(sent(server)).toEqual([
        { body: { devId: CODE, data: { s1: { ad: 1, op: 2 }, s20: { ad: 20, op: 2 } } } },
      ]),
    );
    expect((await screen.findByRole('alert')).dataset.kind).toBe('unsure');
  });

  it('is disabled when no slave can run the command', async () => {
    const { user } = await renderGateway({}, [SLAVES[1]!, SLAVES[2]!]);
    const dialog = await askOpen(user);
    expect(await within(dialog).findByText(/None of the selected slaves can do this/)).toBeTruthy();
    expect(
      within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Open 0 breakers' }).disabled,
    ).toBe(true);
  });

  it.each([
    ['is open', /^Open \d breakers?$/],
    ['waits for the password', 'Continue'],
  ])('is invalidated when a slave switches while the dialog %s', async (_, label) => {
    const { user, server } = await renderGateway();
    openSocket();
    server.answer('v1.device.swSlaveControl', {
      refuse: { code: 40301, reason: 'step-up-required' },
    });
    let dialog = await askOpen(user);
    const first = await within(dialog).findByRole('button', { name: 'Open 2 breakers' });
    if (label === 'Continue') {
      await user.click(first);
      dialog = await screen.findByRole('dialog', { name: 'Confirm with your password' });
    }
    push({
      deviceId: 21,
      deviceCode: `${CODE}-1`,
      msgType: 'REMOTE_CONTROL',
      deviceStatus: 'switch:openByFault',
      message: {
        command_id: null,
        state: null,
        switch: null,
        reason: null,
        msg: null,
        ts: Date.now(),
      },
    });
    expect(await within(dialog).findByText(/A state changed/)).toBeTruthy();
    const confirm = within(dialog).getByRole<HTMLButtonElement>('button', { name: label });
    expect(confirm.disabled).toBe(true);
  });

  it('refreshes states older than ten seconds and waits for them', async () => {
    const { user, server } = await renderGateway();
    await board();
    await screen.findByRole('article', { name: /Outlet 20/ });
    const reads = server.requests('v2.device').length;
    server.answer('v2.device', { never: true });
    const later = Date.now() + 11_000;
    vi.spyOn(Date, 'now').mockImplementation(() => later);
    const dialog = await askOpen(user);
    expect(within(dialog).getByText('Reading the present state…')).toBeTruthy();
    expect(
      within(dialog).getByRole<HTMLButtonElement>('button', { name: /^Open \d breakers?$/ })
        .disabled,
    ).toBe(true);
    await waitFor(() => expect(server.requests('v2.device').length).toBe(reads + 1));
  });
});

describe('the result of a command to several slaves', () => {
  it('has a line per slot: refused ones with the reason, the others updated until confirmed', async () => {
    const { user, server } = await renderGateway();
    openSocket();
    server.answer('v1.device.swSlaveControl', {
      data: [
        taken({ slot: 's1', ad: 1, op: 2 }, 'cmd-1'),
        refusedSlot({ slot: 's20', ad: 20, op: 2 }, 'too-soon'),
      ],
    });
    let state = 'sent';
    server.answer('v2.device.command', () => ({
      data: commandData({ id: 'cmd-1', state, times: { queued: 1, [state]: 2 } }),
    }));
    const dialog = await askOpen(user);
    await user.click(await within(dialog).findByRole('button', { name: 'Open 2 breakers' }));
    const results = await screen.findByRole('region', { name: 'Last command to several slaves' });
    expect(await within(results).findByText('Sent')).toBeTruthy();
    expect(within(results).getByText(/operated a moment ago/)).toBeTruthy();
    expect(within(results).getByText('Confirmed 0, failed 1, in progress 1')).toBeTruthy();
    expect(results.getAttribute('aria-busy')).toBe('true');

    state = 'confirmed';
    push({
      deviceId: 21,
      deviceCode: `${CODE}-1`,
      msgType: 'COMMAND',
      message: {
        command_id: 'cmd-1',
        state,
        switch: 'open',
        reason: null,
        msg: null,
        ts: Date.now(),
      },
    });
    expect(await within(results).findByText('Confirmed')).toBeTruthy();
    expect(await within(results).findByText('Confirmed 1, failed 1, in progress 0')).toBeTruthy();
    await expectNoAxeViolations(results);

    await user.click(within(results).getByRole('button', { name: 'Select the failed ones again' }));
    expect(screen.getByText('1 of 4 selected')).toBeTruthy();
    expect(box(20)).toHaveProperty('checked', true);
  });

  it('shows each reason when no slave was accepted', async () => {
    const { user, server } = await renderGateway();
    const slots = [
      refusedSlot({ slot: 's1', ad: 1, op: 2 }, 'control-busy'),
      refusedSlot({ slot: 's20', ad: 20, op: 2 }, 'device-offline'),
    ];
    server.answer('v1.device.swSlaveControl', {
      refuse: { code: 40901, reason: 'control-busy', field: 's1', data: slots },
    });
    const dialog = await askOpen(user);
    await user.click(await within(dialog).findByRole('button', { name: 'Open 2 breakers' }));
    const results = await screen.findByRole('region', { name: 'Last command to several slaves' });
    expect(within(results).getByText(/Another command is running/)).toBeTruthy();
    expect(within(results).getByText('The device is offline')).toBeTruthy();
    expect(within(results).getByText('Confirmed 0, failed 2, in progress 0')).toBeTruthy();
  });

  it('requires the password and then sends exactly the same command', async () => {
    const { user, server } = await renderGateway();
    server.answer('v1.device.swSlaveControl', ({ body }) =>
      body.password === undefined
        ? { refuse: { code: 40301, reason: 'step-up-required' } }
        : { data: [taken({ slot: 's1', ad: 1, op: 2 }, 'cmd-1')] },
    );
    server.answer('v2.device.command', { data: commandData({ id: 'cmd-1' }) });
    const dialog = await askOpen(user);
    await user.click(await within(dialog).findByRole('button', { name: 'Open 2 breakers' }));
    const asks = await screen.findByRole('dialog', { name: 'Confirm with your password' });
    await user.type(within(asks).getByLabelText('Password'), 'right');
    await user.click(within(asks).getByRole('button', { name: 'Continue' }));
    await screen.findByRole('region', { name: 'Last command to several slaves' });
    const [first, second] = sent(server).map(({ body }) => body);
    expect(second).toEqual({ ...first, password: 'right' });
    const keys = server.requestKeys('v1.device.swSlaveControl');
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
  });
});

describe('reading the gateway’s slave table', () => {
  const publishStatus = (message: object) =>
    push({ deviceId: 11, deviceCode: CODE, msgType: 'SLAVESTATUS', message });

  async function read(options: RenderOptions = {}) {
    const page = await renderGateway(options);
    const shown = await board();
    openSocket();
    page.server.answer('v1.device.summonSlaveControl', { data: { command_id: 'ask-1' } });
    page.server.answer('v2.device.command', {
      data: commandData({ id: 'ask-1', state: 'sent', switch: null }),
    });
    await page.user.click(within(shown).getByRole('button', { name: 'Read slave table' }));
    expect(await within(shown).findByText('Reading from Pump house…')).toBeTruthy();
    return { ...page, shown };
  }

  it('waits for the message and marks differences from the registered slaves', async () => {
    const { shown } = await read();
    publishStatus({
      s1: { ad: 1, st: 11 },
      s2: { ad: 2, st: 4 },
      s3: { ad: 9, st: 10 },
      s4: { ad: 5, st: 77 },
    });
    expect(await within(shown).findByText('Pump house has answered.')).toBeTruthy();
    expect(within(shown).getByText('Reported by the gateway: Open, by timer')).toBeTruthy();
    expect(within(shown).getByText('Found on the line, not registered')).toBeTruthy();
    expect(within(shown).getByText('Not reached by the gateway')).toBeTruthy();
    expect(within(shown).getByText(/Unknown state code: 77/)).toBeTruthy();
    await expectNoAxeViolations(shown);
  });

  it('reports a timeout that names the gateway', async () => {
    const { shown } = await read();
    const later = Date.now() + EXCHANGE_LIMIT_MS.read;
    vi.spyOn(Date, 'now').mockImplementation(() => later);
    expect(await within(shown).findByText(/Pump house has not reported for/)).toBeTruthy();
    expect(within(shown).getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('reports an unreadable response', async () => {
    const { shown } = await read();
    push({
      deviceId: 11,
      deviceCode: CODE,
      msgType: 'COMMAND',
      message: {
        command_id: 'ask-1',
        state: 'rejected',
        switch: null,
        reason: 'unreadable-answer',
        msg: null,
        ts: Date.now(),
      },
    });
    expect(
      await within(shown).findByText(/Pump house sent an answer that cannot be read/),
    ).toBeTruthy();
    expect(within(shown).queryByText('Not reached by the gateway')).toBeNull();
  });
});
