import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import type { ContractServer } from '../../../test/contract-server.ts';
import {
  answerFleet,
  CODE,
  commandData,
  type DeviceData,
  deviceData,
  deviceRow,
} from '../../../test/device-answers.ts';
import { openSocket, push } from '../../../test/fake-web-socket.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';

const ADDRESS = `/devicecontrol?device=${CODE}`;

function renderControl(data: Partial<DeviceData> = {}, options: RenderOptions = {}) {
  const { prepare, ...rest } = options;
  return renderPage(ADDRESS, {
    ...rest,
    prepare: (server) => {
      answerFleet(server, [deviceRow({ ...pick(data) })]);
      server.answer('v2.device', { data: deviceData(data) });
      prepare?.(server);
    },
  });
}

const pick = ({ kind, device_type, status }: Partial<DeviceData>) =>
  Object.fromEntries(
    Object.entries({ kind, device_type, status }).filter(([, value]) => value !== undefined),
  );

/** The device moved by itself: nobody's command. */
const NO_COMMAND = {
  command_id: null,
  state: null,
  switch: null,
  reason: null,
  msg: null,
  ts: Date.now(),
};

const card = () => screen.findByRole('article', { name: 'Pump house' });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const orders = (server: ContractServer) => server.requests('v2.device.control');

beforeEach(() => {
  vi.useRealTimers();
});

