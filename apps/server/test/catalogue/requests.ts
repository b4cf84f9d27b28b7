/** Requests built from the catalogue, as the generated matrices send them. */
import type { CallSpec, TenantId } from '@busbar/contract/call';
import type { FastifyInstance } from 'fastify';
import { colleagueOf, sessionMarkOf } from '../support/factories/colleague.ts';
import { importIdOf } from '../support/factories/import.ts';
import type { Tenant } from '../support/factories/tenant.ts';

type Part = 'params' | 'query' | 'body';
export type Request = Record<Part, Record<string, unknown>>;

/** Read calls come first, because others delete what could have been shown. */
export function readsFirst(calls: readonly CallSpec[]): CallSpec[] {
  const isRead = ({ effect }: CallSpec) => effect === 'read';
  return [...calls.filter(isRead), ...calls.filter((call) => !isRead(call))];
}

/** Number of names used so far, because some calls accept each name only once. */
let named = 0;

function substitute(value: unknown, own: Tenant, userId: number): unknown {
  if (typeof value === 'string') {
    const known: Record<string, unknown> = {
      '{device}': own.deviceCode,
      '{device-code}': own.deviceCode,
      '{group}': String(own.groupId),
      '{rate}': own.rateId,
      '{energy-override}': String(own.overrideId),
      '{issued-bill}': String(own.issuedBillId),
      '{alarm}': String(own.alarmId),
      '{alarm-window}': String(own.alarmWindowId),
      '{user}': userId,
      '{role}': String(own.roleId),
      '{command}': own.commandId,
      '{timer}': own.timerId,
      '{tower-project}': String(own.towerProjectId),
      '{tower}': String(own.towerId),
      '{tower-breaker}': own.towerBreakerCode,
      '{group-order}': own.batchCommandId,
      '{protection-template}': own.templateId,
      '{template-run}': own.templateRunId,
      '{meter-profile}': own.meterProfileId,
      '{line-test}': own.lineTestId,
      '{forwarding-dead}': String(own.deadBatchId),
      '{api-key}': String(own.apiKeyId),
      '{notification}': own.notificationId,
      '{project}': String(own.projectId),
      '{lamp-group}': String(own.lampGroupId),
      '{project-warning}': String(own.projectWarningId),
      '{project-alarm}': String(own.projectAlarmId),
      '{project-notice}': String(own.projectNoticeId),
      '{project-visit}': String(own.projectVisitId),
      '{project-timer}': String(own.projectTimerId),
      '{console-favourite}': String(own.consoleFavouriteId),
      '{report}': String(own.reportId),
      '{report-schedule}': String(own.reportScheduleId),
      '{device-import}': importIdOf(own),
      '{rejected-message}': String(own.rejectedMessageId),
      '{device-note}': String(own.deviceNoteId),
      '{device-photo}': String(own.devicePhotoId),
      '{colleague}': String(colleagueOf(own).userId),
      '{colleague-version}': colleagueOf(own).version,
      '{colleague-session}': sessionMarkOf(colleagueOf(own).token),
      '{session}': sessionMarkOf(own.users.operator.token),
      '{fresh-user}': `fresh.user${++named}`,
      '{account}': own.users.admin.userName,
      '{password}': 'x',
      '{fresh-account}': `fresh${Math.trunc(own.deviceId % 1000)}`,
      '{fresh-name}': `Fresh ${++named}`,
      '{pending-customer}': 1,
    };
    return value in known ? known[value] : value;
  }
  if (Array.isArray(value)) return value.map((item) => substitute(item, own, userId));
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, substitute(item, own, userId)]),
    );
  }
  return value;
}

/** Returns the example of the call with the tenant's ids in it. */
export function exampleRequest(call: CallSpec, own: Tenant, userId: number): Request {
  const part = (name: Part) =>
    structuredClone(substitute(call.example[name] ?? {}, own, userId)) as Record<string, unknown>;
  return { params: part('params'), query: part('query'), body: part('body') };
}

/** Returns the same request with one id replaced; the other ids stay valid. */
export function withId(request: Request, id: TenantId, value: unknown): Request {
  const copy = structuredClone(request);
  const [part, ...path] = id.at.split('.') as [Part, ...string[]];
  let place: Record<string, unknown> = copy[part];
  for (const step of path.slice(0, -1)) place = place[step] as Record<string, unknown>;
  place[path.at(-1)!] = value;
  return copy;
}

