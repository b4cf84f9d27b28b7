/**
 * Requests of a gateway's page: one for all its slaves, none while events arrive, one after a gap
 * in the events.
 */
import { act, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import {
  answerFleet,
  CODE,
  type DeviceData,
  deviceData,
  deviceRow,
} from '../../../test/answers/device-answers.ts';
import { breakSocket, openSocket, push } from '../../../test/fake-web-socket.ts';
import { renderPage } from '../../../test/render-page.tsx';

const GATEWAY = deviceRow({ kind: 'gateway', device_type: 'MT88C', status: 'switch:' });
const SLAVES = Array.from({ length: 20 }, (_, at) => slaveRow(at + 1));

function slaveRow(address: number): DeviceData {
  return deviceData({
    id: 20 + address,
    kind: 'slave',
    device_name: `Outlet ${address}`,
    device_code: `${CODE}-${address}`,
    parent_code: CODE,
    slave_address: address,
  });
}

/**
 * Advances all timers at once, without an event loop iteration for each of the thousands of timers.
 */
async function pass(ms: number): Promise<void> {
  act(() => void vi.advanceTimersByTime(ms));
  await act(() => vi.advanceTimersByTimeAsync(0));
}

const outlet = (address: number) =>
  screen.findByRole('article', { name: new RegExp(`Outlet ${address}$`) });

function report(address: number, msgType: 'VARIABLE' | 'REMOTE_CONTROL') {
  const ts = Date.now();
  const command = { command_id: null, state: null, switch: null, reason: null, msg: null };
  push({
    deviceId: 20 + address,
    deviceCode: `${CODE}-${address}`,
    msgType,
    ...(msgType === 'VARIABLE'
      ? { message: { ts, dateTime: '', insP: address / 4 } }
      : { deviceStatus: 'switch:openByManual', message: { ...command, ts, lock: null } }),
  });
}

describe('the page of a gateway with twenty slaves', () => {
  it('reads all slaves with one request, applies events without requests, and rereads once after a gap', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { server, router } = await renderPage('/devicecontrol', {
      // The cards of a viewer have no buttons, which makes the page lighter.
      role: 'viewer',
      prepare: (prepared) => {
        answerFleet(prepared, [GATEWAY, ...SLAVES]);
        prepared.answer('v2.device', { data: { ...deviceData(GATEWAY), slaves: SLAVES } });
      },
    });
    openSocket();
    const slaveRequests = () =>
      server.requests('v2.device').filter(({ query }) => String(query?.slaves) === 'true');
    const calls = () => server.requestedCalls().filter((name) => name.startsWith('v2.device'));
    await act(() => router.navigate({ to: '/devicecontrol', search: { device: CODE } }));
    await outlet(20);
    expect(slaveRequests()).toHaveLength(1);

    const before = calls().length;
    for (let minute = 0; minute < 5; minute += 1) {
      for (let address = minute + 1; address <= 20; address += 5) report(address, 'VARIABLE');
      if (minute === 1) report(7, 'REMOTE_CONTROL');
      await pass(60_000);
    }
    expect(calls()).toHaveLength(before);
    expect(within(await outlet(9)).getByText('2.25')).toBeTruthy();
    expect(within(await outlet(7)).getByText('by hand')).toBeTruthy();
    expect(within(await outlet(8)).queryByText('by hand')).toBeNull();

    breakSocket();
    await pass(2_000);
    openSocket();
    await pass(60_000);
    expect(slaveRequests()).toHaveLength(2);
    expect(within(await outlet(7)).queryByText('by hand')).toBeNull();
  });
});