describe('remote control', () => {
  it('shows the six items, the state, why, and at least eight slots', async () => {
    await renderControl();
    const shown = await card();
    expect(within(shown).getByText('Closed')).toBeTruthy();
    expect(within(shown).getByText('by command')).toBeTruthy();
    expect(within(shown).getByText('12.43')).toBeTruthy();
    const terms = screen.getAllByRole('term').map((term) => term.textContent);
    expect(terms).toEqual(
      expect.arrayContaining(['Name', 'Location', 'System', 'Type', 'Band', 'Signal']),
    );
    const list = screen.getByRole('list', { name: 'Breaker Pump house' });
    expect(list.children.length).toBe(8);
    await expectNoAxeViolations();
  });

  it('asks to choose a device first, and leads to it through the tree', async () => {
    const { user, address } = await renderPage('/devicecontrol', {
      prepare: (server) => {
        answerFleet(server);
        server.answer('v2.device', { data: deviceData() });
      },
    });
    expect(await screen.findByText('Choose a device', { selector: '.state-title' })).toBeTruthy();
    await user.click(await screen.findByRole('treeitem', { name: /Pump house/ }));
    await waitFor(() => expect(address()).toBe(ADDRESS));
    expect(await card()).toBeTruthy();
  });

  it('warns of a kind of device the account does not have', async () => {
    const { user } = await renderControl();
    await card();
    await user.click(screen.getByRole('combobox', { name: 'Kind of device' }));
    await user.click(await screen.findByTitle('HF data terminal'));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'No such kind of device belong to your account.',
    );
    expect(screen.queryByRole('treeitem', { name: /Pump house/ })).toBeNull();
  });

  it.each<[string, Partial<DeviceData>, boolean, boolean]>([
    ['closed', { status: 'switch:closeByCommand' }, true, false],
    [
      'open by command',
      {
        status: 'switch:openByCommand',
        allowed: { open: false, close: true, lock: true, unlock: false },
      },
      false,
      true,
    ],
    [
      'open by hand',
      {
        status: 'switch:openByManual',
        allowed: { open: false, close: false, lock: true, unlock: false },
      },
      false,
      false,
    ],
    ['offline', { presence: 'offline', online: false }, false, false],
  ])('offers what the state permits: %s', async (_name, data, mayOpen, mayClose) => {
    await renderControl(data);
    await card();
    expect([!button('Open').disabled, !button('Close').disabled]).toEqual([mayOpen, mayClose]);
  });

  it('says why a breaker opened by hand cannot be closed from here', async () => {
    await renderControl({
      status: 'switch:openByManual',
      allowed: { open: false, close: false, lock: true, unlock: false },
    });
    expect(
      await screen.findByText('It is not allowed to close remote when locked or open by hand.'),
    ).toBeTruthy();
  });

  it('shows viewers the state and no button', async () => {
    await renderControl({}, { role: 'viewer' });
    await card();
    expect(screen.queryByRole('button', { name: 'Open' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  });

  it('gives a data terminal open and close only', async () => {
    await renderControl({ kind: 'dtu', device_type: 'HF-DTU' });
    await card();
    expect(screen.queryByRole('radio', { name: 'Lock and unlock' })).toBeNull();
  });

  it('does not take a question to the breaker at the same address of another gateway', async () => {
    const other = '866123000010009';
    const gateway = (code: string) =>
      deviceRow({ kind: 'gateway', device_name: code, device_code: code, status: 'switch:' });
    const slave = (parent: string, device_name: string) =>
      deviceRow({
        kind: 'slave',
        device_name,
        device_code: `${parent}-3`,
        parent_code: parent,
        slave_address: 3,
        csq: null,
      });
    const slaves = [slave(CODE, 'Outlet'), slave(other, 'Lift')];
    const { user, server, router } = await renderPage(`/devicecontrol?device=${other}`, {
      prepare: (prepared) => {
        answerFleet(prepared, [gateway(CODE), gateway(other), ...slaves]);
        prepared.answer('v2.device', ({ query }) => ({
          data: deviceData(slaves.find(({ device_code }) => device_code === query?.device_code)),
        }));
      },
    });
    await screen.findByRole('article', { name: /Lift/ });
    const show = (device: string) => router.navigate({ to: '/devicecontrol', search: { device } });
    await show(CODE);
    const outlet = await screen.findByRole('article', { name: /Outlet/ });
    await user.click(within(outlet).getByRole('button', { name: 'Open' }));
    await screen.findByRole('dialog');
    // Back and forward walk past the question, to a breaker that is known already.
    await show(other);
    await screen.findByRole('article', { name: /Lift/, hidden: true });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(orders(server)).toEqual([]);
  });

  it('shows the slaves of a gateway in twenty slots', async () => {
    const gateway = deviceRow({ kind: 'gateway', device_type: 'MT88C', status: 'switch:' });
    const slave = deviceRow({
      id: 12,
      kind: 'slave',
      device_name: 'Outlet 3',
      device_code: `${CODE}-3`,
      parent_code: CODE,
      slave_address: 3,
      csq: null,
    });
    const nothing = { open: false, close: false, lock: false, unlock: false };
    await renderPage(ADDRESS, {
      prepare: (server) => {
        answerFleet(server, [gateway, slave]);
        server.answer('v2.device', { data: deviceData({ ...slave, allowed: nothing }) });
      },
    });
    const shown = await screen.findByRole('article', { name: /Outlet 3/ });
    const list = screen.getByRole('list', { name: 'Slave breakers of Pump house' });
    expect(list.children.length).toBe(20);
    expect(within(list).getByText('Address 4: no slave')).toBeTruthy();
    // Where the server allows nothing a slave is only shown.
    expect(within(shown).queryByRole('button')).toBeNull();
    await expectNoAxeViolations();
  });
});

describe('the question before a command', () => {
  it('names device, state, load and what loses power, and Cancel has the focus', async () => {
    const { user, server } = await renderControl();
    await card();
    await user.click(button('Open'));
    const dialog = await screen.findByRole('dialog', { name: 'Open Pump house?' });
    expect(within(dialog).getByText(CODE)).toBeTruthy();
    expect(within(dialog).getByText('Closed')).toBeTruthy();
    expect(within(dialog).getByText('12.43')).toBeTruthy();
    expect(within(dialog).getByText(/Everything fed by Pump house loses power/)).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
    await expectNoAxeViolations(dialog);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(orders(server)).toEqual([]);
  });

  it('reads the state again when it is older than ten seconds, and waits for it', async () => {
    const { user, server } = await renderControl();
    await card();
    const reads = server.requests('v2.device').length;
    server.answer('v2.device', { never: true });
    const later = Date.now() + 11_000;
    vi.spyOn(Date, 'now').mockImplementation(() => later);
    await user.click(button('Open'));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Reading the present state…')).toBeTruthy();
    expect(
      within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Open breaker' }).disabled,
    ).toBe(true);
    await waitFor(() => expect(server.requests('v2.device').length).toBe(reads + 1));
    vi.restoreAllMocks();
  });

  it('is withdrawn when the state changes while it stands, even if it changes back', async () => {
    const { user, server } = await renderControl();
    await card();
    openSocket();
    await user.click(button('Open'));
    const dialog = await screen.findByRole('dialog');
    const report = (status: string) => {
      server.answer('v2.device', { data: deviceData({ status }) });
      push({
        deviceId: 11,
        deviceCode: CODE,
        msgType: 'REMOTE_CONTROL',
        deviceStatus: status,
        message: NO_COMMAND,
      });
    };
    report('switch:openByManual');
    expect(await within(dialog).findByText(/The state changed/)).toBeTruthy();
    expect(within(dialog).getByText('by hand')).toBeTruthy();
    report('switch:closeByCommand');
    expect(await within(dialog).findByText('by command')).toBeTruthy();
    const confirm = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Open breaker' });
    expect(confirm.disabled).toBe(true);
  });

  it('asks why and until when before locking', async () => {
    const { user, server } = await renderControl();
    await card();
    server.answer('v2.device.control', { data: { command_id: 'cmd-1', state: 'queued' } });
    server.answer('v2.device.command', { data: commandData({ switch: 'lock' }) });
    await user.click(screen.getByText('Lock and unlock'));
    await user.click(await screen.findByRole('button', { name: 'Lock' }));
    const dialog = await screen.findByRole('dialog', { name: 'Lock Pump house?' });
    const confirm = within(dialog).getByRole('button', { name: 'Lock breaker' });
    await user.click(confirm);
    expect(
      await within(dialog).findByText('Say why: the next person reads it on the card'),
    ).toBeTruthy();
    expect(await within(dialog).findByText('Say when the lock is expected to end')).toBeTruthy();
    expect(orders(server)).toEqual([]);

    await user.type(within(dialog).getByLabelText('Why is it locked?'), 'Permit 214');
    const before = Date.now();
    await user.click(within(dialog).getByRole('button', { name: '4 hours' }));
    await user.click(confirm);
    await waitFor(() => expect(orders(server).length).toBe(1));
    const { body } = orders(server)[0]!;
    expect(body).toMatchObject({
      device_code: CODE,
      data: { switch: 'lock' },
      reason: 'Permit 214',
    });
    const hours = (body.until! - before) / 3_600_000;
    expect(hours).toBeGreaterThan(3.9);
    expect(hours).toBeLessThan(4.1);
  });
});

async function giveOpen(user: Awaited<ReturnType<typeof renderPage>>['user']) {
  await user.click(button('Open'));
  await user.click(await screen.findByRole('button', { name: 'Open breaker' }));
}

describe('a command under way', () => {
  it('goes from queued to confirmed as the device reports, and the button follows the report', async () => {
    const { user, server } = await renderControl();
    await card();
    openSocket();
    server.answer('v2.device.control', { data: { command_id: 'cmd-1', state: 'queued' } });
    server.answer('v2.device.command', { data: commandData() });
    await giveOpen(user);
    const timeline = await screen.findByRole('region', { name: 'Last command: Open' });
    expect(within(timeline).getByText('Waiting for the device. Nothing has moved.')).toBeTruthy();
    // Still closed: the wish is not the state.
    expect(within(await card()).getByText('Closed')).toBeTruthy();
    expect(button('Open').disabled).toBe(true);

    const done = commandData({
      state: 'confirmed',
      times: { queued: 1, sent: 2, acknowledged: 3, confirmed: 4 },
    });
    server.answer('v2.device.command', { data: done });
    server.answer('v2.device', {
      data: deviceData({
        status: 'switch:openByCommand',
        allowed: { open: false, close: true, lock: true, unlock: false },
        command: {
          id: 'cmd-1',
          switch: 'open',
          state: 'confirmed',
          reason: null,
          times: done.times,
        },
      }),
    });
    push({
      deviceId: 11,
      deviceCode: CODE,
      msgType: 'REMOTE_CONTROL',
      deviceStatus: 'switch:openByCommand',
      message: {
        command_id: 'cmd-1',
        state: 'confirmed',
        switch: 'open',
        reason: null,
        msg: null,
        ts: Date.now(),
      },
    });
    expect(await within(timeline).findByText('The device reported its new state.')).toBeTruthy();
    await waitFor(() => expect(button('Close').disabled).toBe(false));
    expect(within(await card()).getByText('Open', { selector: '.state-tag span' })).toBeTruthy();
    expect(orders(server)).toEqual([{ body: { device_code: CODE, data: { switch: 'open' } } }]);
  });

  it('is followed by asking when no event comes', async () => {
    const { user, server } = await renderControl();
    await card();
    server.answer('v2.device.control', { data: { command_id: 'cmd-1', state: 'queued' } });
    let asked = 0;
    server.answer('v2.device.command', () => {
      asked += 1;
      const state = asked === 1 ? 'sent' : 'expired';
      return { data: commandData({ state, times: { queued: 1, sent: 2, [state]: 3 } }) };
    });
    await giveOpen(user);
    expect(
      await screen.findByText(/The time was up before the device could act/, undefined, {
        timeout: 8_000,
      }),
    ).toBeTruthy();
    expect(asked).toBeGreaterThanOrEqual(2);
  });

  it.each([
    [
      'rejected',
      'contact-did-not-move',
      /The device did not carry it out/,
      /the contact did not move/,
    ],
    ['unknown', 'no-answer', /the contact may have moved/, /no answer from the device/],
    ['cancelled', null, /Taken back before it was sent/, /Taken back/],
  ] as const)('that ended %s looks and speaks for itself', async (state, reason, advice, why) => {
    await renderControl(
      {
        command: {
          id: 'cmd-9',
          switch: 'open',
          state,
          reason,
          times: { queued: 1, sent: 2, [state]: 3 },
        },
      },
      {
        prepare: (server) =>
          server.answer('v2.device.command', {
            data: commandData({
              id: 'cmd-9',
              state,
              reason,
              times: { queued: 1, sent: 2, [state]: 3 },
            }),
          }),
      },
    );
    const timeline = await screen.findByRole('region', { name: 'Last command: Open' });
    expect(timeline.dataset.state).toBe(state);
    expect(within(timeline).getByText(advice)).toBeTruthy();
    expect(within(timeline).getAllByText(why).length).toBeGreaterThan(0);
    await expectNoAxeViolations(timeline);
  });

  it('can be taken back while it is queued', async () => {
    const { user, server } = await renderControl(
      {
        command: {
          id: 'cmd-2',
          switch: 'open',
          state: 'queued',
          reason: null,
          times: { queued: 1 },
        },
      },
      {
        prepare: (contract) => {
          contract.answer('v2.device.command', { data: commandData({ id: 'cmd-2' }) });
          contract.answer('v2.device.command.cancel', {
            data: commandData({
              id: 'cmd-2',
              state: 'cancelled',
              times: { queued: 1, cancelled: 2 },
            }),
          });
        },
      },
    );
    await user.click(await screen.findByRole('button', { name: 'Take the command back' }));
    await waitFor(() =>
      expect(server.requests('v2.device.command.cancel')).toEqual([{ params: { id: 'cmd-2' } }]),
    );
  });
});

describe('an order that is not taken', () => {
  it.each([
    ['control-busy', 'busy', /It is on configuring/],
    ['device-offline', 'refused', /The device is offline/],
    ['too-soon', 'busy', /operated a moment ago/],
  ] as const)('is %s: it looks %s and says what to do', async (reason, kind, words) => {
    const { user, server } = await renderControl();
    await card();
    server.answer('v2.device.control', { refuse: { code: 409, reason } });
    await giveOpen(user);
    const note = await screen.findByRole('alert');
    expect(note.dataset.kind).toBe(kind);
    expect(within(note).getByText(words)).toBeTruthy();
    expect(screen.queryByRole('region', { name: /Last command/ })).toBeNull();
  });

  it('without an answer may have been taken, and that is said', async () => {
    const { user, server } = await renderControl();
    await card();
    server.answer('v2.device.control', { network: 'down' });
    await giveOpen(user);
    const note = await screen.findByRole('alert');
    expect(note.dataset.kind).toBe('unsure');
    expect(within(note).getByText(/may have been taken all the same/)).toBeTruthy();
    expect(orders(server).length).toBe(1);
    // Asked and confirmed anew it is another operation.
    await giveOpen(user);
    await waitFor(() => expect(orders(server).length).toBe(2));
    expect(new Set(server.requestKeys('v2.device.control')).size).toBe(2);
  });

  it('asks for the password and repeats exactly the same order with it', async () => {
    const { user, server } = await renderControl();
    await card();
    server.answer('v2.device.control', ({ body }) =>
      body.password === 'right'
        ? { data: { command_id: 'cmd-1', state: 'queued' } }
        : body.password === undefined
          ? { refuse: { code: 403, reason: 'step-up-required' } }
          : { refuse: { code: 403, reason: 'bad-credentials', field: 'password' } },
    );
    server.answer('v2.device.command', { data: commandData() });
    await giveOpen(user);
    const dialog = await screen.findByRole('dialog', { name: 'Your password, please' });
    await expectNoAxeViolations(dialog);
    const field = within(dialog).getByLabelText('Password');
    await user.type(field, 'wrong');
    await user.click(within(dialog).getByRole('button', { name: 'Go on' }));
    expect(await within(dialog).findByText('The password is wrong')).toBeTruthy();
    await user.clear(field);
    await user.type(field, 'right');
    await user.click(within(dialog).getByRole('button', { name: 'Go on' }));
    expect(await screen.findByRole('region', { name: 'Last command: Open' })).toBeTruthy();
    expect(orders(server).map(({ body }) => [body.data.switch, body.password])).toEqual([
      ['open', undefined],
      ['open', 'wrong'],
      ['open', 'right'],
    ]);
    // One question, one operation.
    const keys = server.requestKeys('v2.device.control');
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys).size).toBe(1);
  });
});

