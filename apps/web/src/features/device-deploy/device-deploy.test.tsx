import { PROTECTIONS } from '@busbar/domain/protection/protections/protections';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  answerList,
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
} from '../../../test/answers/parameter-answers.ts';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import type { ContractServer } from '../../../test/contract-server.ts';
import { openSocket } from '../../../test/fake-web-socket.ts';
import { renderPage } from '../../../test/render-page.tsx';

const OTHER = '866123000010002';
const TEMPLATE = '01890000-0000-7000-a000-000000000001';
const AT = Date.UTC(2026, 10, 20, 4, 0, 0);

function prepare(server: ContractServer) {
  answerList(server);
  server.answer('v2.devices', {
    data: {
      list: [deviceRow(), deviceRow({ id: 12, device_code: OTHER, device_name: 'Crane' })],
      total: 2,
    },
  });
  server.answer('v2.device', { data: deviceData(deviceRow()) });
  server.answer('v2.device-information', {
    data: {
      ...deviceRow(),
      installed_on: null,
      registered_at: AT,
      revision: 3,
      lng_t: null,
      lat_t: null,
      interval_s: 60,
      connected_at: AT,
      credentials: null,
      rejected: 0,
      notes: 0,
      photos: 0,
    },
  });
  server.answer('v2.device.parameters', {
    data: {
      device_code: CODE,
      device_name: 'Pump house',
      presence: 'online',
      rated_vol: 230,
      rated_cur: 63,
      sets: [
        {
          set: 'overVoltage',
          msg_type: 'OVERVOLTAGEFAULT',
          values: { enable: 'true', doOpen: 'true', doLock: 'false', ov: '265', ovjt: '1000' },
          ts: AT,
          verified: null,
          last_read: null,
          last_write: null,
        },
      ],
    },
  });
  const page = { currentPage: 1, totalPage: 1, totalCount: 0, rows: 10 };
  server.answer('v1.task.find', { data: [], ...page });
  server.answer('v1.device.dryNode.list', { data: [], positions: [], ...page });
  server.answer('v2.protection-templates', { data: { list: [] } });
  server.answer('v2.device-deploy.preview', {
    data: {
      token: 'seen',
      parts: [
        {
          part: 'group',
          state: 'changes',
          changes: [{ what: 'group', before: 'Quay', after: 'Yard' }],
        },
        {
          part: 'rate',
          state: 'changes',
          changes: [{ what: 'rate', before: 'Day', after: 'Night' }],
        },
        {
          part: 'timers',
          state: 'changes',
          changes: [{ what: '31 06:30 open on', before: null, after: '31 06:30 open on' }],
        },
        {
          part: 'protections',
          state: 'changes',
          changes: [
            { what: 'overVoltage.doLock', before: 'false', after: 'true' },
            { what: 'overVoltage.ov', before: '275.0', after: '260.0' },
            { what: 'lowVoltage.lv', before: null, after: '180.0' },
            { what: 'overCurrent.ct4', before: '00', after: '02' },
            { what: 'enableSwitch.autoSwitchOn', before: '1', after: '0' },
            { what: 'timingConfig.s2.op', before: '0', after: '2' },
            { what: 'timingConfig.s2.time', before: '00:00', after: '06:30' },
            { what: 'overLoad.later', before: null, after: '7' },
          ],
        },
        { part: 'contacts', state: 'untold', changes: [] },
      ],
    },
  });
}

const open = (more: (server: ContractServer) => void = () => undefined) =>
  renderPage(`/devicedeploy?device=${CODE}`, {
    role: 'operator',
    prepare: (server) => {
      prepare(server);
      more(server);
    },
  });

const TIMER = {
  ...{
    id: 7,
    devId: 11,
    devCode: CODE,
    deviceName: 'Pump house',
    channel: null,
    days: 31,
    time: '18:30',
  },
  ...{
    sun: null,
    offset: 0,
    projectId: null,
    projectName: null,
    op: 'close' as const,
    enable: true,
  },
  ...{ runBy: 'device', held: 'same', heldReason: null, heldTs: AT },
  ...{ nextRunTs: AT, nextRunTime: '2026-01-01 18:30:00', lastRunTs: null, lastRunTime: null },
  ...{ lastResult: null, lastReason: null, lastCommandId: null },
} as const;
const CONTACTS = {
  ...{ id: 1, deviceId: 11, name1: 'door', status1: 'open', name2: 'fan', status2: 'close' },
};

