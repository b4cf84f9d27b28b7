import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  answerFleet,
  CODE,
  commandData,
  deviceData,
  deviceRow,
} from '../../../test/answers/device-answers.ts';
import {
  answerParameters,
  factoryRecord,
  parametersData,
  pushParameters,
  type SetData,
} from '../../../test/answers/parameter-answers.ts';
import type { ContractServer } from '../../../test/contract-server.ts';
import { openSocket, push } from '../../../test/fake-web-socket.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';

const ADDRESS = `/automatic?device=${CODE}`;
const OPENED = `/devices/${CODE}/protection`;
const KNOWN: Partial<SetData> = {
  values: factoryRecord('overVoltage'),
  ts: Date.now() - 3_600_000,
};

function answerAll(server: ContractServer): void {
  answerFleet(server);
  answerParameters(server, { overVoltage: KNOWN });
  server.answer('v2.device', { data: deviceData() });
  server.answer('v2.device.command', { data: commandData({ op: 'read', state: 'sent' }) });
  server.answer('v1.parameter.summonOverVoltage', { data: { command_id: 'cmd-1' } });
  server.answer('v1.parameter.saveOverVoltage', { data: { command_id: 'cmd-2' } });
  server.answer('v1.data.findVariableByDateTime', {
    data: [],
    currentPage: 1,
    totalPage: 0,
    totalCount: 0,
    rows: 13,
  });
}

function renderProtection(address = ADDRESS, { prepare, ...rest }: RenderOptions = {}) {
  return renderPage(address, {
    ...rest,
    prepare: (server) => {
      answerAll(server);
      prepare?.(server);
    },
  });
}

const reads = (server: ContractServer) => server.requests('v1.parameter.summonOverVoltage');
const saves = (server: ContractServer) => server.requests('v1.parameter.saveOverVoltage');
const field = (name: string) => screen.getByRole<HTMLInputElement>('spinbutton', { name });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

/** Opens the tab and simulates the device's response. */
async function renderRead(address = ADDRESS, options: RenderOptions = {}) {
  const page = await renderProtection(address, options);
  await screen.findByText('Reading from Pump house…');
  openSocket();
  pushParameters('overVoltage', factoryRecord('overVoltage'));
  await screen.findByText('Pump house has answered.');
  return page;
}

describe('the automatic protection page', () => {
  it('shows the details and nine tabs of the selected breaker', async () => {
    await renderProtection(ADDRESS, {
      prepare: (server) => answerFleet(server, [deviceRow()]),
    });
    await screen.findByRole('tab', { name: 'Over-voltage' });
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Over-voltage',
      'Low voltage',
      'Over-current',
      'Overload',
      'Reclosing switch',
      'Lost phase',
      'Phase imbalance',
      'Timing control',
      'Dry contacts',
    ]);
    const terms = screen.getAllByRole('term').map((term) => term.textContent);
    expect(terms).toEqual(['Name', 'Location', 'System', 'Type', 'Network', 'Signal']);
  });

  it('explains that a device of another type has no protections', async () => {
    await renderProtection(ADDRESS, {
      prepare: (server) => answerFleet(server, [deviceRow({ device_type: 'MT88C' })]),
    });
    expect(await screen.findByText('This device has no protections')).toBeTruthy();
  });

  it.each([
    ['zigbee2mqtt', /cannot read the thresholds of a breaker back/],
    ['shelly', /carries no protections/],
    ['tasmota', /carries no protections/],
  ] as const)(
    'says why those of a device with %s are not set here, and reads nothing',
    async (protocol, reason) => {
      const { server } = await renderProtection(ADDRESS, {
        prepare: (answers) => {
          answerFleet(answers, [deviceRow()]);
          answers.answer('v2.device', { data: deviceData({ protocol }) });
        },
      });
      expect(await screen.findByText('Protections are not set here')).toBeTruthy();
      expect(screen.getByText(reason)).toBeTruthy();
      expect(screen.queryAllByRole('tab', { name: 'Over-voltage' })).toEqual([]);
      expect(reads(server)).toEqual([]);
    },
  );

  it('prompts for a breaker when none is selected', async () => {
    const { user, address } = await renderProtection('/automatic');
    expect(await screen.findByText('Choose a device', { selector: '.state-title' })).toBeTruthy();
    await user.click(await screen.findByRole('treeitem', { name: /Pump house/ }));
    await waitFor(() => expect(address()).toBe(OPENED));
  });
});

