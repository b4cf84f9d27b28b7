/** The tabs with panels of their own: reclose slots, timing, dry contacts. */
import type { ProtectionName } from '@busbar/domain/protection/definition';
import { protectionOf } from '@busbar/domain/protection/protections/protections';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  answerFleet,
  CODE,
  commandData,
  deviceData,
} from '../../../test/answers/device-answers.ts';
import {
  answerParameters,
  factoryRecord,
  pushParameters,
} from '../../../test/answers/parameter-answers.ts';
import type { AnswerFor, ContractServer } from '../../../test/contract-server.ts';
import { openSocket } from '../../../test/fake-web-socket.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';
import type { CallName } from '../../lib/calls/call-types.ts';

type SaveCall = Extract<CallName, `v1.parameter.save${string}`>;

function answerAll(server: ContractServer): void {
  answerFleet(server);
  answerParameters(server);
  server.answer('v2.device', { data: deviceData() });
  server.answer('v2.device.command', { data: commandData({ op: 'read', state: 'sent' }) });
  server.answer('v1.data.findVariableByDateTime', {
    data: [],
    currentPage: 1,
    totalPage: 0,
    totalCount: 0,
    rows: 13,
  });
}

/** Opens the tab of a set; the device reports factory values, overridden by `more`. */
async function renderSet(set: ProtectionName, more: object = {}) {
  const { readCall, saveCall } = protectionOf(set);
  const save = `v1.parameter.${saveCall}` as SaveCall;
  const page = await renderPage(`/automatic?device=${CODE}&tab=${set}`, {
    prepare: (server) => {
      answerAll(server);
      server.answer(`v1.parameter.${readCall}` as SaveCall, { data: { command_id: 'cmd-1' } });
      server.answer(save, { data: { command_id: 'cmd-2' } });
    },
  });
  await screen.findByText('Reading from Pump house…');
  openSocket();
  pushParameters(set, factoryRecord(set, more));
  await screen.findByText('Pump house has answered.');
  await screen.findByRole('button', { name: 'Save…' });
  return { ...page, saved: () => page.server.requests(save).map(({ body }) => body.data) };
}

/** Saves through the confirmation and returns the rows it displayed. */
async function save(user: Awaited<ReturnType<typeof renderSet>>['user']): Promise<string[][]> {
  await user.click(screen.getByRole('button', { name: 'Save…' }));
  const dialog = await screen.findByRole('dialog');
  const rows = within(dialog)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent!.trim()));
  await user.click(within(dialog).getByRole('button', { name: 'Write and read back' }));
  return rows;
}

const slot = (number: number) =>
  screen.getByRole<HTMLButtonElement>('switch', { name: `Reclose slot ${number}` });
const number = (name: string) => screen.getByRole<HTMLInputElement>('spinbutton', { name });

