import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerLog } from '../../../../test/answers/answers.ts';
import {
  CODE,
  type DeviceRow,
  deviceData,
  deviceRow,
} from '../../../../test/answers/device-answers.ts';
import { expectNoAxeViolations } from '../../../../test/axe.ts';
import { commandRequests } from '../../../../test/render-control.ts';
import {
  type RenderedPage,
  type RenderOptions,
  renderPage,
} from '../../../../test/render-page.tsx';
import { endSession } from '../../../lib/session/session.ts';

const PUMP = deviceRow();

async function openPalette(user: RenderedPage['user']) {
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: /^(Search pages|搜索页面)/ });
  await screen.findAllByRole('option');
  await waitFor(() => expect(document.activeElement).toBe(field));
}

async function renderPalette(options: RenderOptions = {}, rows: DeviceRow[] = [PUMP]) {
  const page = await renderPage('/log', {
    ...options,
    prepare: (server) => {
      answerLog(server);
      server.answer('v2.devices', ({ query }) => {
        const { keyword = '' } = (query ?? {}) as { keyword?: string };
        const list = rows.filter(({ device_name: name, device_code: code }) =>
          `${name} ${code}`.toLowerCase().includes(keyword.toLowerCase()),
        );
        return { data: { list, total: list.length } };
      });
      server.answer('v2.device', { data: deviceData() });
      options.prepare?.(server);
    },
  });
  await screen.findByText(/Confirmed|已确认/);
  await openPalette(page.user);
  return page;
}

const CANCEL = { name: 'Cancel' };
/** The button of the question; the page is loaded before it. */
const findCancel = () => screen.findByRole('button', CANCEL, { timeout: 15_000 });
const queryCancel = () => screen.queryByRole('button', CANCEL);

const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

describe('the verbs of a device', () => {
  it('open leads to the question, which Enter does not answer', async () => {
    const { user, address, server } = await renderPalette();
    await user.keyboard('open pump');
    const [entry] = await screen.findAllByRole('option', { name: /^Open breaker Pump house…/ });
    expect(entry!.textContent).toContain(CODE);
    expect(entry!.textContent).toContain('Harbour');
    expect(entry!.textContent).toContain('loses power');
    expect(screen.queryByRole('option', { name: /close/i })).toBeNull();
    await expectNoAxeViolations(document);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe(`/devices/${CODE}/control`));
    const cancel = await findCancel();
    expect(screen.getByText('Open Pump house?')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(cancel));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(queryCancel()).toBeNull());
    expect(commandRequests(server)).toEqual([]);
    const button = screen.getByRole('button', { name: 'Open breaker' });
    await waitFor(() => expect(document.activeElement).toBe(button));
  }, 60_000);

  it('say why the page will not offer them', async () => {
    const { user, address } = await renderPalette();
    await user.keyboard('close pump');
    const entry = await screen.findByRole('option', { name: /^Close breaker Pump house…/ });
    expect(entry.textContent).toContain('The breaker is already closed');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe(`/devices/${CODE}/control`));
    const button = await screen.findByRole('button', { name: 'Open breaker' });
    await waitFor(() => expect(document.activeElement).toBe(button));
    expect(queryCancel()).toBeNull();
  });

  it('are below the device and lead to its tabs', async () => {
    const { user, address } = await renderPalette();
    await user.keyboard('pump');
    const row = await screen.findByRole('option', { name: /^Pump house/ });
    const verbs = options().slice(options().indexOf(row.textContent));
    expect(verbs.slice(1, 7)).toEqual([
      'Open breaker…',
      'Protection',
      'Data',
      'Energy and fees',
      'Device record',
      'Alarms',
    ]);
    expect(screen.getByRole('option', { name: `Open breaker Pump house… ${CODE}` })).toBeTruthy();
    await user.keyboard('{ArrowRight}{ArrowRight}{Enter}');
    await waitFor(() => expect(address()).toBe(`/devices/${CODE}/protection`));
  });

  it.each([
    ['a viewer', 'viewer', PUMP],
    ['a gateway', 'operator', deviceRow({ kind: 'gateway', device_type: 'MT88C' })],
    ['a meter', 'operator', deviceRow({ kind: 'meter', device_type: 'METER' })],
  ] as const)('do not switch for %s', async (_name, role, row) => {
    const { user } = await renderPalette({ role }, [row]);
    await user.keyboard('open pump');
    await screen.findByText('Nothing found');
    await user.keyboard('{Control>}a{/Control}pump');
    await screen.findByRole('option', { name: /^Pump house/ });
    expect(options().filter((text) => /^(Open|Close)…/.test(text ?? ''))).toEqual([]);
    expect(options()).toContain('Protection');
  });

  it('name each of two devices of the same name by code and group', async () => {
    const twin = deviceRow({ id: 12, device_code: '866123000010002', group_name: 'Quay' });
    const { user } = await renderPalette({}, [PUMP, twin]);
    await user.keyboard('open pump');
    await screen.findByRole('option', { name: /866123000010002/ });
    expect(options()).toEqual([
      expect.stringMatching(`${CODE}Harbour$`),
      expect.stringMatching('866123000010002Quay$'),
    ]);
  });
});