describe('what stands on the card', () => {
  it('a lock with who, why and until when', async () => {
    await renderControl({
      status: 'switch:lockByCommand',
      allowed: { open: false, close: false, lock: false, unlock: true },
      lock: {
        user_id: 7,
        user_name: 'mira',
        reason: 'Permit 214',
        until: Date.now() - 1_000,
        at: Date.now() - 60_000,
      },
    });
    const note = await screen.findByRole('complementary', { name: 'Lock' });
    expect(within(note).getByText('Permit 214')).toBeTruthy();
    expect(within(note).getByText('mira')).toBeTruthy();
    expect(within(note).getByText(/This time has passed/)).toBeTruthy();
  });

  it('a lock of another, which is not for everybody to lift', async () => {
    const { user } = await renderControl({
      status: 'switch:lockByCommand',
      allowed: { open: false, close: false, lock: false, unlock: false },
      lock: { user_id: 8, user_name: 'otto', reason: 'Permit 9', until: null, at: Date.now() },
    });
    await card();
    await user.click(screen.getByText('Lock and unlock'));
    expect(
      await screen.findByText(/Only the user who locked the breaker or an administrator/),
    ).toBeTruthy();
    expect(button('Unlock').disabled).toBe(true);
    expect(screen.getByText('otto')).toBeTruthy();
  });

  it('a load of before the switching as what it is, until the next reading', async () => {
    const now = Date.now();
    await renderControl({
      status: 'switch:openByCommand',
      status_at: now - 1_000,
      variable: { ts: now - 20_000, values: { insP: 12.43 } },
      allowed: { open: false, close: true, lock: true, unlock: false },
    });
    const shown = await card();
    expect(within(shown).getByText('measured before the switching')).toBeTruthy();
    openSocket();
    push({
      deviceId: 11,
      deviceCode: CODE,
      msgType: 'VARIABLE',
      message: { ts: now, dateTime: '2026-11-20 10:00:00', insP: 0 },
    });
    expect(await within(shown).findByText('0.00')).toBeTruthy();
    expect(within(shown).queryByText('measured before the switching')).toBeNull();
  });

  it('the colours of the trade, by setting', async () => {
    const { user } = await renderControl();
    await card();
    await user.click(screen.getByText('Utility'));
    expect(document.documentElement.dataset.breakerColors).toBe('utility');
    await user.click(screen.getByText('Consumer'));
    expect(document.documentElement.dataset.breakerColors).toBe('consumer');
  });

  it('reads in Arabic, right to left', async () => {
    await renderControl({}, { language: 'ar' });
    await card();
    expect(document.documentElement.dir).toBe('rtl');
    expect(screen.getByText(CODE, { selector: '.breaker-card__code' }).classList).toContain('ltr');
    await expectNoAxeViolations();
  });
});
