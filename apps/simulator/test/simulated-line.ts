/** A simulated DTU that dials in to a master of the test, with a clock that the test controls. */
import { onTestFinished } from 'vitest';
import type { DtuTexts } from '../src/dtu/connection-texts.ts';
import { DtuClient } from '../src/dtu/dtu-client.ts';
import { SerialLine, type SerialLineOptions } from '../src/dtu/line/serial-line.ts';
import { Station } from '../src/dtu/station/station.ts';
import { parseStations } from '../src/dtu/station/station-spec.ts';
import { startLineMaster } from './line-master.ts';

export const CODE = 'SIMDTU-000001';
export const SECRET = 's3cret-of-the-dtu';
export const NOW = Date.UTC(2026, 10, 29, 10, 20, 30);
const ZONE = 'Asia/Shanghai';
const SILENT: DtuTexts = { form: 'code-secret', end: 'crlf', heartbeat: '', heartbeatMs: 60_000 };

/** `meters` as in the credentials file. */
export function createLine(meters: string, options: Partial<SerialLineOptions> = {}) {
  const clock = { now: NOW };
  const stations = parseStations(meters).map((spec, index) => {
    const site = { loadOf: `${CODE}-${index + 1}`, zone: ZONE, countsFrom: Date.UTC(2026, 9, 1) };
    return new Station(spec, site, NOW);
  });
  const line = new SerialLine({
    stations,
    baud: Number.POSITIVE_INFINITY,
    heartbeat: Buffer.from('HB'),
    random: () => 0.5,
    now: () => clock.now,
    ...options,
  });
  return { clock, stations, line };
}

/** Closes everything when the test has finished. */
export async function connectLine(
  meters: string,
  options: Partial<SerialLineOptions> = {},
  texts: Partial<DtuTexts> = {},
) {
  const created = createLine(meters, options);
  const master = await startLineMaster();
  const troubles: string[] = [];
  const client = new DtuClient({
    host: '127.0.0.1',
    port: master.port,
    code: CODE,
    secret: SECRET,
    texts: { ...SILENT, ...texts },
    line: created.line,
    random: () => 0,
    onTrouble: (text) => troubles.push(text),
  });
  onTestFinished(async () => {
    await client.stop();
    await master.close();
  });
  client.start();
  const first = await master.line();
  await first.until(() => first.bytes.length > 0);
  return { ...created, master, client, troubles, first };
}
