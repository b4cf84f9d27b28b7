import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { CODE, deviceRow } from '../../../test/answers/device-answers.ts';
import type { AnswerFor, ContractServer } from '../../../test/contract-server.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';

type Explained = AnswerFor<'v2.tower.explain-msg'>['data'];
type Row = Explained['parsed'][number];

const READ = '68aaaaaaaaaaaa68110433343435b116';
const TRIP = '68aaaaaaaaaaaa681c00ff16';

const row = (
  offset: number,
  hex: string,
  key: string,
  value: Row['value'],
  more: Partial<Row> = {},
): Row => ({
  offset,
  hex,
  name: key,
  value,
  unit: '',
  key,
  ...more,
});

function explained(more: Partial<Explained> = {}): Explained {
  const about = { key: 'voltage', of: [{ key: 'phase-a' }] };
  return {
    effect: 'read',
    problems: [],
    frames: [
      {
        offset: 0,
        length: 16,
        protocol: 'dlt645',
        direction: 'request',
        whole: true,
        problems: [],
      },
    ],
    parsed: [
      row(0, '68', 'start', 'right', { words: ['right'] }),
      row(1, 'aaaaaaaaaaaa', 'address', 'AAAAAAAAAAAA', { words: ['any-address'] }),
      row(7, '68', 'start', 'right', { words: ['right'] }),
      row(8, '11', 'control', 'request, read data', { words: ['request', 'read-data'] }),
      row(9, '04', 'length', 4),
      row(10, '33343435', 'identifier', '02010100 Voltage, phase A', { about, plain: '00010102' }),
      row(14, 'b1', 'checksum', 'right', { words: ['right'] }),
      row(15, '16', 'end', 'right', { words: ['right'] }),
    ],
    ...more,
  };
}

const ANSWERED = {
  receive_code: '68',
  command_id: '0197',
  ...explained({
    parsed: [
      row(0, '5355', 'voltage', 220.1, { unit: 'V', of: [{ key: 'phase-a' }], plain: '2022' }),
    ],
  }),
};

function answer(server: ContractServer) {
  server.answer('v2.devices', { data: { list: [deviceRow()], total: 1 } });
  server.answer('v2.tower.favourites', {
    data: {
      list: [
        {
          id: 4,
          name: 'Volts',
          address: '7',
          command_code: '03',
          data: '00000003',
          protocol_version: 2,
        },
      ],
    },
  });
  server.answer('v2.tower.encode-msg', {
    data: { send_code: READ, ...explained(), effect: 'read' },
  });
  server.answer('v2.tower.explain-msg', ({ body }) => ({
    data: explained(body.code === TRIP ? { effect: 'open' } : body.code === 'xyz' ? NOTHING : {}),
  }));
}

const NOTHING: Partial<Explained> = {
  effect: null,
  parsed: [],
  frames: [],
  problems: [{ key: 'not-hex', offset: 0, found: 'x', text: 'Not a hexadecimal digit' }],
};

const render = (options: RenderOptions = {}) =>
  renderPage(`/command?device=${CODE}`, { prepare: answer, ...options });

const sendCode = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Frame to send' });
const sendButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });

async function typeCode(user: Awaited<ReturnType<typeof render>>['user'], code: string) {
  await user.clear(await sendCode());
  await user.paste(code);
}

