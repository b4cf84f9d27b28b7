/** A line with meters of the simulator that can be switched, dialled in to a server. */
import { DtuClient } from '@busbar/simulator/dtu/dtu-client';
import { SerialLine } from '@busbar/simulator/dtu/line/serial-line';
import { Station } from '@busbar/simulator/dtu/station/station';
import { parseStations } from '@busbar/simulator/dtu/station/station-spec';
import { saveMeterAccess } from '../../../src/areas/fleet/serial-lines/meter-switching-queries.ts';
import { meterPasswordOf } from '../../../src/areas/shared/installation/sealed-columns.ts';
import { secretsOf } from '../../../src/areas/shared/installation/sealed-secrets.ts';
import type { Context } from '../../../src/context.ts';
import { closeAfterFile } from '../../support/close-after-file.ts';
import { type BuiltLine, buildSerialLine } from '../../support/factories/serial-line.ts';
import type { Tenant } from '../../support/factories/tenant.ts';

export const PASSWORD = '135790';
const KINDS = {
  'dlt645-2007': {
    stations: ['000000000011', '000000000022'],
    profileId: 'dlt645-2007-three-phase',
    isCommand: (request: Uint8Array) => request[8] === 0x1c,
  },
  'modbus-rtu': {
    stations: ['1', '2'],
    profileId: 'generic-modbus-breaker',
    isCommand: (request: Uint8Array) => request[1] === 5,
  },
} as const;

export interface SwitchedLine extends BuiltLine {
  readonly stations: readonly Station[];
  readonly line: SerialLine;
  readonly client: DtuClient;
  /** Reasons for which connections have ended. */
  readonly troubles: readonly string[];
  /** Device of the meter at the station with this index. */
  readonly meterId: (index: number) => number;
  /** Switching frames that have reached a meter. */
  readonly commands: readonly Uint8Array[];
}

/** A meter that carries out one more switching command, and answers neither it nor anything after. */
export function silenceAfterSwitch(station: Station): void {
  const { isCommand } =
    KINDS[station.spec.profile.protocol === 'dlt645-2007' ? 'dlt645-2007' : 'modbus-rtu'];
  const answer = station.answer.bind(station);
  station.answer = (request, at) => {
    const answered = answer(request, at);
    if (answered === undefined || !isCommand(request)) return answered;
    station.quirks.isSilent = true;
    return undefined;
  };
}

export interface LineOptions {
  readonly protocol?: keyof typeof KINDS;
  /** The only meter is the DTU itself. */
  readonly isOwn?: boolean;
  readonly closeMode?: 'close' | 'allow-close';
  readonly intervalS?: number;
  /** Defaults to the one of the protocol. */
  readonly profileId?: string;
  /** Changes the meters before the DTU dials in. */
  readonly change?: (stations: readonly Station[], line: SerialLine) => void;
}

export async function buildSwitchedLine(
  ctx: Context,
  tenant: Tenant,
  port: number,
  options: LineOptions = {},
): Promise<SwitchedLine> {
  const { protocol = 'dlt645-2007', isOwn = false, closeMode = 'close', change } = options;
  const { intervalS = 3_600 } = options;
  const { isCommand, stations: all } = KINDS[protocol];
  const { profileId = KINDS[protocol].profileId } = options;
  const { database } = ctx;
  const { customerId } = tenant;
  const used = isOwn ? all.slice(0, 1) : all;
  const dtu = await buildSerialLine(database, tenant, {
    isOwn,
    line: { protocol },
    meters: used.map((station) => ({ station, profileId, intervalS })),
  });
  const meterId = (index: number) => (isOwn ? dtu.deviceId : dtu.slaveIds.get(index + 1)!);
  for (const index of used.keys()) {
    const deviceId = meterId(index);
    const access = {
      level: 2,
      sealedPassword: secretsOf(ctx.config).seal(meterPasswordOf(customerId, deviceId), PASSWORD),
      operatorCode: '00000042',
      closeMode,
    };
    const needed = protocol === 'dlt645-2007' ? access : undefined;
    await saveMeterAccess(database.db, { customerId, deviceId }, needed, true);
  }
  const now = Date.now();
  const commands: Uint8Array[] = [];
  const stations = parseStations(used.map((station) => `${station}=${profileId}`).join()).map(
    (spec) => {
      const site = { loadOf: `${dtu.deviceCode}-${spec.station}`, zone: 'Asia/Shanghai' };
      const station = new Station(spec, { ...site, countsFrom: now }, now);
      station.access = { password: PASSWORD, operator: '00000042' };
      const answer = station.answer.bind(station);
      station.answer = (request, at) => {
        const answered = answer(request, at);
        if (isCommand(request) && answered !== undefined) commands.push(request);
        return answered;
      };
      return station;
    },
  );
  const line = new SerialLine({
    stations,
    baud: Number.POSITIVE_INFINITY,
    heartbeat: Buffer.from('HB'),
    random: () => 0.5,
    now: Date.now,
  });
  change?.(stations, line);
  const troubles: string[] = [];
  const client = new DtuClient({
    host: '127.0.0.1',
    port,
    code: dtu.deviceCode,
    secret: dtu.secret,
    texts: { form: 'code-secret', end: 'crlf', heartbeat: 'HB', heartbeatMs: 60_000 },
    line,
    random: () => 0,
    onTrouble: (text) => troubles.push(text),
  });
  closeAfterFile(() => client.stop());
  client.start();
  return { ...dtu, stations, line, client, meterId, commands, troubles };
}
