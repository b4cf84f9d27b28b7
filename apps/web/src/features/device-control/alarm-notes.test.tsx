/**
 * Alarms on the card: shown while the device reports them, updated live, distinguishable without
 * colour.
 */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  answerFleet,
  CODE,
  type DeviceData,
  deviceData,
} from '../../../test/answers/device-answers.ts';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import { openSocket, push } from '../../../test/fake-web-socket.ts';
import { renderPage } from '../../../test/render-page.tsx';

type Alarm = DeviceData['alarms'][number];

const OVER_VOLTAGE: Alarm = {
  type: 'overVoltage',
  kind: 'alarm',
  since: Date.now() - 60_000,
  value: 279,
  peak: 281.2,
  limit: 275,
  phase: 'A',
  detail: '',
  facts: {},
};

function renderCard(alarms: Alarm[]) {
  return renderPage(`/devicecontrol?device=${CODE}`, {
    prepare: (server) => {
      answerFleet(server);
      server.answer('v2.device', { data: deviceData({ alarms }) });
    },
  });
}

const notes = async () => {
  const card = await screen.findByRole('article', { name: 'Pump house' });
  return within(card).getByRole('status', { name: 'Alarms' });
};
const publishAlarms = (alarms: readonly Alarm[]) =>
  push({
    deviceId: 11,
    deviceCode: CODE,
    msgType: 'ALARM',
    message: { alarms, ts: Date.now() },
  });

describe('the alarms on a card', () => {
  it('show the type, the measured value, the limit and the phase', async () => {
    await renderCard([OVER_VOLTAGE]);
    const text = (await notes()).textContent;
    expect(text).toMatch(
      /^Alarm.*Over-voltage.*281\.2\sV\u2069 on phase .A.*limit \u2066275\sV\u2069, for\s/,
    );
    await expectNoAxeViolations();
  });

  it('appear and disappear as the device reports them', async () => {
    await renderCard([]);
    expect((await notes()).textContent).toBe('');
    openSocket();
    publishAlarms([OVER_VOLTAGE]);
    await waitFor(async () => expect((await notes()).textContent).toContain('Over-voltage'));
    publishAlarms([]);
    await waitFor(async () => expect((await notes()).textContent).toBe(''));
  });

  it('show the name of a dry contact', async () => {
    await renderCard([
      { ...OVER_VOLTAGE, type: 'dryContact1', value: null, phase: null, detail: 'Cabinet door' },
    ]);
    expect((await notes()).textContent).toMatch(/^Alarm.*Cabinet door/);
  });

  it('distinguish a warning from an alarm and add no meaning to an unknown type', async () => {
    await renderCard([
      { ...OVER_VOLTAGE, type: 'energyLevel', kind: 'warning', limit: null, phase: null },
      { ...OVER_VOLTAGE, type: 'meteor', value: null, limit: null, phase: null },
    ]);
    const [warning, unknown] = (await notes()).querySelectorAll('p');
    expect(warning!.textContent).toMatch(/^Warning.*Energy level.*279/);
    expect(warning!.textContent).not.toContain('limit');
    expect(unknown!.textContent).toMatch(/^Alarm.*Alarm/);
    expect(unknown!.textContent).not.toContain('281');
  });
});
