import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { alarmRow, answerAlarmList } from '../../../test/answers/alarm-answers.ts';
import { answerLog, LOG_ROWS } from '../../../test/answers/answers.ts';
import { answerList, deviceData, deviceRow } from '../../../test/answers/device-answers.ts';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import type { ContractServer } from '../../../test/contract-server.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';

const CODE = 'SIM-BREAKER-7K3M9QXA';
const NAME = 'Simulated breaker';
const ROW = deviceRow({ device_code: CODE, device_name: NAME, simulated: true });
const TRY = 'Try with a simulated breaker';
const REMOVE = 'Remove simulated breaker';

function prepare(server: ContractServer, rows = [ROW]) {
  answerList(server, rows, rows.length);
  answerAlarmList(server, []);
  server.answer('v2.device', { data: { ...deviceData(), ...ROW } });
  server.answer('v2.simulated-breaker.add', { data: { device_code: CODE } });
  server.answer('v2.simulated-breaker.remove', {});
}

const openPage = (options: RenderOptions = {}) =>
  renderPage(`/devices/${CODE}/record`, { role: 'admin', prepare, ...options });

describe('the button that adds a simulated breaker', () => {
  it.each([
    ['in the empty device list', '/devicemanage'],
    ['on the registration page', '/registerdevice'],
  ])('%s adds it in the language of the user and opens its page', async (_, path) => {
    const { user, server, address } = await renderPage(path, {
      role: 'operator',
      prepare: (prepared) => prepare(prepared, []),
    });
    await user.click(await screen.findByRole('button', { name: TRY }));
    await waitFor(() => expect(address()).toBe(`/devices/${CODE}`));
    const sent = server.requests('v2.simulated-breaker.add').map(({ body }) => body);
    expect(sent).toEqual([{ language: 'en' }]);
  });

  it('is not offered to a viewer', async () => {
    await renderPage('/devicemanage', { role: 'viewer', prepare: (server) => prepare(server, []) });
    await screen.findByText('No usable devices under your account');
    expect(screen.queryByRole('button', { name: TRY })).toBeNull();
  });
});

describe('the page of a simulated breaker', () => {
  it('says that it is simulated, and removes it after the question', async () => {
    const { user, server, address } = await openPage();
    const note = await screen.findByText(
      'This breaker is simulated: nothing is switched and nothing is counted or billed.',
    );
    await expectNoAxeViolations(note.closest<HTMLElement>('header')!);
    await user.click(screen.getByRole('button', { name: REMOVE }));
    const dialog = await screen.findByRole('dialog');
    expect(server.requests('v2.simulated-breaker.remove')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: REMOVE }));
    await waitFor(() => expect(address()).toBe('/devicemanage'));
    expect(server.requests('v2.simulated-breaker.remove')).toHaveLength(1);
  });

  it('has no button to remove it for an operator', async () => {
    await openPage({ role: 'operator' });
    await screen.findByText(/^This breaker is simulated/);
    expect(screen.queryByRole('button', { name: REMOVE })).toBeNull();
  });

  it('has no note for a real device', async () => {
    await openPage({
      prepare: (server) => {
        prepare(server, [deviceRow()]);
        server.answer('v2.device', { data: deviceData() });
      },
    });
    await screen.findByRole('heading', { level: 1, name: 'Pump house' });
    expect(screen.queryByText(/simulated/i)).toBeNull();
  });
});

describe('the name of a simulated breaker', () => {
  const badgeBy = (element: HTMLElement) => within(element).getByText('Simulated');

  it('has a badge in the tree and the head of its page', async () => {
    await openPage();
    badgeBy(await screen.findByRole('treeitem', { name: /Simulated breaker/ }));
    const heading = await screen.findByRole('heading', { level: 1, name: NAME });
    badgeBy(heading.closest('header')!);
  });

  it('has a badge in the question before a command', async () => {
    const { user } = await openPage();
    await user.click(await screen.findByRole('button', { name: 'Open breaker' }));
    badgeBy(await screen.findByRole('dialog'));
  });

  it.each<[string, string, (server: ContractServer) => void]>([
    ['the device list', '/devicemanage', () => undefined],
    [
      'the alarm list',
      '/historyalarm',
      (server) => answerAlarmList(server, [alarmRow({ device_code: CODE, device_name: NAME })]),
    ],
    [
      'the operation log',
      '/log',
      (server) => answerLog(server, [{ ...LOG_ROWS[0]!, device_code: CODE, device_name: NAME }], 1),
    ],
  ])('has a badge in %s', async (_, path, answer) => {
    await renderPage(path, {
      role: 'admin',
      prepare: (server) => {
        prepare(server);
        answer(server);
      },
    });
    badgeBy(await screen.findByRole('cell', { name: /^Simulated breaker/ }));
  });
});