describe('reclose slots', () => {
  it('can be disabled together with all later ones, except the first', async () => {
    const { user, saved } = await renderSet('overCurrent');
    expect([1, 2, 3, 4, 5].map((one) => slot(one).getAttribute('aria-checked'))).toEqual([
      ...['true', 'true', 'true', 'false', 'false'],
    ]);
    expect([1, 2, 3, 4, 5].map((one) => slot(one).disabled)).toEqual([
      ...[true, false, false, false, true],
    ]);
    await user.click(slot(2));
    expect(slot(3).getAttribute('aria-checked')).toBe('false');
    expect(slot(3).disabled).toBe(true);
    expect(number('Slot 2: delay before an attempt, in seconds').disabled).toBe(true);
    expect(
      await screen.findByRole('img', { name: /Total attempts: 1 · last after .*1\u202Fmin/ }),
    ).toBeTruthy();
    expect(await save(user)).toEqual([
      ['Reclose slot 2', '120 s, × 1', 'Disabled'],
      ['Reclose slot 3', '300 s, × 1', 'Disabled'],
    ]);
    await waitFor(() => expect(saved().length).toBe(1));
    expect(saved()[0]).toMatchObject({ ct1: '01', cd1: '60', ct2: '00', ct3: '00', ct5: '00' });
  });

  it('require a delay and a count within bounds, with the error at the slot', async () => {
    const { user } = await renderSet('overLoad');
    await user.clear(number('Slot 1: number of attempts'));
    expect(await screen.findByText('Enter a value')).toBeTruthy();
    await user.type(number('Slot 1: number of attempts'), '12');
    expect(await screen.findByText(/From .*1.* to .*9/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save…' }).disabled).toBe(true);
  });
});

describe('the timing tab', () => {
  it('sends eight slots with time and command', async () => {
    const { user, saved } = await renderSet('timingConfig');
    await user.click(screen.getByRole('switch', { name: 'Timing' }));
    const order = await screen.findByRole('combobox', { name: 'Slot 1' });
    const time = screen.getByRole<HTMLInputElement>('textbox', { name: 'Time of slot 1' });
    expect(time.disabled).toBe(true);
    await user.click(order);
    await user.click(await screen.findByText('Open', { selector: '[class*=option] *' }));
    await waitFor(() => expect(time.disabled).toBe(false));
    await user.clear(time);
    await user.type(time, '25:30');
    expect(await screen.findByText('This is not a valid value')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save…' }).disabled).toBe(true);
    await user.clear(time);
    await user.type(time, '2230');
    await user.tab();
    expect(await screen.findByRole('img', { name: '22:30 Open' })).toBeTruthy();
    expect(await save(user)).toEqual([
      ['Timing', 'No', 'Yes'],
      ['Slot 1', 'No action', '22:30 Open'],
    ]);
    await waitFor(() => expect(saved().length).toBe(1));
    expect(saved()[0]).toMatchObject({
      sw: '1',
      s1: { time: '22:30', op: '1' },
      s8: { time: '00:00', op: '0' },
    });
  });
});

describe('dry contacts', () => {
  type Node = AnswerFor<'v1.device.dryNode.save'>['data'];
  const NODE: Node = {
    id: 5,
    deviceId: 11,
    name1: 'Door',
    status1: 'open',
    name2: 'Fan',
    status2: 'close',
  };
  const answerNodes = (server: ContractServer, data: Node[]) =>
    server.answer('v1.device.dryNode.list', {
      data,
      positions: [{ n: 2, closed: false, at: Date.now() - 300_000 }],
      currentPage: 1,
      totalPage: data.length,
      totalCount: data.length,
      rows: 10,
    });

  function renderContacts(nodes: Node[], options: RenderOptions = {}) {
    return renderPage(`/automatic?device=${CODE}&tab=dryContact`, {
      ...options,
      prepare: (server) => {
        answerAll(server);
        answerNodes(server, nodes);
      },
    });
  }
  const name = (contact: number) =>
    within(
      screen.getByRole('group', { name: `Dry contact ${contact}` }),
    ).getByRole<HTMLInputElement>('textbox');

  it('can be deployed once both have a name, and default to open', async () => {
    const { user, server } = await renderContacts([]);
    await screen.findByText(/not set up yet/);
    expect(server.requests('v1.device.dryNode.list')).toEqual([
      { body: { currentPage: 1, rows: 10, deviceId: CODE } },
    ]);
    await user.type(name(1), 'Door');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Set up' }).disabled).toBe(true);
    await user.type(name(2), 'Fan');
    const second = screen.getByRole('group', { name: 'Dry contact 2' });
    await user.click(within(second).getByText('Closed', { selector: 'label *' }));
    expect(
      within(second)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['OpenAlarm', 'ClosedNormal']);
    server.answer('v1.device.dryNode.save', { data: NODE });
    answerNodes(server, [NODE]);
    await user.click(screen.getByRole('button', { name: 'Set up' }));
    expect(await screen.findByRole('button', { name: 'Save' })).toBeTruthy();
    expect(await screen.findByText('Saved')).toBeTruthy();
    const { id: _id, deviceId: _deviceId, ...contacts } = NODE;
    expect(server.requests('v1.device.dryNode.save')).toEqual([
      { body: { ...contacts, deviceId: CODE } },
    ]);
  });

  it('can be changed, and edits are retained after a refusal', async () => {
    const { user, server } = await renderContacts([NODE]);
    await screen.findByText(/Any other position raises an alarm/);
    await user.type(name(1), ' west');
    server.answer('v1.device.dryNode.update', {
      refuse: { code: 40400, reason: 'not-found', status: 404 },
    });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).not.toBe('');
    expect(name(1).value).toBe('Door west');
    server.answer('v1.device.dryNode.update', { data: { ...NODE, name1: 'Door west' } });
    answerNodes(server, [{ ...NODE, name1: 'Door west' }]);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved')).toBeTruthy();
    expect(server.requests('v1.device.dryNode.update').at(-1)?.body).toMatchObject({
      id: 5,
      name1: 'Door west',
      status2: 'close',
    });
  });

  it.each([
    ['with', [NODE]],
    ['without', []],
  ])('show the position reported by the device, %s configured names', async (_, nodes) => {
    await renderContacts(nodes);
    await screen.findByRole('group', { name: 'Dry contact 2' });
    const [first, second] = [1, 2].map((n) =>
      screen.getByRole('group', { name: `Dry contact ${n}` }),
    );
    expect(first!.textContent).toContain('Not reported yet');
    const now = within(second!)
      .getAllByRole('listitem')
      .filter((item) => item.getAttribute('aria-current') === 'true');
    // The contact is configured as normally closed; without configuration it is normally open.
    expect(now.map((item) => item.textContent)).toEqual([
      nodes.length > 0 ? 'OpenAlarm' : 'OpenNormal',
    ]);
    expect(second!.textContent).toContain('Reported position');
  });

  it('are read-only for a viewer', async () => {
    await renderContacts([NODE], { role: 'viewer' });
    await screen.findByText(/You have read-only access/);
    expect(name(1).disabled).toBe(true);
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });
});