export function idOf(tenant: Tenant, of: TenantId['of']): string | number {
  switch (of) {
    case 'device':
      return tenant.deviceCode;
    case 'group':
      return String(tenant.groupId);
    case 'rate':
      return String(tenant.rateId);
    case 'energy-override':
      return String(tenant.overrideId);
    case 'issued-bill':
      return String(tenant.issuedBillId);
    case 'alarm':
      return String(tenant.alarmId);
    case 'alarm-window':
      return String(tenant.alarmWindowId);
    case 'user':
      return String(tenant.users.operator.userId);
    case 'role':
      return String(tenant.roleId);
    case 'rejected-message':
      return String(tenant.rejectedMessageId);
    case 'session':
      return sessionMarkOf(tenant.users.operator.token);
    case 'command':
      return tenant.commandId;
    case 'group-order':
      return tenant.batchCommandId;
    case 'protection-template':
      return tenant.templateId;
    case 'template-run':
      return tenant.templateRunId;
    case 'meter-profile':
      return tenant.meterProfileId;
    case 'line-test':
      return tenant.lineTestId;
    case 'timer':
      return String(tenant.timerId);
    case 'forwarding-dead':
      return String(tenant.deadBatchId);
    case 'api-key':
      return String(tenant.apiKeyId);
    case 'notification':
      return String(tenant.notificationId);
    case 'project':
      return String(tenant.projectId);
    case 'lamp-group':
      return String(tenant.lampGroupId);
    case 'project-warning':
      return String(tenant.projectWarningId);
    case 'project-alarm':
      return String(tenant.projectAlarmId);
    case 'project-notice':
      return String(tenant.projectNoticeId);
    case 'project-visit':
      return String(tenant.projectVisitId);
    case 'project-timer':
      return String(tenant.projectTimerId);
    case 'console-favourite':
      return String(tenant.consoleFavouriteId);
    case 'tower-project':
      return String(tenant.towerProjectId);
    case 'tower':
      return String(tenant.towerId);
    case 'report':
      return String(tenant.reportId);
    case 'report-schedule':
      return String(tenant.reportScheduleId);
    case 'device-import':
      return importIdOf(tenant);
    case 'device-photo':
      return String(tenant.devicePhotoId);
    case 'device-note':
      return String(tenant.deviceNoteId);
    case 'log-entry':
      return String(tenant.logEntryId);
    case 'customer':
      return String(tenant.customerId);
  }
}

export const ABSENT_IDS: Readonly<Record<TenantId['of'], string>> = {
  device: 'NOSUCHDEVICE01',
  group: '1234567',
  rate: '1234567',
  'energy-override': '1234567',
  'issued-bill': '1234567',
  alarm: '1234567',
  'alarm-window': '1234567',
  user: '1234567',
  session: '0123456789abcdef01234567',
  role: '1234567',
  command: '01890000-0000-7000-8000-00000000dead',
  'group-order': '01890000-0000-7000-9000-00000000dead',
  'protection-template': '01890000-0000-7000-a000-00000000dead',
  'template-run': '01890000-0000-7000-b000-00000000dead',
  'meter-profile': 'u-01890000-0000-7000-c000-00000000dead',
  'line-test': '01890000-0000-7000-d000-00000000dead',
  timer: '1234567',
  'forwarding-dead': '1234567',
  'api-key': '1234567',
  notification: '1234567',
  project: '1234567',
  'lamp-group': '1234567',
  'project-warning': '1234567',
  'project-alarm': '1234567',
  'project-notice': '1234567',
  'project-visit': '1234567',
  'project-timer': '1234567',
  'console-favourite': '1234567',
  'tower-project': '1234567',
  tower: '1234567',
  report: '1234567',
  'report-schedule': '1234567',
  'device-import': 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  'device-note': '1234567',
  'device-photo': '1234567',
  'log-entry': '1234567',
  'rejected-message': '1234567',
  customer: '1234567',
};

/**
 * A lone surrogate cannot be encoded, so it is sent as malformed bytes, as a careless client would
 * send it.
 */
function inPath(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    return '%ED%A0%80';
  }
}

export async function send(
  app: FastifyInstance,
  call: CallSpec,
  request: Request,
  token: string | undefined,
  rawBody?: string,
) {
  let path = call.path;
  for (const [name, value] of Object.entries(request.params)) {
    path = path.replace(`:${name}`, inPath(String(value)));
  }
  const query = new URLSearchParams(
    Object.entries(request.query).map(([key, value]) => [key, String(value)]),
  ).toString();
  const hasBody = call.method !== 'GET' && call.method !== 'DELETE';
  return app.inject({
    method: call.method,
    url: query === '' ? path : `${path}?${query}`,
    headers: {
      ...(token === undefined ? {} : { authorization: token }),
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
    },
    ...(hasBody ? { payload: rawBody ?? JSON.stringify(request.body) } : {}),
  });
}

/**
 * Returns everything readable in a response except its length, which could match a number by
 * chance.
 */
export function seen({ headers, body }: Awaited<ReturnType<typeof send>>): string {
  const { 'content-length': _length, ...others } = headers;
  return `${JSON.stringify(others)}\n${body}`;
}
