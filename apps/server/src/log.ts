/** The logger writes a single stream; secrets are redacted before they are written. */
import { type Logger, pino } from 'pino';

const SECRET_FIELDS = [
  'password',
  'oldPassword',
  'input_pass',
  'token',
  'secret',
  'device_secret',
  'ticket',
  'initial_password',
  'req.headers.authorization',
  'req.headers.cookie',
  'headers.authorization',
  'headers.cookie',
  'err.parameters',
];

export function createLog(level: string, pretty: boolean): Logger {
  return pino({
    level,
    redact: { paths: SECRET_FIELDS, censor: '[removed]' },
    ...(pretty
      ? {
          transport: {
            target: 'pino-pretty',
            options: { translateTime: 'HH:MM:ss', ignore: 'pid,hostname' },
          },
        }
      : {}),
  });
}