describe('the settings of the palette', () => {
  it.each([
    ['over-voltage', 'Over-voltage protection'],
    ['overvolt', 'Over-voltage protection'],
    ['xlsx', 'Reports as a file'],
    ['bill', 'Electricity bill'],
    ['swagger', 'API reference'],
  ])('are found by %s', async (text, label) => {
    const { user } = await renderPalette();
    await user.keyboard(text);
    expect(await screen.findByRole('option', { name: new RegExp(`^${label}`) })).toBeTruthy();
  });

  it('are found by Chinese and by English words', async () => {
    const { user } = await renderPalette({ language: 'zh', role: 'admin' });
    await user.keyboard('账期');
    expect(await screen.findByRole('option', { name: /^结算日/ })).toBeTruthy();
    await user.keyboard('{Control>}a{/Control}settlement day');
    expect(await screen.findByRole('option', { name: /^结算日/ })).toBeTruthy();
  });

  it('bring pages by synonyms of the language and by their English name', async () => {
    const { user } = await renderPalette({ language: 'zh' });
    for (const typed of ['拉闸断电', 'remote control']) {
      await user.keyboard(`{Control>}a{/Control}${typed}`);
      expect(await screen.findByRole('option', { name: /^远程控制/ })).toBeTruthy();
    }
  });

  it('are those of the role', async () => {
    const { user } = await renderPalette({ role: 'viewer' });
    await user.keyboard('api');
    expect(await screen.findByRole('option', { name: /^API reference/ })).toBeTruthy();
    expect(screen.queryByRole('option', { name: /^API keys/ })).toBeNull();
  });
});

describe('the recent entries', () => {
  const PUMP_RECENT = {
    key: `control:${CODE}`,
    device: { code: CODE, name: 'Pump house', groupName: 'Harbour', tab: 'control' },
  };
  const stored = () => localStorage.getItem('busbar.palette-recent');

  it('are first, and are deleted with the session', async () => {
    const recents = [{ key: 'setting:bill' }, PUMP_RECENT, { key: 'setting:api-keys' }];
    localStorage.setItem('busbar.palette-recent', JSON.stringify({ userId: 7, recents }));
    await renderPalette();
    // The operator may not open the third.
    expect(options().slice(0, 3)).toEqual([
      expect.stringMatching(/^Electricity bill/),
      expect.stringMatching(/^Pump house/),
      expect.not.stringMatching(/^API keys/),
    ]);
    endSession('signed-out');
    expect(stored()).toBeNull();
  });

  it('have the device and not the command, so that Ctrl-K and Enter switch nothing', async () => {
    const { user } = await renderPalette();
    await user.keyboard('open pump');
    await screen.findAllByRole('option', { name: /^Open breaker/ });
    await user.keyboard('{Enter}');
    expect(JSON.parse(stored()!)).toEqual({ userId: 7, recents: [PUMP_RECENT] });
  });

  it('are not those of another user of the browser', async () => {
    const device = { code: 'A', name: 'Foreign', groupName: 'Elsewhere', tab: 'control' };
    const recents = [{ key: 'control:A', device }];
    localStorage.setItem('busbar.palette-recent', JSON.stringify({ userId: 8, recents }));
    const { user } = await renderPalette();
    expect(screen.queryByRole('option', { name: /Foreign/ })).toBeNull();
    await user.keyboard('xlsx');
    await screen.findByRole('option', { name: /^Reports as a file/ });
    await user.keyboard('{Enter}');
    expect(JSON.stringify({ ...localStorage })).not.toContain('Foreign');
  });
});
