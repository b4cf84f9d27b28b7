/** The platform configuration as the server returns it if no setting was saved. */
import type { AnswerFor } from '../contract-server.ts';

export type ConfigurationAnswer = AnswerFor<'v2.configuration'>['data'];

const found = <V>(value: V) => ({
  value,
  standard: value,
  source: 'environment',
  changed_at: 0,
});

export function configurationAnswer(part: Partial<ConfigurationAnswer> = {}): ConfigurationAnswer {
  return {
    mail: {
      ...found({ host: '', port: 587, tls: false, user: '', from: 'Busbar <a@b.org>' }),
      password_set: false,
    },
    maps: found({ baidu_key: '', google_key: '' }),
    retention: found({
      readings: 400,
      registers: 762,
      raw_words: 90,
      quarters: 3660,
      events: 1100,
      commands: 1100,
      operation_log: 1100,
      rejected: 90,
      notifications: 90,
      forwarding: 90,
    }),
    limits: found({
      device_rate: 50,
      control_per_minute: 10,
      control_gap_s: 5,
      control_group_percent: 5,
    }),
    brand: { ...found({ name: 'Busbar', colour: '' }), logo_set: false },
    ...part,
  };
}