type User = Awaited<ReturnType<typeof open>>['user'];

async function pick(user: User, from: string, title: string) {
  await user.click(await screen.findByRole('combobox', { name: from }));
  fireEvent.click(
    await waitFor(() => {
      const option = document.querySelector(`.ant-select-item-option[title="${title}"]`);
      if (option === null) throw new Error('not there yet');
      return option;
    }),
  );
}

async function look(user: User) {
  await pick(user, 'Another breaker', `Crane ${OTHER}`);
  await user.click(screen.getByRole('button', { name: 'Show differences' }));
  await screen.findByText('Night');
}

describe('the deployment of a breaker', () => {
  it('shows an overview of limits, the next timer and the contacts', async () => {
    const { server } = await open((prepared) => {
      const page = { currentPage: 1, totalPage: 1, rows: 10 };
      prepared.answer('v1.task.find', { data: [TIMER], totalCount: 1, ...page });
      prepared.answer('v1.device.dryNode.list', {
        data: [CONTACTS],
        positions: [],
        totalCount: 1,
        ...page,
      });
    });
    const glance = within(
      (await screen.findByRole('heading', { name: 'At a glance' })).parentElement!,
    );
    expect((await glance.findByText(/Trips above/)).textContent).toMatch(
      /^Open the breaker · Trips above 265\.0.V · .* · /,
    );
    expect(glance.getByText(/1 timer/).textContent).toBe(
      '1 timer · next 2026-01-01 18:30:00: closes',
    );
    expect(glance.getByText(/door/).closest('dd')?.textContent).toBe(
      'door (normally open), fan (normally closed)',
    );
    expect(server.requests('v1.task.find').length).toBeGreaterThan(0);
  });

  it('shows the settings and saves them with the revision that was read', async () => {
    const { user, server } = await open();
    server.answer('v2.device.update', { refuse: { code: 41601, reason: 'device-changed' } });
    expect(await screen.findByText('Over-voltage')).toBeTruthy();
    const name = await screen.findByLabelText('Device name');
    await user.clear(name);
    await user.type(name, 'Lift');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/Someone else changed this device/)).toBeTruthy();
    expect(server.requests('v2.device.update')).toEqual([
      {
        body: {
          device_code: CODE,
          revision: 3,
          device_name: 'Lift',
          group_id: 3,
          rate: 1,
          address: 'Quay 4',
        },
      },
    ]);
  });

  it('copies only previewed, selected and confirmed parts and reports the result of each', async () => {
    const { user, server } = await open();
    server.answer('v2.device-deploy', {
      data: {
        parts: [
          { part: 'rate', result: 'refused', reason: 'rate-unknown', msg: 'No', run_id: null },
        ],
      },
    });
    await look(user);
    expect(screen.getByText('Monday to Friday 06:30 Open')).toBeTruthy();
    const contacts = screen.getByRole('checkbox', { name: /Dry contacts/ });
    expect((contacts as HTMLInputElement).disabled).toBe(true);
    const group = screen.getByRole('checkbox', { name: /Group/ });
    expect((group as HTMLInputElement).checked).toBe(false);
    await user.click(screen.getByRole('checkbox', { name: /Timers/ }));
    await user.click(screen.getByRole('checkbox', { name: /Protections/ }));
    await user.click(screen.getByRole('button', { name: 'Copy 1 part' }));
    const dialog = await screen.findByRole('dialog');
    expect(server.requests('v2.device-deploy')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Copy 1 part' }));
    await waitFor(() =>
      expect(server.requests('v2.device-deploy')).toEqual([
        { body: { device_code: CODE, from_device: OTHER, parts: ['rate'], token: 'seen' } },
      ]),
    );
    expect(await screen.findByText(/Tariff: refused/)).toBeTruthy();
  });

  it('does not offer parts that the role of the user may not copy', async () => {
    const { user } = await renderPage(`/devicedeploy?device=${CODE}`, {
      permissions: ['data.read', 'protection.write'],
      prepare,
    });
    await look(user);
    const state = (name: RegExp) => {
      const box = screen.getByRole<HTMLInputElement>('checkbox', { name });
      return [box.disabled, box.checked];
    };
    expect(state(/Timers .* Your role does not allow this/)).toEqual([true, false]);
    expect(state(/Tariff .* Your role does not allow this/)).toEqual([true, false]);
    expect(state(/Protections/)).toEqual([false, true]);
    expect(screen.getByRole('button', { name: 'Copy 1 part' })).toBeTruthy();
  });

  it('copies the protections of a template and follows their read-back', async () => {
    const { user, server } = await open();
    const sets = { overVoltage: { enable: 'true', ov: '260.0' } };
    server.answer('v2.protection-templates', {
      data: {
        list: [
          {
            id: TEMPLATE,
            name: 'Feeders',
            sets,
            changed_by: 'm',
            changed_at: AT,
            version: 1,
            changeable: true,
          },
        ],
      },
    });
    server.answer('v2.device-deploy.preview', {
      data: {
        token: 'of-template',
        parts: [
          { part: 'group', state: 'untold', changes: [] },
          {
            part: 'protections',
            state: 'changes',
            changes: [{ what: 'overVoltage.ov', before: '275.0', after: '260.0' }],
          },
        ],
      },
    });
    server.answer('v2.device-deploy', {
      data: {
        parts: [{ part: 'protections', result: 'started', reason: null, msg: null, run_id: 'run' }],
      },
    });
    server.answer('v2.protection-templates.run', {
      data: {
        run_id: 'run',
        template_name: 'Feeders',
        kind: 'write',
        sets,
        user_name: 'm',
        created_at: AT,
        ends_at: AT,
        ended_at: AT,
        steps: [
          {
            device_code: CODE,
            device_name: 'Pump house',
            set: 'overVoltage',
            state: 'same',
            reason: null,
            msg: null,
            fields: { enable: true, ov: true },
            found: sets.overVoltage,
          },
        ],
      },
    });
    await pick(user, 'A template', 'Feeders');
    await user.click(screen.getByRole('button', { name: 'Show differences' }));
    const protections = await screen.findByRole('checkbox', { name: /Protections/ });
    expect((protections as HTMLInputElement).checked).toBe(true);
    expect(screen.getByRole('checkbox', { name: /Group/ })).toHaveProperty('disabled', true);
    const pattern = { device_code: CODE, from_template: TEMPLATE };
    expect(server.requests('v2.device-deploy.preview')).toEqual([{ body: pattern }]);
    await user.click(screen.getByRole('button', { name: 'Copy 1 part' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Copy 1 part' }));
    await waitFor(() =>
      expect(server.requests('v2.device-deploy')).toEqual([
        { body: { ...pattern, parts: ['protections'], token: 'of-template' } },
      ]),
    );
    const report = await screen.findByRole('list', { name: /Feeders/ });
    expect(within(report).getByText('Pump house')).toBeTruthy();
    expect(server.requests('v2.protection-templates.run')[0]).toMatchObject({
      params: { id: 'run' },
    });
  });

  it('labels protection fields with their units, as on the protection pages', async () => {
    const { user } = await open();
    await look(user);
    const rows = within(screen.getByRole('region', { name: 'Protections' })).getAllByRole('row');
    const cells = rows.slice(1).map((row) => Array.from(row.children, (cell) => cell.textContent));
    expect(cells).toEqual([
      ['Over-voltage · When a fault occurs – locks', 'No', 'Yes'],
      ['Over-voltage · Trips above', '275.0\u202FV', '260.0\u202FV'],
      ['Low voltage · Trips below', '–', '180.0\u202FV'],
      ['Over-current · Slot 4: number of attempts', 'Disabled', '2'],
      ['Reclosing switch · Reclose automatically', 'Yes', 'No'],
      ['Timing control · Slot 2', 'No action', 'Close'],
      ['Timing control · Time of slot 2', '00:00', '06:30'],
      ['Overload · later', '–', '7'],
    ]);
  });

  it('requires a new preview if the settings have changed in the meantime', async () => {
    const { user, server } = await open();
    server.answer('v2.device-deploy', { refuse: { code: 41601, reason: 'device-changed' } });
    await look(user);
    await user.click(screen.getByRole('button', { name: 'Copy 3 parts' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Copy 3 parts' }));
    expect(await screen.findByText(/Someone else changed this device/)).toBeTruthy();
    expect(server.requests('v2.device-deploy.preview')).toHaveLength(1);
  });
});

describe('reading all protections', () => {
  const sets = PROTECTIONS.map(({ name }) => name);
  const asked = (server: ContractServer) =>
    PROTECTIONS.filter(
      ({ readCall }) => server.requests(`v1.parameter.${readCall}`).length > 0,
    ).map(({ name }) => name);
  const begin = async (more: (server: ContractServer) => void = () => undefined) => {
    const page = await open((server) => {
      answerParameters(server);
      for (const { readCall } of PROTECTIONS) {
        server.answer(`v1.parameter.${readCall}`, { data: { command_id: 'cmd-1' } });
      }
      server.answer('v2.device.command', { data: commandData({ op: 'read', state: 'sent' }) });
      more(server);
    });
    await page.user.click(await screen.findByRole('button', { name: 'Read all protections' }));
    openSocket();
    return page;
  };
  const rows = () =>
    within(screen.getByRole('list', { name: 'Results by protection' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  const answerRead = async (server: ContractServer, at: number) => {
    await waitFor(() => expect(asked(server)).toHaveLength(at + 1));
    pushParameters(sets[at]!, factoryRecord(sets[at]!));
  };

  it('sends one read after the other and shows the result of each', async () => {
    const { server } = await begin();
    await waitFor(() => expect(asked(server)).toEqual(['overVoltage']));
    expect(rows().slice(0, 2)).toEqual(['Over-voltage Reading…', 'Low voltageWaiting']);
    for (const at of sets.keys()) await answerRead(server, at);
    expect(await screen.findByText('8 of 8 protections read')).toBeTruthy();
    expect(asked(server)).toEqual(sets);
    expect(rows().every((text) => text?.endsWith('Read'))).toBe(true);
    expect(screen.queryByRole('button', { name: 'Stop reading' })).toBeNull();
    await expectNoAxeViolations();
  });

  it('stops after the read that was sent', async () => {
    const { server, user } = await begin();
    await answerRead(server, 0);
    await waitFor(() => expect(asked(server)).toHaveLength(2));
    await user.click(screen.getByRole('button', { name: 'Stop reading' }));
    expect(screen.getByText(/stops after this protection/)).toBeTruthy();
    await answerRead(server, 1);
    expect(await screen.findByText(/2 of 8 .* stopped; the rest was not read/)).toBeTruthy();
    expect(asked(server)).toEqual(sets.slice(0, 2));
    expect(rows()[2]).toBe('Over-currentNot read');
  });

  it('sends no further read after a refusal, and says why', async () => {
    const { server } = await begin((prepared) =>
      prepared.answer('v1.parameter.summonLowVoltage', {
        refuse: { code: 403, reason: 'forbidden' },
      }),
    );
    await answerRead(server, 0);
    expect(await screen.findByText(/1 of 8 .* refused; the rest was not read/)).toBeTruthy();
    expect(rows()[1]).toMatch(/Your role does not allow/);
    expect(asked(server)).toEqual(sets.slice(0, 2));
  });

  it('is not offered for a breaker that is offline', async () => {
    await open((server) =>
      server.answer('v2.device.parameters', {
        data: { ...parametersData(), presence: 'offline' },
      }),
    );
    const button = await screen.findByRole('button', { name: 'Read all protections' });
    expect((button as HTMLButtonElement).disabled).toBe(true);
    expect(screen.getByText('Pump house is offline and cannot be read')).toBeTruthy();
  });
});
