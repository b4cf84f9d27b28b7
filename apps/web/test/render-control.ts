/** Renders the remote control page with one breaker, and provides helpers for user actions. */
import { screen, within } from '@testing-library/react';
import {
  answerFleet,
  CODE,
  type DeviceData,
  deviceData,
  deviceRow,
} from './answers/device-answers.ts';
import type { ContractServer } from './contract-server.ts';
import { type RenderOptions, renderPage } from './render-page.tsx';

export const ADDRESS = `/devicecontrol?device=${CODE}`;

export function renderControl(data: Partial<DeviceData> = {}, options: RenderOptions = {}) {
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

export const card = () => screen.findByRole('article', { name: 'Pump house' });
export const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
export const commandRequests = (server: ContractServer) => server.requests('v2.device.control');

export async function giveOpen(user: Awaited<ReturnType<typeof renderPage>>['user']) {
  await user.click(button('Open breaker'));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Open breaker' }));
}
