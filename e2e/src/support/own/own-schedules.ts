/** Scheduled reports of the demo customer's user, who has a mail address for them. */
import type { Program } from '../demo/program.ts';

/** No mail server listens there: the platform accepts mails and queues them. */
export const MAIL_THAT_WAITS = { SMTP_URL: 'smtp://127.0.0.1:9' };

const SCHEDULES = [
  { type: 'energy', format: 'xlsx', every: 'week', day: 1, at: '07:00', span: 'last-week' },
  { type: 'alarm', format: 'csv', every: 'day', day: null, at: '06:30', span: 'yesterday' },
  { type: 'bill', format: 'xlsx', every: 'month', day: 31, at: '18:00', span: 'last-month' },
] as const;

export async function setOwnSchedules(program: Program): Promise<void> {
  let token = '';
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(program.url + path, {
      method,
      headers: { 'content-type': 'application/json', authorization: token },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as {
      code?: number;
      msg?: string;
      // biome-ignore lint/suspicious/noExplicitAny: a test reads what it needs of the wire.
      data?: any;
    };
    if (answer.code !== 0) throw new Error(`${method} ${path}: ${answer.msg}`);
    return answer.data;
  };
  const login = { user_account: 'demo', password: program.demoPassword };
  const { token: given, user_info: self } = await call('POST', '/api/v2/login', login);
  token = given;
  await call('PUT', '/api/v2/notification-settings', { mail_address: 'demo@example.org' });
  for (const schedule of SCHEDULES) {
    await call('POST', '/api/v2/report-schedule', { ...schedule, recipients: [self.user_id] });
  }
}