describe('the protocol console', () => {
  it('builds a frame from its fields and explains each byte', async () => {
    const { user, server } = await render();
    await user.click(await screen.findByRole('button', { name: 'Build frame' }));
    await waitFor(async () => expect((await sendCode()).value).toBe(READ));
    expect(server.requests('v2.tower.encode-msg')).toEqual([
      {
        body: {
          device_sn: CODE,
          address: 'AA',
          command_code: '11',
          data: '00010102',
          protocol_version: 1,
        },
      },
    ]);
    const table = await screen.findByRole('table', { name: 'Parsed info: request' });
    const identifier = within(table).getByText('02010100').closest('tr')!;
    expect(identifier.textContent).toContain('33 34 34 35');
    expect(identifier.textContent).toContain('without 33H: 00 01 01 02');
    expect(within(table).getByText('request, read data')).toBeTruthy();
    expect(within(table).getByRole('cell', { name: 'AAAAAAAAAAAA any address' })).toBeTruthy();
    expect(identifier.textContent).toContain('Voltage, phase A');
  });

  it('highlights a row when its bytes have the focus, and the bytes when their row is hovered', async () => {
    const { user } = await render();
    await typeCode(user, READ);
    const table = await screen.findByRole('table', { name: 'Parsed info: request' });
    const bytes = screen.getByRole('button', { name: '33 34 34 35 Data identifier' });
    const line = within(table).getByText('02010100').closest('tr')!;
    expect(line.dataset.active).toBe('false');
    bytes.focus();
    await waitFor(() => expect(line.dataset.active).toBe('true'));
    bytes.blur();
    await waitFor(() => expect(line.dataset.active).toBe('false'));
    await user.hover(line);
    expect(bytes.dataset.active).toBe('true');
  });

  it('sends a read frame without confirmation and shows the explained reply', async () => {
    const { user, server } = await render();
    server.answer('v2.tower.mqtt-pub-sub', { data: ANSWERED });
    await typeCode(user, READ);
    await waitFor(() => expect(sendButton().disabled).toBe(false));
    await user.click(sendButton());
    const reply = await screen.findByRole('table', { name: 'Parsed info: reply' });
    expect(within(reply).getByText('Voltage, phase A')).toBeTruthy();
    expect(within(reply).getByText('220.1')).toBeTruthy();
    expect(server.requests('v2.tower.mqtt-pub-sub')).toEqual([
      { body: { device_sn: CODE, send_code: READ } },
    ]);
  });

  it('asks for confirmation of a switching frame, and for the password if the server requires it', async () => {
    const { user, server } = await render();
    server.answer('v2.tower.mqtt-pub-sub', { refuse: { code: 40301, reason: 'step-up-required' } });
    await typeCode(user, TRIP);
    await waitFor(() => expect(sendButton().disabled).toBe(false));
    await user.click(sendButton());
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Opens the breaker');
    expect(server.requests('v2.tower.mqtt-pub-sub')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Send frame' }));
    await user.type(await within(dialog).findByLabelText('Your password'), 'secret');
    server.answer('v2.tower.mqtt-pub-sub', { data: ANSWERED });
    await user.click(within(dialog).getByRole('button', { name: 'Send frame' }));
    await screen.findByRole('table', { name: 'Parsed info: reply' });
    expect(server.requests('v2.tower.mqtt-pub-sub').map(({ body }) => body)).toEqual([
      { device_sn: CODE, send_code: TRIP, confirm: true },
      { device_sn: CODE, send_code: TRIP, confirm: true, password: 'secret' },
    ]);
  });

  it('names the errors of a pasted frame and does not send it', async () => {
    const { user } = await render();
    await typeCode(user, 'xyz');
    const problems = await screen.findByRole('list', { name: 'Problems' });
    expect(problems.textContent).toContain('Not a hexadecimal digit');
    expect(problems.textContent).toContain('byte 0, found x');
    expect(sendButton().disabled).toBe(true);
    expect(screen.getByText('Only one complete request can be sent')).toBeTruthy();
  });

  it('shows a refusal at the field it refers to', async () => {
    const { user, server } = await render();
    server.answer('v2.tower.encode-msg', {
      refuse: { code: 41101, reason: 'frame-address-invalid', field: 'address' },
    });
    await user.click(await screen.findByRole('button', { name: 'Build frame' }));
    const address = screen.getByRole('textbox', { name: 'Address' });
    await waitFor(() => expect(address.getAttribute('aria-invalid')).toBe('true'));
    const description = document.getElementById(address.getAttribute('aria-describedby')!);
    expect(description?.textContent).toContain('1 to 12 digits or AA');
  });

  it('reports that no reply arrived', async () => {
    const { user, server } = await render();
    server.answer('v2.tower.mqtt-pub-sub', { refuse: { code: 408, reason: 'frame-not-answered' } });
    await typeCode(user, READ);
    await waitFor(() => expect(sendButton().disabled).toBe(false));
    await user.click(sendButton());
    expect((await screen.findByRole('alert')).textContent).toContain('no answer yet');
  });

  it('shows both interpretations of an ambiguous frame', async () => {
    const { user, server } = await render();
    const frame = { offset: 0, length: 1, protocol: 'modbus', direction: null, whole: true };
    const other = { protocol: 'modbus', direction: 'reply', whole: true };
    server.answer('v2.tower.explain-msg', {
      data: explained({
        parsed: [row(0, '11', 'quantity', 3)],
        frames: [
          { ...frame, problems: [], other: { ...other, parsed: [row(0, '11', 'byte-count', 3)] } },
        ],
      }),
    });
    await user.click(await screen.findByRole('tab', { name: 'Decode a frame' }));
    await user.click(screen.getByRole('textbox', { name: 'Frame to explain' }));
    await user.paste('11');
    const view = await screen.findByRole('region', { name: 'Decode a frame' });
    expect(within(view).getByRole('cell', { name: 'Quantity' })).toBeTruthy();
    await user.click(within(view).getByText('Reply'));
    expect(within(view).getByRole('cell', { name: 'Number of data bytes' })).toBeTruthy();
  });

  it('uses, saves and deletes favourites', async () => {
    const { user, server } = await render();
    await user.click(await screen.findByRole('button', { name: 'Use Volts' }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Address' }).value).toBe('7');
    server.answer('v2.tower.favourites.add', {
      data: {
        id: 5,
        name: 'Again',
        address: '7',
        command_code: '03',
        data: '',
        protocol_version: 2,
      },
    });
    await user.type(screen.getByRole('textbox', { name: 'Favourite name' }), 'Again');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.requests('v2.tower.favourites.add')).toEqual([
        {
          body: {
            name: 'Again',
            address: '7',
            command_code: '03',
            data: '00000003',
            protocol_version: 2,
          },
        },
      ]),
    );
    server.answer('v2.tower.favourites.delete', {});
    await user.click(screen.getByRole('button', { name: 'Delete Volts' }));
    await waitFor(() =>
      expect(server.requests('v2.tower.favourites.delete')).toEqual([{ params: { id: '4' } }]),
    );
  });

  it('reuses a frame of the history unless it contains a hidden password', async () => {
    const { user, server, address, readAgain } = await render();
    const sent = {
      id: 9,
      command_id: '0197',
      device_sn: `${CODE}-2`,
      link_sn: CODE,
      device_name: 'Pump house',
      user_name: 'mira',
      at: Date.UTC(2026, 10, 21, 6, 30, 0),
      effect: 'read',
      send_code: READ,
      state: 'confirmed',
      reason: null,
      receive_code: '6816',
      received_at: Date.UTC(2026, 10, 21, 6, 31, 0),
      late: true,
    };
    const masked = {
      ...sent,
      id: 8,
      effect: 'write',
      state: 'unknown',
      send_code: '68******16',
      late: false,
    };
    server.answer('v2.tower.history', { data: { list: [sent, masked], total: 2 } });
    await user.click(await screen.findByRole('tab', { name: 'History' }));
    expect(await screen.findByText('Answered (late)')).toBeTruthy();
    const again = () => screen.getAllByRole('button', { name: 'Replay' });
    await user.click(again()[1]!);
    const dialog = await screen.findByRole('dialog');
    const use = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Use frame' });
    expect(use.disabled).toBe(true);
    await user.type(within(dialog).getByLabelText('Password, 6 digits'), '123456');
    // Newer frames push the row off the page, but the text typed in its dialog is retained.
    server.answer('v2.tower.history', { data: { list: [sent], total: 21 } });
    await readAgain();
    expect(again()).toHaveLength(1);
    expect(within(dialog).getByLabelText<HTMLInputElement>('Password, 6 digits').value).toBe(
      '123456',
    );
    expect(screen.getByRole('dialog')).toBe(dialog);
    server.answer('v2.tower.history', { data: { list: [sent, masked], total: 2 } });
    server.answer('v2.tower.explain-msg', {
      data: { effect: 'write', code: TRIP, parsed: [], problems: [], frames: [] },
    });
    await user.click(use);
    await waitFor(async () => expect((await sendCode()).value).toBe(TRIP));
    expect(server.requests('v2.tower.explain-msg')).toContainEqual({
      body: { code: '68******16', passwords: ['123456'] },
    });
    await user.click(await screen.findByRole('tab', { name: 'History' }));
    await readAgain();
    expect(await screen.findAllByRole('button', { name: 'Clear frame' })).toHaveLength(1);
    await user.click(again()[0]!);
    expect((await sendCode()).value).toBe(READ);
    expect(address()).not.toContain('tab=history');
    // A frame to a slave is sent through its gateway again.
    expect(address()).not.toContain(`${CODE}-2`);
  });
});
