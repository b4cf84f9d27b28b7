/** Scheduled reports of the demo customer's user, who has a mail address to receive them. */
import { ApiClient } from '../ask.ts';
import type { Program } from '../demo/program.ts';

/** No mail server listens at this address: the platform accepts mails and queues them. */
export const MAIL_THAT_WAITS = { SMTP_URL: 'smtp://127.0.0.1:9' };

const SCHEDULES = [
  { type: 'energy', format: 'xlsx', every: 'week', day: 1, at: '07:00', span: 'last-week' },
  { type: 'alarm', format: 'csv', every: 'day', day: null, at: '06:30', span: 'yesterday' },
  { type: 'bill', format: 'xlsx', every: 'month', day: 31, at: '18:00', span: 'last-month' },
] as const;

export async function setOwnSchedules(program: Program): Promise<void> {
  const client = new ApiClient(program);
  const { user_info: self } = await client.signIn('demo', program.demoPassword);
  await client.call('PUT', '/api/v2/notification-settings', { mail_address: 'demo@example.org' });
  for (const schedule of SCHEDULES) {
    await client.call('POST', '/api/v2/report-schedule', {
      ...schedule,
      recipients: [self.user_id],
    });
  }
}