describe('reading a protection', () => {
  it('starts on opening, and shows the last known values until the device responds', async () => {
    const { server } = await renderProtection();
    expect(await screen.findByText('Reading from Pump house…')).toBeTruthy();
    expect(reads(server)).toEqual([{ body: { dataType: 'read', devId: CODE } }]);
    expect(field('Trips above').value).toBe('275.0');
    expect(field('Trips above').disabled).toBe(true);
    openSocket();
    pushParameters('overVoltage', factoryRecord('overVoltage', { ov: '280.5' }));
    expect(await screen.findByText('Pump house has answered.')).toBeTruthy();
    expect(field('Trips above').value).toBe('280.5');
    expect(field('Trips above').disabled).toBe(false);
    expect(reads(server).length).toBe(1);
  });

  it('shows no form before any values are known', async () => {
    await renderProtection(ADDRESS, { prepare: (server) => answerParameters(server) });
    await screen.findByText('Reading from Pump house…');
    expect(screen.queryByRole('spinbutton')).toBeNull();
    openSocket();
    pushParameters('overVoltage', factoryRecord('overVoltage'));
    expect(await screen.findByRole('spinbutton', { name: 'Trips above' })).toBeTruthy();
  });

  it("retains a device message received before the platform's response", async () => {
    let answer: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await renderProtection(ADDRESS, {
      prepare: (prepared) => {
        const early = parametersData();
        prepared.answer('v2.device.parameters', () => slow.then(() => ({ data: early })));
      },
    });
    await screen.findByText('Reading from Pump house…');
    openSocket();
    pushParameters('overVoltage', factoryRecord('overVoltage', { ov: '281.0' }));
    answer();
    expect(await screen.findByText('Pump house has answered.')).toBeTruthy();
    expect(
      (await screen.findByRole<HTMLInputElement>('spinbutton', { name: 'Trips above' })).value,
    ).toBe('281.0');
  });

  it('reports a device that does not respond, shows the last known values, and can be retried', async () => {
    const { server, user } = await renderProtection(ADDRESS, {
      prepare: (prepared) =>
        prepared.answer('v2.device.command', {
          data: commandData({ op: 'read', state: 'unknown', reason: 'no-answer' }),
        }),
    });
    expect(await screen.findByText(/Pump house did not answer \(/)).toBeTruthy();
    expect(screen.getByText(/Last known values:/).textContent).toMatch(/1\u202Fh ago/);
    expect(field('Trips above').disabled).toBe(false);
    await user.click(button('Try again'));
    await waitFor(() => expect(reads(server).length).toBe(2));
  });

  it('waits for an offline device to come online', async () => {
    const { server } = await renderProtection(ADDRESS, {
      prepare: (prepared) =>
        answerFleet(prepared, [deviceRow({ presence: 'offline', online: false })]),
    });
    expect(await screen.findByText('Pump house is offline and cannot be read')).toBeTruthy();
    expect(button('Read again').disabled).toBe(true);
    expect(reads(server)).toEqual([]);
    openSocket();
    push({
      deviceId: 11,
      deviceCode: CODE,
      msgType: 'PRESENCE',
      message: { presence: 'online', csq: 20, heard_at: Date.now(), ts: Date.now() },
    });
    await waitFor(() => expect(reads(server).length).toBe(1));
  });

  it('shows the reason when the platform refuses', async () => {
    await renderProtection(ADDRESS, {
      prepare: (server) =>
        server.answer('v1.parameter.summonOverVoltage', {
          refuse: { code: 40910, reason: 'device-offline' },
        }),
    });
    expect(await screen.findByText(/^Pump house: /)).toBeTruthy();
    expect(button('Read again').disabled).toBe(false);
  });
});

describe('saving a protection', () => {
  it('shows the difference, writes the whole set as text, and marks each setting verified', async () => {
    const { user, server } = await renderRead();
    expect(button('Save…').disabled).toBe(true);
    await user.clear(field('Trips above'));
    await user.type(field('Trips above'), '280.5');
    await user.click(screen.getByRole('radio', { name: 'Open and lock' }));
    await user.click(button('Save…'));
    const dialog = await screen.findByRole('dialog', { name: 'Write to Pump house?' });
    const rows = within(dialog)
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map((cell) => cell.textContent?.trim()));
    expect(rows).toEqual([
      ['When a fault occurs', 'Open the breaker', 'Open and lock'],
      ['Trips above', '275.0\u202FV', '280.5\u202FV'],
    ]);
    expect(saves(server)).toEqual([]);
    server.answer('v2.device.command', {
      data: commandData({ id: 'cmd-2', op: 'write', state: 'acknowledged' }),
    });
    await user.click(within(dialog).getByRole('button', { name: 'Write and read back' }));
    await waitFor(() => expect(saves(server).length).toBe(1));
    const written = factoryRecord('overVoltage', { ov: '280.5', doLock: 'true' });
    expect(saves(server)[0]!.body).toEqual({ devId: CODE, data: written });
    expect(server.requestKeys('v1.parameter.saveOverVoltage')[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(
      await screen.findByText('Pump house has accepted the values. Reading back…'),
    ).toBeTruthy();

    const verified = Object.fromEntries(Object.keys(written).map((wire) => [wire, true]));
    answerParameters(server, {
      overVoltage: { values: written, ts: Date.now() + 1, verified },
    });
    const end = { command_id: 'cmd-2', state: 'confirmed', switch: null, reason: null, msg: null };
    push({
      deviceId: 11,
      deviceCode: CODE,
      msgType: 'COMMAND',
      message: { ...end, ts: Date.now() },
    });
    pushParameters('overVoltage', written, verified);
    expect(
      await screen.findByText('Saved and verified on Pump house.', undefined, {
        timeout: 5_000,
      }),
    ).toBeTruthy();
    expect(screen.getAllByText('Verified').length).toBe(5);
    expect(button('Save…').disabled).toBe(true);
  });

  it('marks settings that the device stored differently and retains the edits', async () => {
    const { user, server } = await renderRead();
    await user.clear(field('Trips above'));
    await user.type(field('Trips above'), '280');
    await user.click(button('Save…'));
    const verified = { ov: false, orv: true, ovjt: true, ovrt: true, enable: true, doOpen: true };
    answerParameters(server, {
      overVoltage: {
        values: factoryRecord('overVoltage', { ov: '276.0' }),
        ts: Date.now() + 1,
        verified: { ...verified, doLock: true },
      },
    });
    server.answer('v2.device.command', {
      data: commandData({
        id: 'cmd-2',
        op: 'write',
        state: 'rejected',
        reason: 'read-back-different',
        msg: 'ov',
      }),
    });
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Write and read back' }));
    expect(await screen.findByText(/differ from what was written/)).toBeTruthy();
    expect(screen.getAllByText('Different').length).toBe(1);
    expect(screen.getAllByText('Verified').length).toBe(4);
    expect(field('Trips above').value).toBe('280.0');
    expect(screen.getByText('276.0 V')).toBeTruthy();
    expect(button('Save…').disabled).toBe(false);
  });

  it('requires the password, prompts again after a wrong one, and writes the same values', async () => {
    const { user, server } = await renderRead();
    server.answer('v1.parameter.saveOverVoltage', ({ body }) => {
      if (body.password === undefined)
        return { refuse: { code: 40301, reason: 'step-up-required' } };
      return body.password === 'right'
        ? { data: { command_id: 'cmd-2' } }
        : { refuse: { code: 40101, reason: 'bad-credentials' } };
    });
    await user.clear(field('Reset delay'));
    await user.type(field('Reset delay'), '45');
    await user.click(button('Save…'));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Write and read back' }));
    for (const password of ['wrong', 'right']) {
      const asks = await screen.findByRole('dialog', { name: 'Confirm with your password' });
      expect(asks.textContent).toContain('continue writing to Pump house');
      await user.clear(within(asks).getByLabelText('Password'));
      await user.type(within(asks).getByLabelText('Password'), password);
      await user.click(within(asks).getByRole('button', { name: 'Continue' }));
      const count = password === 'wrong' ? 2 : 3;
      await waitFor(() => expect(saves(server).length).toBe(count));
    }
    const [first, , last] = saves(server).map(({ body }) => body);
    expect(last).toEqual({ ...first, password: 'right' });
    expect(new Set(server.requestKeys('v1.parameter.saveOverVoltage')).size).toBe(1);
  });

  it('is neither retried nor reported as saved when the platform does not respond', async () => {
    const { user, server } = await renderRead();
    await user.clear(field('Reset delay'));
    await user.type(field('Reset delay'), '45');
    await user.click(button('Save…'));
    server.answer('v1.parameter.saveOverVoltage', { network: 'down' });
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Write and read back' }));
    expect(await screen.findByText(/The values may have been sent/)).toBeTruthy();
    expect(field('Reset delay').value).toBe('45');
    expect(saves(server).length).toBe(1);
  });

  it('is disabled while a setting is invalid, with the error at its field', async () => {
    const { user } = await renderRead();
    await user.clear(field('Trips above'));
    expect(await screen.findByText('Enter a value')).toBeTruthy();
    await user.type(field('Trips above'), '400');
    expect(await screen.findByText(/From .*230.*V.* to .*300.*V/)).toBeTruthy();
    expect(field('Trips above').getAttribute('aria-invalid')).toBe('true');
    expect(button('Save…').disabled).toBe(true);
    await user.click(button('Discard changes'));
    expect(field('Trips above').value).toBe('275.0');
  });

  it('asks for confirmation before unsaved edits are discarded', async () => {
    const { user, address } = await renderRead();
    await user.clear(field('Trips above'));
    await user.type(field('Trips above'), '280');
    await user.click(screen.getByRole('tab', { name: 'Low voltage' }));
    const dialog = await screen.findByRole('dialog', { name: 'Discard changes?' });
    await user.click(within(dialog).getByRole('button', { name: 'Keep editing' }));
    expect(address()).toBe(OPENED);
    expect(field('Trips above').value).toBe('280.0');
  });

  it('is not available to a viewer, who sees all values', async () => {
    await renderRead(ADDRESS, { role: 'viewer' });
    expect(field('Trips above').value).toBe('275.0');
    expect(field('Trips above').disabled).toBe(true);
    expect(screen.queryByRole('button', { name: 'Save…' })).toBeNull();
    expect(screen.getByRole('slider', { name: 'Trips above' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
  });
});

describe('the limit picture', () => {
  it('moves a limit by keyboard and updates the field', async () => {
    await renderRead();
    const line = screen.getByRole('slider', { name: 'Trips above' });
    expect(line.getAttribute('aria-valuetext')).toBe('275.0\u202FV');
    fireEvent.keyDown(line, { key: 'ArrowUp' });
    fireEvent.keyDown(line, { key: 'ArrowUp', shiftKey: true });
    await waitFor(() => expect(field('Trips above').value).toBe('276.1'));
    expect(line.getAttribute('aria-valuenow')).toBe('276.1');
  });

  it('shows the current measurement and follows it', async () => {
    await renderRead();
    expect(await screen.findByText('231.2')).toBeTruthy();
    push({
      deviceId: 11,
      deviceCode: CODE,
      msgType: 'VARIABLE',
      message: { ts: Date.now(), dateTime: '', volPa: 281.4, volPb: 229.8, volPc: 230 },
    });
    expect(await screen.findByText('281.4')).toBeTruthy();
  });

  it('describes the effect of the delays in text', async () => {
    const { user } = await renderRead();
    expect(
      screen.getByRole('img', {
        name: 'Opens after the fault has lasted 1\u202Fs. Resets 30\u202Fs after the fault clears.',
      }),
    ).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'Protection off' }));
    expect(
      await screen.findByRole('img', {
        name: 'Off: this protection never opens the breaker.',
      }),
    ).toBeTruthy();
  });
});
