import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answerFleet, CODE, deviceData } from '../../../../test/answers/device-answers.ts';
import {
  answerCommandLog,
  commandLogRow,
  type HistoryRows,
} from '../../../../test/answers/history-answers.ts';
import type { ContractServer } from '../../../../test/contract-server.ts';
import { renderPage } from '../../../../test/render-page.tsx';
import { drawChartPicture } from '../../../charts/picture-frame.ts';

// jsdom has no canvas; a browser draws the pictures (device-journey). The spy records the drawing
// input.
vi.mock('../../../charts/picture-frame.ts', { spy: true });

const START = Date.parse('2026-11-12T16:00:00Z');
const QUARTER = 900_000;
const LOAD = 'tab=load&range=custom&from=2026-11-13 06:30:00&to=2026-11-14 00:00:00';
const HISTORY = 'show=power&range=custom&from=2026-11-13 00:00:00&to=2026-11-14 00:00:00';

// The periods below are in the past.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T00:00:00Z') });
  vi.mocked(drawChartPicture)
    .mockReset()
    .mockResolvedValue(new Blob(['picture']));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
});

function answers(server: ContractServer) {
  answerFleet(server);
  server.answer('v2.device', { data: deviceData() });
  answerCommandLog(server, [commandLogRow({ ts: START + QUARTER })]);
  server.answer('v1.data.findVariableByDateTime', {
    data: [{ ts: START + QUARTER, dateTime: '', insP: 2 }] as unknown as HistoryRows,
    means: Array.from({ length: 8 }, (_, i) => ({
      ts: START + i * QUARTER,
      readings: 15,
      insP: i < 4 ? 2 : 6,
    })).reverse(),
    currentPage: 1,
    totalPage: 1,
    totalCount: 120,
    rows: 0,
  });
}

const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '');

async function saved(search: string, button: string, language: 'en' | 'ar' = 'en') {
  const { user } = await renderPage(`/device?device=${CODE}&${search}`, {
    language,
    prepare: answers,
  });
  await user.click(await screen.findByRole('button', { name: button }));
  const click = vi.mocked(HTMLAnchorElement.prototype.click);
  await waitFor(() => expect(click).toHaveBeenCalled());
  const [picture] = vi.mocked(drawChartPicture).mock.lastCall!;
  return {
    picture,
    fileName: (click.mock.contexts.at(-1) as HTMLAnchorElement).download,
    texts: [picture.title, ...picture.lines, ...picture.legend.map(({ text }) => text)].map(plain),
  };
}

describe('an exported picture', () => {
  it('of the load duration shows device, period, time zone and measured time', async () => {
    const { fileName, texts, picture } = await saved(LOAD, 'Save Load duration as a PNG image');
    expect(fileName).toMatch(/^busbar-load-duration-.+-2026-11-13.+\.png$/);
    expect(texts).toEqual([
      'Load duration · Pump house',
      '2026-11-13 06:30 – 2026-11-14 00:00 · Times in Asia/Shanghai',
      '2.0 h of 24.0 h measured, in means of 15 min. Load factor 0.67 (mean divided by peak).',
      'Active power (kW)',
    ]);
    expect(picture.isRightToLeft).toBe(false);
  });

  it('of the daily profile has a height that fits its number of days', async () => {
    const { fileName, texts, picture } = await saved(
      LOAD,
      'Save Load by hour and day as a PNG image',
    );
    expect(fileName).toMatch(/^busbar-load-profile-.+-2026-11-13.+\.png$/);
    expect(texts[0]).toBe('Load by hour and day (kW) · Pump house');
    expect(picture.height).toBe(76);
  });

  it('of the phasors lists each arrow with length and angle, and the assumptions', async () => {
    const { fileName, texts, picture } = await saved('tab=live', 'Save Phasors as a PNG image');
    expect(fileName).toMatch(/^busbar-phasors-.+\.png$/);
    expect(texts[0]).toBe('Phasors · Pump house');
    expect(texts).toContain('Voltage A: 230.1\u202FV, 0.0°');
    expect(texts.join()).toMatch(/Current A: 18\.20\u202FA, −?\d+\.\d°/);
    expect(texts.join()).toContain('drawn at 120°');
    // A current is distinguished from a voltage by its stroke, not by its colour.
    for (const { text, dash } of picture.legend) {
      expect(dash !== undefined).toBe(text.startsWith('Current'));
    }
  });

  it('in Arabic is laid out from right to left', async () => {
    const { picture } = await saved(LOAD, 'حفظ استمرارية الحمل صورةً بصيغة PNG', 'ar');
    expect(picture.isRightToLeft).toBe(true);
  });

  it('of lines explains its markers', async () => {
    const { picture } = await saved(HISTORY, 'Save Active power as a PNG image');
    expect(picture.legend.map(({ text, sign }) => [text, sign])).toEqual([
      ['Σ  Total', undefined],
      ['Commands', 'triangle'],
      ['Gaps', 'band'],
    ]);
  });

  it('reports an error and saves no file if the browser cannot draw it', async () => {
    const { user } = await renderPage(`/device?device=${CODE}&${LOAD}`, { prepare: answers });
    vi.mocked(drawChartPicture).mockRejectedValue(new Error('no canvas'));
    await user.click(
      await screen.findByRole('button', { name: 'Save Load duration as a PNG image' }),
    );
    expect(await screen.findByText(/^The image could not be created/)).toBeTruthy();
    expect(HTMLAnchorElement.prototype.click).not.toHaveBeenCalled();
  });
});
