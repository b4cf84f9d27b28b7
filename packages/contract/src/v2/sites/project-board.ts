/** All lamp groups of a project with their last check and their current state. */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Id, IdText, Nullable } from '../../shapes.ts';

/** Active findings: key and number (lamps, percent, 1, or the step of the day's energy). */
const Findings = Type.Record(Type.String(), Type.Number());

/** Result of a check; the realtime message LAMPS contains the same fields. */
export const LampCheckFields = {
  /**
   * One of good, failed, over, dark, day-burning, off, warming, dimmed, edge, no-supply, no-report,
   * offline and not-in-use; null before the first check.
   */
  verdict: Nullable(Type.String()),
  /** Null if unknown. */
  lamps_on: Nullable(Type.Integer()),
  failed: Nullable(Type.Integer()),
  /** kW. */
  measured_power: Nullable(Type.Number()),
  expected_power: Nullable(Type.Number()),
  /** Voltage of the highest phase, V. */
  voltage: Nullable(Type.Number()),
  /** Epoch ms: time of the check, and of the reading that it evaluated. */
  checked_at: Nullable(Type.Number()),
  reading_at: Nullable(Type.Number()),
  findings: Findings,
};

export const BoardRow = Type.Object({
  lamp_group_id: Type.Integer(),
  project_id: Type.Integer(),
  name: Type.String(),
  device_id: Type.Integer(),
  device_code: Type.String(),
  device_name: Type.String(),
  in_use: Type.Boolean(),
  lamp_count: Type.Integer(),
  lamp_power: Type.Number(),
  lamp_kind: Type.String(),
  phase: Type.String(),
  lng: Nullable(Type.Number()),
  lat: Nullable(Type.Number()),
  lng_t: Nullable(Type.Number()),
  lat_t: Nullable(Type.Number()),
  /** One of online, late and offline. */
  presence: Type.String(),
  /** `switch:<action>`; empty after the colon until the device has reported. */
  status: Type.String(),
  ...LampCheckFields,
  next_check_at: Nullable(Type.Number()),
  /** Energy of the local day, kWh. */
  energy_today: Nullable(Type.Number()),
  /** Number of active alarms that have not been handled. */
  open_alarms: Type.Integer(),
  open_warnings: Type.Integer(),
});

const BoardTower = Type.Object({
  tower_id: Type.Integer(),
  name: Type.String(),
  /** The device that measures the tower's supply. */
  device_id: Type.Integer(),
  device_code: Type.String(),
  device_name: Type.String(),
  /** One of online, late and offline. */
  presence: Type.String(),
  /** One of unknown, present, failing, absent and returning. */
  mains: Type.String(),
  /** Number of active unhandled alarms of the tower's device and of its users' breakers. */
  open_alarms: Type.Integer(),
  open_warnings: Type.Integer(),
});

export const projectBoardCalls = defineCalls({
  'v2.project-board': {
    method: 'GET',
    path: '/api/v2/project-board',
    summary: 'Every lamp group or tower of a project: last check, live state, position',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    query: Type.Object({ project_id: IdText }),
    answer: {
      data: Type.Object({
        list: Type.Array(BoardRow),
        total: Type.Integer(),
        /** Present only for a tower project. */
        towers: Type.Array(BoardTower),
        /** Number of lamps in the groups that are in use. */
        lamp_count: Type.Integer(),
        /** Number of burning lamps in the groups whose lamps could be counted. */
        lamps_on: Type.Integer(),
        failed: Type.Integer(),
        /** kW. */
        measured_power: Type.Number(),
        expected_power: Type.Number(),
      }),
    },
    tenantIds: [{ at: 'query.project_id', of: 'project', miss: 'not-found' }],
    example: { query: { project_id: '{project}' } },
  },
  'v2.project-check': {
    method: 'POST',
    path: '/api/v2/project-check',
    summary: 'Check all lamp groups of a project within seconds instead of at their next time',
    who: 'project.write',
    scope: 'own',
    effect: 'write',
    body: Type.Object({ project_id: Id }),
    answer: {},
    tenantIds: [{ at: 'body.project_id', of: 'project', miss: 'not-found' }],
    example: { body: { project_id: '{project}' } },
  },
});
